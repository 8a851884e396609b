import type { LinkedIdentity } from "../../../../domain/providers/identities.js";
import type { Passkey } from "../../../../models/passkey.js";
import type { User } from "../../../../models/user.js";
import type { WebCall } from "../../../server/call.js";

/** How the account signs in, its passkeys and its accounts at providers. */
export const factorsOf = (
  { t, params }: WebCall,
  { password, passkey_count: count, hasTwoFactor }: User,
  passkeys: readonly Passkey[],
  identities: readonly LinkedIdentity[],
) => ({
  factors: [
    ...(password === null ? [] : [t("account.factor.password")]),
    ...(count === 0 ? [] : [t("account.factor.passkeys", { count })]),
    ...(identities.length === 0 ? [] : [t("account.factor.providers", { count: identities.length })]),
    ...(hasTwoFactor ? [t("account.factor.app")] : []),
  ],
  passkeys: passkeys.map(({ id, name, is_backed_up, last_used_at }) => ({
    id,
    name,
    isSynced: Boolean(is_backed_up),
    lastUsedAt: last_used_at,
    isRejected: params["passkey"] === id,
  })),
  identities: identities.map(({ identity: { id, email, last_used_at }, provider: { name } }) => ({
    id,
    provider: name,
    email,
    lastUsedAt: last_used_at,
    isRejected: params["identity"] === id,
  })),
});
