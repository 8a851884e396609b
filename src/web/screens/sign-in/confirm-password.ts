import { confirmWithPasskey } from "../../../auth/passkey-confirmation.js";
import { assertFeature } from "../../../domain/settings/features.js";
import { confirmSession } from "../../../domain/sessions/sessions.js";
import { CREDENTIAL, readAnswer } from "../../forms/credential.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { homeOf } from "../../server/navigation.js";
import { takeTypedPassword } from "../../server/password-confirmation.js";
import { page, redirect } from "../../server/reply.js";

export const showConfirmPassword: WebHandler = ({ next, account, settings }) => {
  const takesPassword = Boolean(account.has_password);
  const takesPasskey = settings.get("auth.passkeys") && account.passkey_count > 0;
  const title = takesPasskey ? "confirm.title_passkey" : "confirm.title";
  return page("sign-in/confirm-password", title, { next, takesPassword, takesPasskey }, { layout: "guest" });
};

export const submitConfirmPassword: WebHandler = async (call) => {
  const { form, next } = call;
  if (form.text(CREDENTIAL) !== "") await takePasskey(call);
  else await takeTypedPassword(call, form.text("current_password") || form.text("password"));
  return redirect(next ?? homeOf(call));
};

/** Confirms with a passkey, which gives the session another id like a password. */
async function takePasskey(call: WebCall): Promise<void> {
  await assertFeature(call, "auth.passkeys");
  await confirmWithPasskey(call, readAnswer(call.form), () => Promise.resolve());
  call.session.renew(await confirmSession(call.services, call.session.current!));
}
