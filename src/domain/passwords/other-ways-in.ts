import type { Knex } from "knex";
import { Passkey } from "../../models/passkey.js";
import { recomputeTwoFactorRequirement } from "../../models/two-factor-requirement.js";
import { UserIdentity } from "../../models/user-identity.js";
import type { User } from "../../models/user.js";
import { recordOwnActivity } from "../audit/record.js";
import type { Context } from "../context.js";
import { listIdentities } from "../providers/identities.js";
import type { SettingsSnapshot } from "../settings/settings.js";
import { withoutApp } from "../two-factor/two-factor.js";

/** What signs in to an account besides its password: the names of passkeys and of linked providers. */
export interface OtherWaysIn {
  passkeys: string[];
  providers: string[];
}

export async function otherWaysIn(knex: Knex, userId: string): Promise<OtherWaysIn> {
  const passkeys = await passkeysOf(knex, userId);
  const identities = await listIdentities(knex, userId);
  return {
    passkeys: passkeys.map(({ name }) => name),
    providers: identities.map(({ provider }) => provider.name),
  };
}

const passkeysOf = async (knex: Knex, userId: string): Promise<Passkey[]> =>
  Passkey.query(knex).where({ user_id: userId }).orderBy(["created_at", "id"]);

/**
 * Removes passkeys and linked providers. The caller holds the account's lock, and the account has a password. An
 * authenticator app and its recovery codes stay.
 */
export async function removeOtherWaysIn(context: Context, user: User): Promise<void> {
  const { trx } = context;
  const passkeys = await passkeysOf(trx, user.id);
  const { providers } = await otherWaysIn(trx, user.id);
  await Passkey.query(trx).where({ user_id: user.id }).delete();
  await UserIdentity.query(trx).where({ user_id: user.id }).delete();
  const codes = user.hasTwoFactor ? {} : { two_factor_recovery_codes: null };
  await user.$query(trx).patch({ passkey_count: 0, identity_count: 0, ...codes });
  await recomputeTwoFactorRequirement(trx, user.id);
  for (const passkey of passkeys) {
    const forEvents = { data: { passkey: passkey.shown } };
    await recordOwnActivity(context, "passkey_removed", user.id, { passkey: passkey.name }, forEvents);
  }
  for (const provider of providers)
    await recordOwnActivity(context, "identity_removed", user.id, { provider });
}

/** `removeOtherWaysIn` with the authenticator app and the recovery codes. */
export async function removeEverythingButPassword(context: Context, user: User): Promise<void> {
  await removeOtherWaysIn(context, user);
  if (user.hasTwoFactor)
    await recordOwnActivity(context, "two_factor_disabled", user.id, {}, { data: { is_enabled: false } });
  await user.$query(context.trx).patch(withoutApp({ passkey_count: 0 }));
  await recomputeTwoFactorRequirement(context.trx, user.id);
}

/**
 * Whether a passkey can be the second factor that a password needs. Then a reset link, which proves only the first one,
 * isn't enough to remove it.
 */
export const arePasskeysSecondFactor = (user: User, settings: SettingsSnapshot): boolean =>
  user.passkey_count > 0 && !user.hasTwoFactor && settings.get("auth.two_factor_required") !== "none";
