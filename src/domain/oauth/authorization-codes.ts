import { createHash } from "node:crypto";
import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { now, SECOND } from "../../lib/clock.js";
import { AUTHORIZATION_CODE, equalsInConstantTime, isWellFormedToken, sha256 } from "../../lib/secrets.js";
import { recordActivity } from "../audit/record.js";
import type { Origin } from "../audit/origin.js";
import { newFamily, revokeFamily, type Family } from "./families.js";
import { lockParties } from "./parties.js";
import { LastingRefusal, ProtocolError } from "./protocol-error.js";

/** RFC 6749, section 4.1.2 allows ten minutes at most. */
export const CODE_LIFETIME = 60 * SECOND;

export interface NewCode {
  /** In clear; it is never stored. */
  value: string;
  clientId: string;
  userId: string;
  scopes: readonly string[];
  /** As the client sent it; empty when it relied on the one that is registered. */
  redirectUri: string;
  /** Of the method S256. */
  codeChallenge: string;
}

/** What the client brings to redeem a code. */
export interface PresentedCode {
  code: string;
  redirectUri: string;
  /** The registered addresses, one of which may stand for a parameter that was left out. */
  registered: readonly string[];
  codeVerifier: string;
}

interface CodeRow {
  id: string;
  client_id: string;
  user_id: string;
  family_id: string;
  scopes: string;
  redirect_uri: string;
  code_challenge: string;
  expires_at: number;
  redeemed_at: number | null;
  revoked_at: number | null;
}

/** A code that may be redeemed. */
export interface LivingCode {
  id: string;
  family: Family;
  scopes: string[];
  challenge: { codeChallenge: string; codeChallengeMethod: "S256" };
}

const unusable = (): ProtocolError =>
  new ProtocolError("invalid_grant", "The code is unknown, expired, spent or not this client's.");

/** Part of a transaction that holds the parties. */
export async function saveCode(trx: Knex.Transaction, code: NewCode): Promise<void> {
  await trx("oauth_authorization_codes").insert({
    id: uuidv7(),
    client_id: code.clientId,
    user_id: code.userId,
    family_id: uuidv7(),
    code_hash: sha256(code.value),
    scopes: JSON.stringify(code.scopes),
    redirect_uri: code.redirectUri,
    code_challenge: code.codeChallenge,
    expires_at: now() + CODE_LIFETIME,
    created_at: now(),
  });
}

/**
 * The code, with its account locked. Whoever does not prove to be the one that asked for it changes nothing.
 * A second redemption ends what the first one gave (RFC 6749, section 4.1.2).
 * @throws ProtocolError invalid_grant
 */
export async function takeCode(
  trx: Knex.Transaction,
  clientId: string,
  presented: PresentedCode,
  origin: Origin,
): Promise<LivingCode> {
  if (!isWellFormedToken(presented.code, AUTHORIZATION_CODE)) throw unusable();
  const find = () =>
    trx("oauth_authorization_codes")
      .where({ code_hash: sha256(presented.code), client_id: clientId })
      .first() as Promise<CodeRow | undefined>;
  const found = await find();
  if (!found) throw unusable();
  assertSameRedirect(found, presented);
  assertVerifier(found, presented.codeVerifier);
  await lockParties(trx, found.user_id, clientId);
  const row = (await find())!; // as it is behind the lock
  if (row.redeemed_at !== null) await endReplayed(trx, row, origin);
  if (row.revoked_at !== null || row.expires_at <= now()) throw unusable();
  return {
    id: row.id,
    family: newFamily(clientId, row.user_id, row.family_id),
    scopes: JSON.parse(row.scopes) as string[],
    challenge: { codeChallenge: row.code_challenge, codeChallengeMethod: "S256" },
  };
}

/** Spends the code; whether this request is the one that did. */
export async function spendCode(trx: Knex.Transaction, id: string): Promise<boolean> {
  const spent = await trx("oauth_authorization_codes")
    .where({ id })
    .whereNull("redeemed_at")
    .update({ redeemed_at: now() });
  return spent === 1;
}

/** RFC 6749, section 4.1.3: the same address as in the authorization request, if it was part of that. */
function assertSameRedirect(
  { redirect_uri: asked }: CodeRow,
  { redirectUri, registered }: PresentedCode,
): void {
  const isSame =
    asked === "" ? redirectUri === "" || registered.includes(redirectUri) : redirectUri === asked;
  if (!isSame)
    throw new ProtocolError("invalid_grant", "redirect_uri is not the one of the authorization request.");
}

/** RFC 7636, section 4.6, method S256. */
function assertVerifier({ code_challenge: challenge }: CodeRow, verifier: string): void {
  const isVerifier = /^[A-Za-z0-9\-._~]{43,128}$/.test(verifier);
  const hash = createHash("sha256").update(verifier).digest("base64url");
  if (!isVerifier || !equalsInConstantTime(hash, challenge))
    throw new ProtocolError("invalid_grant", "code_verifier does not belong to the code_challenge.");
}

async function endReplayed(trx: Knex.Transaction, row: CodeRow, origin: Origin): Promise<never> {
  const changes = { client_id: row.client_id, ...(await revokeFamily(trx, row.family_id)) };
  const subject = { type: "user", id: row.user_id };
  await recordActivity(
    trx,
    { event: "authorization_code_replayed", actorId: null, subject, changes },
    origin,
  );
  throw new LastingRefusal("invalid_grant", "The code was redeemed before; what it gave is revoked.");
}
