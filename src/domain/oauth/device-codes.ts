import { randomInt } from "node:crypto";
import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { isUniqueViolation } from "../../database/errors.js";
import { inTransaction } from "../../database/transaction.js";
import { MINUTE, now, SECOND } from "../../lib/clock.js";
import { DEVICE_CODE, generateToken, isWellFormedToken, sha256 } from "../../lib/secrets.js";
import { OAuthClient } from "../../models/oauth-client.js";
import { recordActivity } from "../audit/record.js";
import { lockActiveActor } from "../access/locks.js";
import { inActorContext, type Caller } from "../context.js";
import type { Services } from "../services.js";
import { holdClient, lockParties } from "./parties.js";
import { LastingRefusal, ProtocolError } from "./protocol-error.js";

export const DEVICE_CODE_LIFETIME = 10 * MINUTE;
/** Seconds between two questions of a device; each one that comes too early adds as many (RFC 8628, section 3.5). */
export const POLL_INTERVAL = 5;

/** Consonants and "X": no word comes out by chance, and nothing looks like something else (RFC 8628, section 6.1). */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
const USER_CODE_LENGTH = 8;

export interface DeviceCodes {
  deviceCode: string;
  /** As it is shown: two groups of four. */
  userCode: string;
}

/** What somebody is asked to approve. */
export interface DeviceRequest {
  id: string;
  /** As the device shows it. */
  userCode: string;
  client: OAuthClient;
  scopes: string[];
}

interface DeviceRow {
  id: string;
  client_id: string;
  user_id: string | null;
  scopes: string;
  expires_at: number;
  interval_seconds: number;
  approved_at: number | null;
  denied_at: number | null;
  redeemed_at: number | null;
  revoked_at: number | null;
}

/** Makes a pair of codes; that the short one is free is decided by the index. */
export async function createDeviceCodes(
  { knex }: Services,
  clientId: string,
  scopes: readonly string[],
): Promise<DeviceCodes> {
  for (;;)
    try {
      return await inTransaction(knex, async (trx) => {
        await holdClient(trx, clientId);
        return insertCodes(trx, clientId, scopes);
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
}

async function insertCodes(
  trx: Knex.Transaction,
  clientId: string,
  scopes: readonly string[],
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
    expires_at: now() + DEVICE_CODE_LIFETIME,
    interval_seconds: POLL_INTERVAL,
    created_at: now(),
  });
  return { deviceCode, userCode: shown(letters) };
}

const shown = (letters: string): string => `${letters.slice(0, 4)}-${letters.slice(4)}`;

/** The letters of a code as somebody typed it in, with whatever dash their keyboard makes. */
const lettersOf = (typed: string): string => typed.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, "");

/** What waits for a decision under this code. */
export async function findDeviceRequest(knex: Knex, userCode: string): Promise<DeviceRequest | null> {
  const letters = lettersOf(userCode);
  if (letters.length !== USER_CODE_LENGTH) return null;
  const row = (await waiting(knex)
    .where({ user_code_hash: sha256(letters) })
    .first()) as DeviceRow | undefined;
  const client = row && (await OAuthClient.query(knex).findById(row.client_id).whereNull("revoked_at"));
  if (!client) return null;
  return { id: row.id, userCode: shown(letters), client, scopes: JSON.parse(row.scopes) as string[] };
}

const waiting = (knex: Knex) =>
  knex("oauth_device_codes")
    .where("expires_at", ">", now())
    .whereNull("approved_at")
    .whereNull("denied_at")
    .whereNull("revoked_at");

/**
 * Lets the device in, or not; once. What is granted are the scopes of the request as it is handed in.
 * @returns whether this decision counts: false when it came too late, or another one was first
 * @throws ActionForbidden when the account or its session ended meanwhile, ProtocolError when the client did
 */
export async function decideDeviceRequest(
  caller: Caller,
  request: DeviceRequest,
  allowed: boolean,
): Promise<boolean> {
  return inActorContext(caller, async (context) => {
    const { trx, actor, origin } = context;
    await lockActiveActor(context);
    await holdClient(trx, request.client.id);
    const decided = await waiting(trx)
      .where({ id: request.id })
      .update({
        user_id: actor.id,
        scopes: JSON.stringify(request.scopes),
        [allowed ? "approved_at" : "denied_at"]: now(),
      });
    if (decided === 0) return false;
    const event = allowed ? "application_authorized" : "application_denied";
    const subject = { type: "oauth_client", id: request.client.id };
    const changes = { scopes: request.scopes, grant: "device_code" };
    await recordActivity(trx, { event, actorId: actor.id, subject, changes }, origin);
    return true;
  });
}

/** A device code that was approved. */
export interface ApprovedDevice {
  id: string;
  userId: string;
  scopes: string[];
}

const unusable = (): ProtocolError =>
  new ProtocolError("invalid_grant", "The device code is unknown, spent or not this client's.");

/**
 * What a device gets when it asks (RFC 8628, section 3.5), with the account locked once there is one.
 * @throws ProtocolError invalid_grant, expired_token, access_denied, slow_down, authorization_pending
 */
export async function pollDeviceCode(
  trx: Knex.Transaction,
  clientId: string,
  deviceCode: string,
): Promise<ApprovedDevice> {
  if (!isWellFormedToken(deviceCode, DEVICE_CODE)) throw unusable();
  const find = () =>
    trx("oauth_device_codes")
      .where({ device_code_hash: sha256(deviceCode), client_id: clientId })
      .first() as Promise<DeviceRow | undefined>;
  const found = await find();
  if (!found) throw unusable();
  if (found.approved_at !== null) await lockParties(trx, found.user_id!, clientId);
  await assertPace(trx, found);
  const row = (await find())!; // as it is behind the lock
  if (row.redeemed_at !== null || row.revoked_at !== null) throw unusable();
  if (row.denied_at !== null) throw new ProtocolError("access_denied", "The request was denied.");
  if (row.expires_at <= now()) throw new ProtocolError("expired_token", "The device code has expired.");
  if (found.approved_at === null)
    throw new LastingRefusal("authorization_pending", "Nobody has decided yet.");
  return { id: row.id, userId: row.user_id!, scopes: JSON.parse(row.scopes) as string[] };
}

/** Notes the question; one that comes too early makes the next ones wait longer. */
async function assertPace(
  trx: Knex.Transaction,
  { id, interval_seconds: interval }: DeviceRow,
): Promise<void> {
  const inTime = await trx("oauth_device_codes")
    .where({ id })
    .where((query) =>
      query
        .whereNull("last_polled_at")
        .orWhereRaw("last_polled_at + interval_seconds * ? <= ?", [SECOND, now()]),
    )
    .update({ last_polled_at: now() });
  if (inTime === 1) return;
  await trx("oauth_device_codes").where({ id }).increment("interval_seconds", POLL_INTERVAL);
  throw new LastingRefusal("slow_down", `Ask every ${interval + POLL_INTERVAL} seconds.`);
}

/** Spends the code; whether this request is the one that did. */
export async function spendDeviceCode(trx: Knex.Transaction, id: string): Promise<boolean> {
  const spent = await trx("oauth_device_codes")
    .where({ id })
    .whereNull("redeemed_at")
    .whereNull("revoked_at")
    .update({ redeemed_at: now() });
  return spent === 1;
}
