import type { Knex } from "knex";
import { now, SECOND } from "../../../lib/clock.js";
import { DEVICE_CODE, isWellFormedToken, sha256 } from "../../../lib/secrets.js";
import { lockUserAndClient } from "../clients/client-locks.js";
import { ErrorThatCommits, ProtocolError } from "../protocol-error.js";
import { readResources, type Resources } from "../tokens/resources.js";
import { POLL_INTERVAL, type DeviceRow } from "./device-codes.js";

/** A device code that was approved. */
export interface ApprovedDevice {
  id: string;
  userId: string;
  organisationId: string | null;
  scopes: string[];
  resources: Resources;
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
  if (found.approved_at !== null)
    await lockUserAndClient(trx, found.user_id!, clientId, found.organisation_id);
  const row = (await find())!; // read again under the lock
  if (row.redeemed_at !== null || row.revoked_at !== null) throw unusable();
  // the device stops after these two, so it isn't told to go on more slowly
  if (row.denied_at !== null) throw new ProtocolError("access_denied", "The request was denied.");
  if (row.expires_at <= now()) throw new ProtocolError("expired_token", "The device code has expired.");
  await assertPace(trx, row);
  if (found.approved_at === null)
    throw new ErrorThatCommits("authorization_pending", "The user hasn't decided yet.");
  const granted = { scopes: JSON.parse(row.scopes) as string[], resources: readResources(row.resources) };
  return { id: row.id, userId: row.user_id!, organisationId: row.organisation_id, ...granted };
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
