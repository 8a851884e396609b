import type { Actor } from "../access/actor.js";
import { assertCurrentPassword } from "../passwords/current-password.js";
import type { Origin } from "../audit/origin.js";
import type { Services } from "../services.js";
import { deleteAccount } from "./user-administration.js";

/**
 * The one way in which people delete themselves (service.md "API endpoints", rule 3).
 * @throws ValidationFailed on `current_password`; ActionForbidden for the last active `system_admin`; VersionStale when
 *   the account was changed while the password was checked
 */
export async function deleteOwnAccount(
  services: Services,
  actor: Actor,
  password: string,
  origin: Origin,
): Promise<void> {
  await assertCurrentPassword(services, actor.id, password, origin);
  // a reset that came in between ends whoever knew the password of before
  await deleteAccount(services, actor, actor.id, (version) => version === actor.user.version, origin);
}
