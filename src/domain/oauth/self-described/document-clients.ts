import type { Knex } from "knex";
import { isUniqueViolation } from "../../../database/errors.js";
import { inTransaction } from "../../../database/transaction.js";
import type { Environment } from "../../../config/env.js";
import type { Awaitable } from "../../../lib/awaitable.js";
import { DAY, now } from "../../../lib/clock.js";
import { CLIENT_SECRET, generateToken, sha256 } from "../../../lib/secrets.js";
import { OAuthClient, type RegisteredClient } from "../../../models/oauth-client.js";
import { ownOrigin } from "../../audit/origin.js";
import type { ActivityEvent } from "../../audit/activities.js";
import { recordActivity } from "../../audit/record.js";
import type { Services } from "../../services.js";
import type { SettingsSnapshot } from "../../settings/settings.js";
import { useForEvents } from "../../administration/client-activity.js";
import { columnsOf, differenceOf } from "../clients/client-columns.js";
import { findNamedClient, idForDocument, isDocumentUrl } from "../clients/client-ids.js";
import { DocumentRejected, fetchDocument, type FetchedDocument } from "./document-fetch.js";
import { hasRoom, isInUse } from "./unused-clients.js";

/** How long a client is known whose document can't be read again. */
const USABLE_FOR = DAY;

/**
 * The active client that a request names. A document that isn't known or has expired is read, and its client is stored.
 * @param ip the address of the request
 * @throws DocumentRejected when the document can't be used; ServiceBusy
 */
export const admitClient = (
  services: Services,
  clientId: string,
  ip: string,
): Awaitable<RegisteredClient | undefined> =>
  isDocumentUrl(clientId)
    ? admitDocumentClient(services, clientId, ip)
    : findNamedClient(services.rows, clientId);

async function admitDocumentClient(
  services: Services,
  url: string,
  ip: string,
): Promise<RegisteredClient | undefined> {
  if (!isAllowed(services.config.env, await services.settings.read(), url)) return undefined;
  const known = await findNamedClient(services.rows, url);
  if (known && known.document_expires_at! > now()) return known;
  if (!known && (await isDeleted(services.knex, url))) return undefined;
  try {
    const isUsed = known !== undefined && (await isInUse(services.knex, known.id));
    await store(services.knex, url, await fetchDocument(services, url, { isUsed, ip }));
  } catch (error) {
    const isTemporary = error instanceof DocumentRejected && error.isTemporary;
    if (known && isTemporary && known.document_expires_at! + USABLE_FOR > now()) return known;
    throw error;
  }
  return findNamedClient(services.rows, url);
}

/** The setting applies to each request, so that turning it off ends what clients with documents can get. */
function isAllowed(env: Environment, settings: SettingsSnapshot, url: string): boolean {
  const { protocol, hostname } = new URL(url);
  if (protocol === "http:" && !env.CLIENT_DOCUMENTS_ALLOW_LOOPBACK) return false;
  const allowed = settings.get("oauth.client_id_documents");
  const domains = settings.get("oauth.client_id_document_domains").split("\n");
  return allowed === "any" || (allowed === "domains" && domains.includes(hostname));
}

/** The row of a client that an administrator has deleted is kept, so that its document doesn't bring it back. */
const isDeleted = async (knex: Knex, url: string): Promise<boolean> =>
  (await knex("oauth_clients")
    .where({ id: idForDocument(url) })
    .first("id")) !== undefined;

/** Two first requests at once make one row, because both have the same id. */
async function store(knex: Knex, url: string, fetched: FetchedDocument): Promise<void> {
  try {
    await inTransaction(knex, (trx) => storeIn(trx, url, fetched));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
}

async function storeIn(trx: Knex.Transaction, url: string, { client, expiresAt }: FetchedDocument) {
  const id = idForDocument(url);
  const times = { document_fetched_at: now(), document_expires_at: expiresAt };
  const { type } = client;
  // nobody knows the secret: the client authenticates with its keys
  const secret_hash = type === "confidential" ? sha256(generateToken(CLIENT_SECRET)) : null;
  const row = await OAuthClient.query(trx).findById(id).forUpdate();
  if (!row) {
    if (!(await hasRoom(trx, "with a document")))
      throw new DocumentRejected("Too many new clients wait for their first user.", true);
    const columns = columnsOf(client);
    await OAuthClient.query(trx).insert({ id, ...columns, secret_hash, document_url: url, ...times });
    const { name, redirect_uris } = columns;
    return record(trx, "client_created", id, { name, type, redirect_uris, document_url: url });
  }
  const { after, difference } = differenceOf(row, columnsOf(client));
  await trx("oauth_clients").where({ id }).update(times);
  if (Object.keys(after).length === 0) return;
  await row.$query(trx).patch({ ...after, ...(after.type && { secret_hash }) });
  await record(trx, "client_updated", id, difference);
}

async function record(
  trx: Knex.Transaction,
  event: ActivityEvent,
  id: string,
  changes: object,
): Promise<void> {
  const subject = { type: "oauth_client", id };
  const forEvents = await useForEvents(trx, id);
  await recordActivity(trx, { event, actorId: null, subject, changes, forEvents }, ownOrigin());
}
