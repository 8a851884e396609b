import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { createGuardrails, verify } from "otplib";
import { now, SECOND } from "../../lib/clock.js";
import type { Encryption } from "../../lib/encryption.js";
import { equalsInConstantTime } from "../../lib/secrets.js";
import type { User } from "../../models/user.js";
import { recordOwnActivity } from "../audit/record.js";
import type { Context } from "../context.js";

const PERIOD_SECONDS = 30;

/** Keys that other applications made have 80 bits and more; those of this service have 160. */
export const MIN_KEY_BYTES = 10;
const guardrails = createGuardrails({ MIN_SECRET_BYTES: MIN_KEY_BYTES });

const cell = (column: string, user: { id: string }) => ({ table: "users", column, row: user.id });

/**
 * Whether the code is right and its time step was never accepted for this account, on either surface. One conditional
 * update accepts it, so that only one of two parallel requests wins.
 */
export async function acceptCode(
  trx: Knex.Transaction,
  encryption: Encryption,
  user: User,
  code: string,
): Promise<boolean> {
  const token = withoutSeparators(code);
  const secret = twoFactorSecretOf(encryption, user);
  if (secret === null || !/^\d{6}$/.test(token)) return false; // otplib throws on malformed codes
  const result = await verify({
    secret,
    token,
    epoch: Math.floor(now() / SECOND),
    epochTolerance: PERIOD_SECONDS,
    guardrails,
  });
  if (!result.valid || !("timeStep" in result)) return false;
  const claimed = await trx("users")
    .where({ id: user.id })
    .where((query) =>
      query.whereNull("two_factor_last_step").orWhere("two_factor_last_step", "<", result.timeStep),
    )
    .update({ two_factor_last_step: result.timeStep, ...reencryptedSecrets(encryption, user) });
  return claimed === 1;
}

/** A secret under a previous key is encrypted again under the current one, which completes a key rotation. */
function reencryptedSecrets(encryption: Encryption, user: User): Partial<User> {
  const changed: Partial<User> = {};
  for (const column of ["two_factor_secret", "two_factor_recovery_codes"] as const) {
    const stored = user[column];
    if (stored !== null && !encryption.isCurrent(stored))
      changed[column] = encryption.encrypt(
        encryption.decrypt(stored, cell(column, user)),
        cell(column, user),
      );
  }
  return changed;
}

/** Whether the code is an unused recovery code, which is then spent. The caller holds the account's lock. */
async function spendRecoveryCode(
  trx: Knex.Transaction,
  encryption: Encryption,
  user: User,
  code: string,
): Promise<boolean> {
  const codes = recoveryCodesOf(encryption, user);
  const given = plainForm(code);
  // compares every code, so that the time doesn't reveal which one matched
  const rest = codes.filter((candidate) => !equalsInConstantTime(plainForm(candidate), given));
  if (rest.length === codes.length) return false;
  await trx("users")
    .where({ id: user.id })
    .update({ two_factor_recovery_codes: sealRecoveryCodes(encryption, user, rest) });
  return true;
}

/** Apps show a code in groups, and people type what is between them. */
const withoutSeparators = (code: string): string => code.replaceAll(/[\s-]/g, "");

/** Normalises a typed recovery code: case, blanks, hyphens and similar characters don't matter. */
const plainForm = (code: string): string =>
  withoutSeparators(code.toLowerCase()).replaceAll("o", "0").replaceAll(/[il]/g, "1");

/** A code from the app, a recovery code, or both, in which case the code decides. */
export interface SecondFactor {
  code?: string | null;
  recovery_code?: string | null;
}

const isBlank = (text: string | null | undefined): boolean => (text ?? "").trim() === "";
export const isAnswered = ({ code, recovery_code }: SecondFactor): boolean =>
  !isBlank(code) || !isBlank(recovery_code);

/** Whether the recovery code decides; a code from the app has precedence. */
export const usesRecoveryCode = ({ code, recovery_code }: SecondFactor): boolean =>
  isBlank(code) && !isBlank(recovery_code);

/** Whether the answer is right, in which case it is spent. The caller holds the account's lock. */
export async function acceptSecondFactor(
  context: Context,
  user: User,
  { code, recovery_code }: SecondFactor,
): Promise<boolean> {
  const { trx, services } = context;
  const { encryption } = services;
  // an unfinished setup isn't a second factor yet
  if (!isBlank(code)) return user.hasTwoFactor && acceptCode(trx, encryption, user, code!);
  const spent = await spendRecoveryCode(trx, encryption, user, recovery_code!);
  if (spent) await recordOwnActivity(context, "recovery_code_used", user.id);
  return spent;
}

/** Base32 without similar characters (Crockford). */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RECOVERY_CODES = 8;

/** 15 characters of 5 random bits each are 75 bits per code. */
export const generateRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const characters = Array.from(randomBytes(15), (byte) => ALPHABET[byte & 31]).join("");
    return characters.match(/.{5}/g)!.join("-");
  });

/** The decrypted unused recovery codes. */
export function recoveryCodesOf(encryption: Encryption, user: User): string[] {
  if (user.two_factor_recovery_codes === null) return [];
  return JSON.parse(
    encryption.decrypt(user.two_factor_recovery_codes, cell("two_factor_recovery_codes", user)),
  ) as string[];
}

export const sealRecoveryCodes = (encryption: Encryption, user: { id: string }, codes: string[]): string =>
  encryption.encrypt(JSON.stringify(codes), cell("two_factor_recovery_codes", user));

/** The decrypted key for the account's app (base32). */
export const twoFactorSecretOf = (encryption: Encryption, user: User): string | null =>
  user.two_factor_secret && encryption.decrypt(user.two_factor_secret, cell("two_factor_secret", user));

export const sealTwoFactorSecret = (encryption: Encryption, user: { id: string }, secret: string): string =>
  encryption.encrypt(secret, cell("two_factor_secret", user));

/** The columns without an authenticator app. The recovery codes stay with the passkeys of the account. */
export const withoutApp = ({ passkey_count: passkeys }: Pick<User, "passkey_count">) => ({
  two_factor_secret: null,
  two_factor_confirmed_at: null,
  two_factor_last_step: null,
  ...(passkeys > 0 ? {} : { two_factor_recovery_codes: null }),
});
