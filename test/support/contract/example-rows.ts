import type { World } from "../app/world.js";

/** Resource → adds the row that the contract's examples refer to. The tests create accounts themselves. */
const EXAMPLE_ROWS: Record<string, (world: World) => Promise<unknown>> = {};

/** Adds the row that an example of this operation needs. */
export async function addExampleRow(world: World, operationId: string): Promise<void> {
  const [resource, act] = operationId.split(".");
  if (act !== "store") await EXAMPLE_ROWS[resource!]?.(world);
}
