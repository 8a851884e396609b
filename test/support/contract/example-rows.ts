import type { World } from "../app/world.js";

/** Resource → adds the row that the examples of its contract speak of. Accounts are made by the tests themselves. */
const EXAMPLE_ROWS: Record<string, (world: World) => Promise<unknown>> = {};

/** Adds the row that an example of this operation takes for granted; one that creates a row needs none. */
export async function addExampleRow(world: World, operationId: string): Promise<void> {
  const [resource, act] = operationId.split(".");
  if (act !== "store") await EXAMPLE_ROWS[resource!]?.(world);
}
