import type { Knex } from "knex";
import { verify } from "otplib";
import { now, SECOND } from "../lib/clock.js";
import type { Encryption } from "../lib/encryption.js";
import { equalsInConstantTime } from "../lib/secrets.js";
import type { User } from "../models/user.js";

const PERIOD_SECONDS = 30;

const cell = (column: string, user: { id: string }) => ({ table: "users", column, row: user.id });

/**
 * Whether the code is right and its time step was never accepted for this account before, on either
 * surface. Accepting it is one conditional update: of two parallel tries one wins.
 */
export async function acceptCode(
  trx: Knex.Transaction,
  encryption: Encryption,
  user: User,
  code: string,
): Promise<boolean> {
  const token = code.replaceAll(/\s/g, "");
  if (user.two_factor_secret === null || !/^\d{6}$/.test(token)) return false; // otplib throws on malformed codes
  const result = await verify({
    secret: encryption.decrypt(user.two_factor_secret, cell("two_factor_secret", user)),
    token,
    epoch: Math.floor(now() / SECOND),
    epochTolerance: PERIOD_SECONDS,
  });
  if (!result.valid || !("timeStep" in result)) return false;
  const claimed = await trx("users")
    .where({ id: user.id })
    .where((query) =>
      query.whereNull("two_factor_last_step").orWhere("two_factor_last_step", "<", result.timeStep),
    )
    .update({ two_factor_last_step: result.timeStep });
  return claimed === 1;
}

/** Whether the code is an unused recovery code, which is then spent. The caller holds a lock on the account. */
export async function spendRecoveryCode(
  trx: Knex.Transaction,
  encryption: Encryption,
  user: User,
  code: string,
): Promise<boolean> {
  const codes = recoveryCodesOf(encryption, user);
  const given = code.trim().toLowerCase();
  // every code is compared, so that time does not tell which one matched
  const rest = codes.filter((candidate) => !equalsInConstantTime(candidate, given));
  if (rest.length === codes.length) return false;
  await trx("users")
    .where({ id: user.id })
    .update({ two_factor_recovery_codes: sealRecoveryCodes(encryption, user, rest) });
  return true;
}

/** The unused recovery codes, in clear. */
export function recoveryCodesOf(encryption: Encryption, user: User): string[] {
  if (user.two_factor_recovery_codes === null) return [];
  return JSON.parse(
    encryption.decrypt(user.two_factor_recovery_codes, cell("two_factor_recovery_codes", user)),
  ) as string[];
}

export const sealRecoveryCodes = (encryption: Encryption, user: { id: string }, codes: string[]): string =>
  encryption.encrypt(JSON.stringify(codes), cell("two_factor_recovery_codes", user));

export const sealTwoFactorSecret = (encryption: Encryption, user: { id: string }, secret: string): string =>
  encryption.encrypt(secret, cell("two_factor_secret", user));
