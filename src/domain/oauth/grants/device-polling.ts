import type { Knex } from "knex";
import { now, SECOND } from "../../../lib/clock.js";
import { DEVICE_CODE, isWellFormedToken, sha256 } from "../../../lib/secrets.js";
import { lockUserAndClient } from "../clients/client-locks.js";
import { ErrorThatCommits, ProtocolError } from "../protocol-error.js";
import { readResources } from "../tokens/resources.js";
import { newFamily, type TokenFamily } from "./families.js";
import { POLL_INTERVAL, type DeviceRow } from "./device-codes.js";

/** A device code that was approved. */
export interface ApprovedDevice {
  family: TokenFamily;
  scopes: string[];
}

const unusable = (): ProtocolError =>
  new ProtocolError("invalid_grant", "The device code is unknown, already used or issued to another client.");

/**
 * Answers a device's request for a token (RFC 8628, section 3.5). The account is locked once the request is approved.
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
  const locked =
    found.approved_at === null
      ? null
      : await lockUserAndClient(trx, found.user_id!, clientId, found.organisation_id);
  const row = (await find())!; // read again under the lock
  if (row.redeemed_at !== null || row.revoked_at !== null) throw unusable();
  // the device stops after these two, so it isn't told to go on more slowly
  if (row.denied_at !== null) throw new ProtocolError("access_denied", "The request was denied.");
  if (row.expires_at <= now()) throw new ProtocolError("expired_token", "The device code has expired.");
  await assertPace(trx, row);
  if (locked === null) throw new ErrorThatCommits("authorization_pending", "The user hasn't decided yet.");
  const { id, organisation_id: organisationId } = row;
  const grant = {
    id,
    clientId,
    userId: row.user_id!,
    organisationId,
    resources: readResources(row.resources),
  };
  return { family: newFamily(grant, locked.organisation), scopes: JSON.parse(row.scopes) as string[] };
}

/**
 * How much earlier than the interval a request can be: half of what is advertised. A device that sends requests at a fixed rate
 * is early whenever the network was faster than before.
 */
const TOLERANCE = (POLL_INTERVAL * SECOND) / 2;

/** Records the request. An early one makes the interval longer. */
async function assertPace(
  trx: Knex.Transaction,
  { id, interval_seconds: interval }: DeviceRow,
): Promise<void> {
  const inTime = await trx("oauth_device_codes")
    .where({ id })
    .where((query) =>
      query
        .whereNull("last_polled_at")
        .orWhereRaw("last_polled_at + interval_seconds * ? <= ?", [SECOND, now() + TOLERANCE]),
    )
    .update({ last_polled_at: now() });
  if (inTime === 1) return;
  await trx("oauth_device_codes").where({ id }).increment("interval_seconds", POLL_INTERVAL);
  throw new ErrorThatCommits("slow_down", `Wait ${interval + POLL_INTERVAL} seconds between requests.`);
}

/** Marks the code as spent. @returns false when another request has spent it */
export async function spendDeviceCode(trx: Knex.Transaction, id: string): Promise<boolean> {
  const spent = await trx("oauth_device_codes")
    .where({ id })
    .whereNull("redeemed_at")
    .whereNull("revoked_at")
    .update({ redeemed_at: now() });
  return spent === 1;
}
