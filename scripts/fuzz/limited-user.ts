import type { Services } from "../../src/domain/services.js";
import { Factories } from "../../test/support/app/factories.js";

export const LIMITED = "limited@example.test";

/** Creates a user who can read and change accounts of the same or a lower rank, but not create or delete any. */
export async function createLimitedUser(services: Services, password: string): Promise<void> {
  const make = new Factories(services);
  await make.role("support", 3, ["users.read", "users.update"]);
  await make.user({ email: LIMITED, role: "support", password });
}
