import { assertCurrentPassword } from "../passwords/current-password.js";
import type { ActorCall } from "../context.js";
import { deleteAccount } from "./user-administration.js";

/**
 * Deletes the actor's own account. This is the only supported self-removal (docs/requirements.md, "Deletion").
 * @throws ValidationFailed on `current_password`; ActionForbidden for the last active `system_admin`; VersionStale
 * when the account was changed while the password was checked
 */
export async function deleteOwnAccount(call: ActorCall, password: string): Promise<void> {
  const { actor } = call;
  await assertCurrentPassword(call, password);
  // the version check fails after a password reset in between, which invalidates the checked password
  await deleteAccount(call, actor.id, (version) => version === actor.user.version);
}
