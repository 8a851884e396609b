import { assertCurrentPassword } from "../../../domain/passwords/current-password.js";
import { confirmSession } from "../../../domain/sessions/sessions.js";
import { MINUTE, now } from "../../../lib/clock.js";
import { ValidationFailed } from "../../../lib/failures.js";
import { text } from "../../../texts/translate.js";
import type { WebCall } from "../call.js";

/** Whether the password was entered within `auth.password_confirm_minutes`. */
export function hasRecentPassword({ session, settings }: WebCall): boolean {
  const age = now() - (session.current?.confirmedAt ?? 0);
  return age <= settings.get("auth.password_confirm_minutes") * MINUTE;
}

/**
 * Checks the entered password, by default in the field `current_password`, and records the confirmation, which gives
 * the session another id.
 * @throws ValidationFailed on `current_password`; PageExpired when the session has ended
 */
export async function takeTypedPassword(
  call: WebCall,
  typed = call.form.text("current_password"),
): Promise<void> {
  await assertCurrentPassword(call, typed);
  call.session.renew(await confirmSession(call.services, call.session.current!));
}

/**
 * Requires a recent password for a new address. Not a guard, because other changes in the form don't need it.
 * @throws ValidationFailed on `current_password`
 */
export async function requirePasswordForEmail(call: WebCall): Promise<void> {
  if (hasRecentPassword(call)) return;
  if (call.form.text("current_password") === "")
    throw new ValidationFailed({ current_password: [text("validation.password.for_email")] });
  await takeTypedPassword(call);
}
