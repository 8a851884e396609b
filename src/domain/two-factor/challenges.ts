import type { Knex } from "knex";
import { v4 as uuidv4 } from "uuid";
import { now, SECOND } from "../../lib/clock.js";
import { sha256 } from "../../lib/secrets.js";

export const CHALLENGE_LIFETIME = 300 * SECOND;
/** Of a sign-in in a browser. A challenge of the API has one. */
const ATTEMPTS = 5;

/** @returns the identifier of a new challenge; only its hash is stored */
export async function issueChallenge(trx: Knex.Transaction, userId: string): Promise<string> {
  const challenge = uuidv4();
  const time = now();
  await trx("two_factor_challenges").insert({
    challenge_hash: sha256(challenge),
    user_id: userId,
    expires_at: time + CHALLENGE_LIFETIME,
    created_at: time,
  });
  return challenge;
}

/**
 * Spends the challenge before any code is checked, in one conditional update that only one of several parallel
 * requests wins.
 * @returns the account of the challenge, or null when it is unknown, spent or expired
 */
export async function claimChallenge(knex: Knex, challenge: string): Promise<string | null> {
  const key = { challenge_hash: sha256(challenge) };
  const claimed = await knex("two_factor_challenges")
    .where(key)
    .whereNull("consumed_at")
    .where("expires_at", ">", now())
    .update({ consumed_at: now() });
  if (claimed === 0) return null;
  const row = (await knex("two_factor_challenges").where(key).first("user_id")) as
    { user_id: string } | undefined;
  return row?.user_id ?? null;
}

/**
 * Whether a claimed challenge still exists: a ban or a new password deletes it. The caller holds the account's lock.
 */
export async function isClaimValid(trx: Knex.Transaction, challenge: string): Promise<boolean> {
  const row: unknown = await trx("two_factor_challenges")
    .where({ challenge_hash: sha256(challenge) })
    .first("user_id");
  return row !== undefined;
}

/**
 * Lets a claimed challenge be answered again after a wrong answer, until it has had five. The caller holds the account's lock.
 * @returns whether it can be answered again
 */
export async function reopenChallenge(trx: Knex.Transaction, challenge: string): Promise<boolean> {
  const reopened = await trx("two_factor_challenges")
    .where({ challenge_hash: sha256(challenge) })
    .where("failures", "<", ATTEMPTS - 1)
    .update({ consumed_at: null, failures: trx.raw("failures + 1") });
  return reopened > 0;
}

/** The account of a challenge that isn't answered yet, without spending it. */
export async function challengedAccount(
  knex: Knex,
  challenge: string,
): Promise<{ id: string; password_changed_at: number | null } | null> {
  const row = (await knex("two_factor_challenges")
    .join("users", "users.id", "two_factor_challenges.user_id")
    .where({ challenge_hash: sha256(challenge) })
    .whereNull("consumed_at")
    .where("expires_at", ">", now())
    .first("users.id", "users.password_changed_at")) as
    { id: string; password_changed_at: number | null } | undefined;
  return row ?? null;
}
