import { v5 as uuidv5 } from "uuid";
import type { RowReader } from "../../../database/row-reader.js";
import { andThen, type Awaitable } from "../../../lib/awaitable.js";
import { isLoopback } from "../../../lib/network/private-addresses.js";
import type { RegisteredClient } from "../../../models/oauth-client.js";
import { findClient } from "./client-locks.js";

const LONGEST_URL = 1000;

/** The `client_id`: the id of the row, or the address of the document that describes the client. */
export const clientIdOf = ({ id, document_url }: Pick<RegisteredClient, "id" | "document_url">): string =>
  document_url ?? id;

/** Whether the client comes with a document, or registered itself, so that no administrator has seen it before. */
export const describesItself = ({
  document_url,
  registered_itself,
}: Pick<RegisteredClient, "document_url" | "registered_itself">): boolean =>
  document_url !== null || registered_itself;

/** The id of the row of a client with a document, so that there is one row for each address. */
export const idForDocument = (url: string): string => uuidv5(url, uuidv5.URL);

/**
 * Whether a `client_id` is the address of a document (draft-ietf-oauth-client-id-metadata-document, section 3): https with a path, and
 * no fragment, user or dot segments. Http leads to this machine only, for development. An address that a URL parser would
 * write differently is none, because addresses are compared as texts.
 */
export function isDocumentUrl(clientId: string): boolean {
  if (!/^https?:\/\/[^#]+$/.test(clientId) || clientId.length > LONGEST_URL) return false;
  if (!URL.canParse(clientId)) return false;
  const { href, username, password, protocol, hostname } = new URL(clientId);
  const isPlain = href === clientId && username === "" && password === "";
  return isPlain && (protocol === "https:" || isLoopback(hostname));
}

/** The active client that a request names, as it is stored. */
export function findNamedClient(rows: RowReader, clientId: string): Awaitable<RegisteredClient | undefined> {
  const id = isDocumentUrl(clientId) ? idForDocument(clientId) : clientId;
  return andThen(findClient(rows, id), (client) =>
    client !== undefined && clientIdOf(client) === clientId ? client : undefined,
  );
}
