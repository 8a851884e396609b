import type { Services } from "../../src/domain/services.js";
import { Factories } from "../../test/support/app/factories.js";

export const LIMITED = "limited@example.test";

/** Somebody who may read and change the accounts of their own rank, and neither create nor delete any. */
export async function createLimitedUser(services: Services, password: string): Promise<void> {
  const make = new Factories(services);
  await make.role("support", 3, ["users.read", "users.update"]);
  await make.user({ email: LIMITED, role: "support", password });
}
