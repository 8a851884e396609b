import { accountFigures } from "../../../domain/overview/account-overview.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { page } from "../../server/responses/web-result.js";
import { identitySection } from "./identity-section.js";
import { passkeySection, type PasskeySection } from "./passkey-section.js";
import { showsKey, twoFactorSection } from "./two-factor-section.js";

/** Password, passkeys, sign-in providers, second factor, and what is signed in. A rejected form is shown here again. */
export const showSecurity: WebHandler = async (call) => {
  const [twoFactor, passkeys, identities, figures] = await Promise.all([
    twoFactorSection(call),
    passkeySection(call),
    identitySection(call),
    accountFigures(call.services.rows, call.actor.id),
  ]);
  const data = { twoFactor, passkeys, identities, figures, password: passwordOf(call, passkeys) };
  return page("account/security", "security.title", data, { secret: showsKey(twoFactor) });
};

const passwordOf = ({ account, settings }: WebCall, passkeys: PasskeySection | null) => ({
  hasOne: Boolean(account.has_password),
  canRemove: passkeys?.passkeys.some(({ isSynced }) => isSynced) ?? false,
  canSet: settings.get("auth.password_reset"),
});
