import { confirmWithPasskey } from "../../../auth/passkey-confirmation.js";
import { listIdentities } from "../../../domain/providers/identities.js";
import { assertFeature } from "../../../domain/settings/features.js";
import { confirmSession } from "../../../domain/sessions/sessions.js";
import { provesFreshSignIn } from "../../../models/sign-in-provider.js";
import { CREDENTIAL, readAnswer } from "../../forms/credential.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { askingClient } from "../../server/session/asking-client.js";
import { homeOf } from "../../server/responses/navigation.js";
import { takeTypedPassword } from "../../server/session/password-confirmation.js";
import { page, redirect } from "../../server/responses/web-result.js";

export const showConfirmPassword: WebHandler = async (call) => {
  const { next, account, settings } = call;
  const takesPassword = Boolean(account.has_password);
  const takesPasskey = settings.get("auth.passkeys") && account.passkey_count > 0;
  const providers = takesPassword ? [] : await linkedProviders(call);
  const canConfirm = takesPassword || takesPasskey || providers.length > 0;
  const title = takesPasskey || !takesPassword ? "confirm.title_passkey" : "confirm.title";
  const lack = canConfirm ? null : { canSetPassword: settings.get("auth.password_reset") };
  const client = await askingClient(call);
  const data = { next, takesPassword, takesPasskey, providers, lack, client };
  return page("sign-in/confirm-password", title, data, { layout: "guest" });
};

/** The enabled providers with which an account without a password can confirm. */
async function linkedProviders({ services, actor }: WebCall): Promise<object[]> {
  const linked = await listIdentities(services.knex, actor.id);
  const usable = linked.filter(({ provider }) => provider.is_enabled && provesFreshSignIn(provider));
  return usable.map(({ provider: { id, name } }) => ({ id, name }));
}

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
