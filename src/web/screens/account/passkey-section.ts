import { listPasskeys } from "../../../domain/passkeys/own-passkeys.js";
import { enabledFactors, isTwoFactorRequired } from "../../../domain/requirements/two-factor-requirement.js";
import { recoveryCodesOf } from "../../../domain/two-factor/two-factor.js";
import { hasSecondFactor } from "../../../models/two-factor-requirement.js";
import type { Passkey } from "../../../models/passkey.js";
import { hasUsableIdentity } from "../../../models/user-identity.js";
import type { User } from "../../../models/user.js";
import type { WebCall } from "../../server/call.js";
import { readerOf } from "./two-factor-section.js";

/** The passkeys of the reader. */
export interface PasskeySection {
  passkeys: ShownPasskey[];
  /** The unused recovery codes; null where the card of the authenticator app shows them. */
  codesLeft: number | null;
  /** Whether the only passkey would be lost with its device. */
  isOnOneDevice: boolean;
  /** Why none can be removed; null if they can. */
  kept: "passkey.last_way_in" | "two_factor.required.kept" | null;
  /** The passkey whose form was rejected. */
  rejected: string | null;
}

interface ShownPasskey {
  id: string;
  name: string;
  isSynced: boolean;
  createdAt: number;
  lastUsedAt: number | null;
}

/** The data of the card `pages/account/security/passkeys`; null while the setting is off. */
export async function passkeySection(call: WebCall): Promise<PasskeySection | null> {
  const { services, settings, actor, params } = call;
  if (!settings.get("auth.passkeys")) return null;
  const [user, passkeys] = await Promise.all([readerOf(call), listPasskeys(services.knex, actor.id)]);
  const showsCodes = passkeys.length > 0 && !(user.hasTwoFactor && settings.get("auth.two_factor"));
  return {
    passkeys: passkeys.map(present),
    codesLeft: showsCodes ? recoveryCodesOf(services.encryption, user).length : null,
    isOnOneDevice: passkeys.length === 1 && !passkeys[0]!.is_backed_up,
    kept: await keptFor(call, user),
    rejected: params["passkey"] ?? null,
  };
}

const present = ({ id, name, is_backed_up, created_at, last_used_at }: Passkey): ShownPasskey => ({
  id,
  name,
  isSynced: Boolean(is_backed_up),
  createdAt: created_at,
  lastUsedAt: last_used_at,
});

async function keptFor({ services, actor, settings }: WebCall, user: User): Promise<PasskeySection["kept"]> {
  if (user.passkey_count !== 1) return null;
  if (user.password === null && !(await hasUsableIdentity(services.knex, user.id)))
    return "passkey.last_way_in";
  const isLast = !hasSecondFactor({ ...user, passkey_count: 0 }, enabledFactors(settings));
  return isLast && isTwoFactorRequired(actor, settings) ? "two_factor.required.kept" : null;
}
