import { assertCurrentPassword } from "../passwords/current-password.js";
import type { Caller } from "../context.js";
import { deleteAccount } from "./user-administration.js";

/**
 * The one way in which people delete themselves (service.md "API endpoints", rule 3).
 * @throws ValidationFailed on `current_password`; ActionForbidden for the last active `system_admin`; VersionStale when
 *   the account was changed while the password was checked
 */
export async function deleteOwnAccount(caller: Caller, password: string): Promise<void> {
  const { actor } = caller;
  await assertCurrentPassword(caller, password);
  // a reset that came in between ends whoever knew the password of before
  await deleteAccount(caller, actor.id, (version) => version === actor.user.version);
}
