import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { MINUTE, now } from "../../lib/clock.js";
import { sha256 } from "../../lib/secrets.js";

export const PASSKEY_CHALLENGE_LIFETIME = 5 * MINUTE;

/** The use of a challenge. It is worthless for any other, and after sign-in also for any other account. */
export type ChallengeUse =
  | { purpose: "sign-in"; userId: null }
  | { purpose: "registration" | "second-factor" | "confirmation"; userId: string };

export const SIGN_IN: ChallengeUse = { purpose: "sign-in", userId: null };

/** @returns a new challenge as Base64url; only its hash is stored */
export async function issuePasskeyChallenge(knex: Knex, { purpose, userId }: ChallengeUse): Promise<string> {
  const challenge = randomBytes(32).toString("base64url");
  const time = now();
  await knex("passkey_challenges").insert({
    challenge_hash: sha256(challenge),
    user_id: userId,
    purpose,
    expires_at: time + PASSKEY_CHALLENGE_LIFETIME,
    created_at: time,
  });
  return challenge;
}

/**
 * Spends the challenge before the answer is verified, in one conditional update that only one of several parallel
 * requests wins.
 * @returns false when it is unknown, spent, expired, or was issued for another use
 */
export async function claimPasskeyChallenge(
  knex: Knex,
  challenge: string,
  { purpose, userId }: ChallengeUse,
): Promise<boolean> {
  const claimed = await knex("passkey_challenges")
    .where({ challenge_hash: sha256(challenge), purpose, user_id: userId })
    .whereNull("consumed_at")
    .where("expires_at", ">", now())
    .update({ consumed_at: now() });
  return claimed === 1;
}
