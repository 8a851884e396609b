import { createHash } from "node:crypto";
import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { now, SECOND } from "../../../lib/clock.js";
import { AUTHORIZATION_CODE, equalsInConstantTime, isWellFormedToken, sha256 } from "../../../lib/secrets.js";
import { recordActivity } from "../../audit/record.js";
import type { Origin } from "../../audit/origin.js";
import { newFamily, revokeFamily, type TokenFamily } from "./families.js";
import { lockUserAndClient } from "../clients/client-locks.js";
import { ErrorThatCommits, ProtocolError } from "../protocol-error.js";
import { readResources, storedResources, type Resources } from "../tokens/resources.js";

/** RFC 6749, section 4.1.2 allows ten minutes at most. */
export const CODE_LIFETIME = 60 * SECOND;

export interface NewCode {
  /** The plaintext value, which is never stored. */
  value: string;
  clientId: string;
  userId: string;
  scopes: readonly string[];
  /** As the client sent it; empty when it relied on the registered address. */
  redirectUri: string;
  /** The S256 code challenge; empty for a client that needn't send one. */
  codeChallenge: string;
  resources: Resources;
  /** The organisation that the grant is for; null for none. */
  organisationId: string | null;
  /** SHA-256 of the key with which the client must redeem the code (RFC 9449, section 10); null for any. */
  keyThumbprint: Buffer | null;
}

/** A token request with an authorization code. */
export interface PresentedCode {
  code: string;
  redirectUri: string;
  /** The registered addresses. A single one applies when the parameter is omitted. */
  registered: readonly string[];
  codeVerifier: string;
}

interface CodeRow {
  id: string;
  client_id: string;
  user_id: string;
  organisation_id: string | null;
  family_id: string;
  scopes: string;
  redirect_uri: string;
  code_challenge: string;
  resources: string | null;
  key_thumbprint: Buffer | null;
  expires_at: number;
  redeemed_at: number | null;
  revoked_at: number | null;
}

/** A code that can be redeemed. */
export interface ActiveCode {
  id: string;
  family: TokenFamily;
  scopes: string[];
  /** Empty for a request without one. */
  challenge: { codeChallenge?: string; codeChallengeMethod?: "S256" };
  keyThumbprint: Buffer | null;
}

const unusable = (): ProtocolError =>
  new ProtocolError(
    "invalid_grant",
    "The code is unknown, expired, already used or issued to another client.",
  );

/** Inserts the code. The caller's transaction has locked the user and the client. @returns the id of its grant */
export async function saveCode(trx: Knex.Transaction, code: NewCode): Promise<string> {
  const familyId = uuidv7();
  await trx("oauth_authorization_codes").insert({
    id: uuidv7(),
    client_id: code.clientId,
    user_id: code.userId,
    organisation_id: code.organisationId,
    family_id: familyId,
    code_hash: sha256(code.value),
    scopes: JSON.stringify(code.scopes),
    redirect_uri: code.redirectUri,
    code_challenge: code.codeChallenge,
    resources: storedResources(code.resources),
    key_thumbprint: code.keyThumbprint,
    expires_at: now() + CODE_LIFETIME,
    created_at: now(),
  });
  return familyId;
}

/**
 * Locks the account and validates the code. A request without the right client, redirect address or verifier changes
 * nothing. A second redemption revokes the tokens of the first (RFC 6749, section 4.1.2).
 * @throws ProtocolError invalid_grant
 */
export async function verifyCode(
  trx: Knex.Transaction,
  clientId: string,
  presented: PresentedCode,
  origin: Origin,
): Promise<ActiveCode> {
  if (!isWellFormedToken(presented.code, AUTHORIZATION_CODE)) throw unusable();
  const find = () =>
    trx("oauth_authorization_codes")
      .where({ code_hash: sha256(presented.code), client_id: clientId })
      .first() as Promise<CodeRow | undefined>;
  const found = await find();
  if (!found) throw unusable();
  assertSameRedirect(found, presented);
  assertVerifier(found, presented.codeVerifier);
  const { organisation } = await lockUserAndClient(trx, found.user_id, clientId, found.organisation_id);
  const row = (await find())!; // read again under the lock
  if (row.redeemed_at !== null) await endReplayed(trx, row, origin);
  if (row.revoked_at !== null || row.expires_at <= now()) throw unusable();
  return {
    id: row.id,
    family: newFamily(
      {
        id: row.family_id,
        clientId,
        userId: row.user_id,
        organisationId: row.organisation_id,
        resources: readResources(row.resources),
      },
      organisation,
    ),
    scopes: JSON.parse(row.scopes) as string[],
    challenge:
      row.code_challenge === "" ? {} : { codeChallenge: row.code_challenge, codeChallengeMethod: "S256" },
    keyThumbprint: row.key_thumbprint,
  };
}

/** Marks the code as spent. @returns false when another request has spent it */
export async function redeemCode(trx: Knex.Transaction, id: string): Promise<boolean> {
  const spent = await trx("oauth_authorization_codes")
    .where({ id })
    .whereNull("redeemed_at")
    .update({ redeemed_at: now() });
  return spent === 1;
}

/** RFC 6749, section 4.1.3: the address must equal that of the authorization request, if it had one. */
function assertSameRedirect(
  { redirect_uri: asked }: CodeRow,
  { redirectUri, registered }: PresentedCode,
): void {
  const isSame =
    asked === "" ? redirectUri === "" || registered.includes(redirectUri) : redirectUri === asked;
  if (!isSame)
    throw new ProtocolError(
      "invalid_grant",
      "redirect_uri differs from the one in the authorization request.",
    );
}

/** RFC 7636, section 4.6, method S256. */
function assertVerifier({ code_challenge: challenge }: CodeRow, verifier: string): void {
  if (challenge === "") {
    // a code from another request, whose challenge was removed on the way (RFC 9700, section 4.8.2)
    if (verifier !== "")
      throw new ProtocolError("invalid_grant", "The authorization request had no code_challenge.");
    return;
  }
  const isVerifier = /^[A-Za-z0-9\-._~]{43,128}$/.test(verifier);
  const hash = createHash("sha256").update(verifier).digest("base64url");
  if (!isVerifier || !equalsInConstantTime(hash, challenge))
    throw new ProtocolError("invalid_grant", "code_verifier doesn't match the code_challenge.");
}

async function endReplayed(trx: Knex.Transaction, row: CodeRow, origin: Origin): Promise<never> {
  const changes = { client_id: row.client_id, ...(await revokeFamily(trx, row.family_id)) };
  const subject = { type: "user", id: row.user_id };
  await recordActivity(
    trx,
    { event: "authorization_code_replayed", actorId: null, subject, changes },
    origin,
  );
  throw new ErrorThatCommits("invalid_grant", "The code was already used, so its tokens were revoked.");
}
