import { randomInt } from "node:crypto";
import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { isUniqueViolation } from "../../../database/errors.js";
import { inTransaction } from "../../../database/transaction.js";
import { MINUTE, now } from "../../../lib/clock.js";
import { DEVICE_CODE, generateToken, sha256 } from "../../../lib/secrets.js";
import { lockActing } from "../../organisations/rules.js";
import { ProtocolError } from "../protocol-error.js";
import { OAuthClient } from "../../../models/oauth-client.js";
import { recordActivity } from "../../audit/record.js";
import { lockActiveActor } from "../../access/locks.js";
import { inActorContext, type ActorContext, type ActorCall } from "../../context.js";
import type { Services } from "../../services.js";
import { lockClientShared } from "../clients/client-locks.js";
import { saveLogin, type Proof } from "./logins.js";
import { readResources, storedResources, type Resources } from "../tokens/resources.js";

export const DEVICE_CODE_LIFETIME = 10 * MINUTE;
/** Seconds between two requests of a device; each early request adds as many (RFC 8628, section 3.5). */
export const POLL_INTERVAL = 5;

/** Consonants only: no words by chance and no similar characters (RFC 8628, section 6.1). */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
const USER_CODE_LENGTH = 8;

export interface DeviceCodes {
  deviceCode: string;
  /** Formatted for display: two groups of four letters. */
  userCode: string;
}

/** A request that waits for the user's approval. */
export interface DeviceRequest {
  id: string;
  /** As the device displays it. */
  userCode: string;
  client: OAuthClient;
  scopes: string[];
  resources: Resources;
  /** The organisation for which the user grants it; null for none. */
  organisationId?: string | null;
}

export interface DeviceRow {
  id: string;
  client_id: string;
  user_id: string | null;
  organisation_id: string | null;
  scopes: string;
  resources: string | null;
  expires_at: number;
  interval_seconds: number;
  approved_at: number | null;
  denied_at: number | null;
  redeemed_at: number | null;
  revoked_at: number | null;
}

/** Creates a device code and a user code. The unique index decides whether the user code is free. */
export async function createDeviceCodes(
  { knex }: Services,
  clientId: string,
  scopes: readonly string[],
  resources: Resources = null,
): Promise<DeviceCodes> {
  for (;;)
    try {
      return await inTransaction(knex, async (trx) => {
        await lockClientShared(trx, clientId);
        return insertCodes(trx, clientId, scopes, resources);
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
}

async function insertCodes(
  trx: Knex.Transaction,
  clientId: string,
  scopes: readonly string[],
  resources: Resources,
): Promise<DeviceCodes> {
  const deviceCode = generateToken(DEVICE_CODE);
  const letters = Array.from({ length: USER_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    "",
  );
  await trx("oauth_device_codes").insert({
    id: uuidv7(),
    client_id: clientId,
    device_code_hash: sha256(deviceCode),
    user_code_hash: sha256(letters),
    scopes: JSON.stringify(scopes),
    resources: storedResources(resources),
    expires_at: now() + DEVICE_CODE_LIFETIME,
    interval_seconds: POLL_INTERVAL,
    created_at: now(),
  });
  return { deviceCode, userCode: shown(letters) };
}

const shown = (letters: string): string => `${letters.slice(0, 4)}-${letters.slice(4)}`;

/** The letters of a typed code, without blanks and any kind of dash. */
const lettersOf = (typed: string): string => typed.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, "");

/** The pending request with this user code. */
export async function findDeviceRequest(knex: Knex, userCode: string): Promise<DeviceRequest | null> {
  const letters = lettersOf(userCode);
  if (letters.length !== USER_CODE_LENGTH) return null;
  const row = (await waiting(knex)
    .where({ user_code_hash: sha256(letters) })
    .first()) as DeviceRow | undefined;
  const client = row && (await OAuthClient.query(knex).findById(row.client_id).whereNull("revoked_at"));
  if (!client) return null;
  const granted = { scopes: JSON.parse(row.scopes) as string[], resources: readResources(row.resources) };
  return { id: row.id, userCode: shown(letters), client, ...granted };
}

const waiting = (knex: Knex) =>
  knex("oauth_device_codes")
    .where("expires_at", ">", now())
    .whereNull("approved_at")
    .whereNull("denied_at")
    .whereNull("revoked_at");

/**
 * Approves or denies the device, once. `request.scopes` are the granted scopes.
 * @param proof of the user in the browser session that approves; null denies
 * @returns false when the request has expired or was decided before
 * @throws ActionForbidden when the account or its session has ended; ProtocolError when the client was deleted, or
 * the user isn't a member of the organisation any more
 */
export async function decideDeviceRequest(
  call: ActorCall,
  request: DeviceRequest,
  proof: Proof | null,
): Promise<boolean> {
  return inActorContext(call, async (context) => {
    const { trx, actor, origin } = context;
    await lockActiveActor(context);
    const allowed = proof !== null;
    const organisationId = (allowed && request.organisationId) || null;
    if (organisationId !== null && !(await lockActing(trx, actor, organisationId)))
      throw new ProtocolError("access_denied", "The user can't act for the organisation.");
    await lockClientShared(trx, request.client.id);
    const decided = await waiting(trx)
      .where({ id: request.id })
      .update({
        user_id: actor.id,
        organisation_id: organisationId,
        scopes: JSON.stringify(request.scopes),
        [allowed ? "approved_at" : "denied_at"]: now(),
      });
    if (decided === 0) return false;
    if (allowed && request.scopes.includes("openid")) await signIn(context, request, proof);
    const event = allowed ? "application_authorized" : "application_denied";
    const subject = { type: "oauth_client", id: request.client.id };
    const changes = {
      scopes: request.scopes,
      ...(organisationId !== null && { organisation_id: organisationId }),
      grant: "device_code",
    };
    const { id, name } = request.client;
    const forEvents = { data: { application: { id, name }, scopes: request.scopes } };
    await recordActivity(trx, { event, actorId: actor.id, subject, changes, forEvents }, origin);
    return true;
  });
}

/** The device is signed in by the browser session that approves it. The grant of a device has the id of its code. */
const signIn = (
  { trx, actor }: ActorContext,
  { id: familyId, client }: DeviceRequest,
  proof: Proof,
): Promise<void> =>
  saveLogin(trx, {
    ...proof,
    familyId,
    clientId: client.id,
    userId: actor.id,
    sessionId: actor.sessionId!,
    nonce: null,
    claims: null,
    notifiesLogout: client.options.backchannel_logout_uri !== null,
  });
