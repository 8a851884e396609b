import type { IncomingHttpHeaders } from "node:http";
import { DAY, HOUR, MINUTE, now, SECOND } from "../../../lib/clock.js";
import { countHit, type CounterStore } from "../../../lib/counters/counters.js";
import { addressGroup } from "../../../lib/network/networks.js";
import { isLoopback } from "../../../lib/network/private-addresses.js";
import { sendRequest, type Answer } from "../../../lib/network/send-request.js";
import { isObject, jsonIn } from "../../../lib/text/json.js";
import type { Services } from "../../services.js";
import { idForDocument } from "../clients/client-ids.js";
import type { ValidClient } from "../clients/client-input.js";
import { ProtocolError } from "../protocol-error.js";
import { clientFromMetadata, METHODS, type ClientMetadata } from "./client-metadata.js";

/** How long the host of a document has to answer. */
const ANSWER_WITHIN = 5 * SECOND;
/**
 * In bytes. The draft recommends 5 kB (section 8.7), which isn't enough for several keys. What two documents and their keys say
 * fits into one row of the audit log.
 */
const LONGEST_DOCUMENT = 15 * 1024;
/** How long a document is used: what its host says, within these limits. */
const SHORTEST = 5 * MINUTE;
const USUAL = HOUR;
const LONGEST = DAY;

/** How many documents of clients that aren't in use are read a minute. Nobody can use up the limit of a host alone. */
const FOR_ONE_ADDRESS = 5;
const FROM_ONE_HOST = 10;
const IN_ALL = 60;
/** How often a minute the document of another client is read, in case that fails. */
const OF_ONE_IN_USE = 10;

/** The document of a client can't be used. The description is for the client's developer. */
export class DocumentRejected extends ProtocolError {
  /** @param isTemporary whether the document couldn't be read, so that it may be right */
  constructor(
    description: string,
    readonly isTemporary = false,
  ) {
    super("invalid_client", description);
  }
}

interface Asked {
  isUsed: boolean;
  ip: string;
}

export interface FetchedDocument {
  client: ValidClient;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/**
 * Reads the document of a client (draft-ietf-oauth-client-id-metadata-document).
 * @param asked whether the client is in use, and the address of the request that names it
 * @throws DocumentRejected; ServiceBusy
 */
export async function fetchDocument(services: Services, url: string, asked: Asked): Promise<FetchedDocument> {
  await assertFew(services.counters, url, asked);
  const { metadata, expiresAt } = await fetchJson(services, url);
  if (metadata["client_id"] !== url)
    throw new DocumentRejected("client_id in the client's document isn't the address of the document.");
  const keysAt = metadata["jwks_uri"];
  const jwks = keysAt === undefined ? metadata["jwks"] : await fetchKeys(services, url, keysAt);
  try {
    return { client: clientFromMetadata({ ...metadata, jwks }, METHODS), expiresAt };
  } catch (error) {
    throw error instanceof ProtocolError ? new DocumentRejected(error.description) : error;
  }
}

/** The keys must be on the server of the document, so that an address in it leads nowhere else. */
async function fetchKeys(services: Services, documentUrl: string, keysAt: unknown): Promise<ClientMetadata> {
  const isThere =
    typeof keysAt === "string" &&
    URL.canParse(keysAt) &&
    new URL(keysAt).origin === new URL(documentUrl).origin;
  if (!isThere) throw new DocumentRejected("jwks_uri must be on the server of the client's document.");
  return (await fetchJson(services, keysAt)).metadata;
}

async function fetchJson(
  services: Services,
  url: string,
): Promise<{ metadata: ClientMetadata; expiresAt: number }> {
  const { headers, body } = await request(services, new URL(url));
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(headers["content-type"] ?? ""))
    throw new DocumentRejected("The client's document must be application/json.");
  return { metadata: objectIn(body), expiresAt: now() + lifetimeOf(headers) };
}

async function request({ config, log }: Services, url: URL): Promise<Answer> {
  const isHere = config.env.CLIENT_DOCUMENTS_ALLOW_LOOPBACK && isLoopback(url.hostname);
  const answer = await sendRequest(url, {
    method: "GET",
    headers: { Accept: "application/json" },
    timeoutMs: ANSWER_WITHIN,
    publicOnly: !isHere,
    longest: LONGEST_DOCUMENT,
  }).catch((error: unknown) => {
    log.info({ err: error, url: url.href }, "could not read the document of a client");
    throw new DocumentRejected("The client's document can't be read.", true);
  });
  if (answer.status !== 200)
    throw new DocumentRejected(
      "The client's document wasn't answered with status 200.",
      answer.status >= 500,
    );
  return answer;
}

/** A client in use has a limit of its own, so that strangers who name others can't keep its document from being read again. */
async function assertFew(counters: CounterStore, url: string, { isUsed, ip }: Asked): Promise<void> {
  const limits: [key: string, most: number][] = isUsed
    ? [[idForDocument(url), OF_ONE_IN_USE]]
    : [
        [`ip:${addressGroup(ip)}`, FOR_ONE_ADDRESS],
        [new URL(url).hostname, FROM_ONE_HOST],
        ["", IN_ALL],
      ];
  for (const [key, most] of limits) {
    const { hits } = await countHit(counters, `client-documents:${key}`, MINUTE);
    if (hits > most) throw new DocumentRejected("Too many documents of clients are read at once.", true);
  }
}

function objectIn(body: string): ClientMetadata {
  const value = jsonIn(body);
  if (isObject(value)) return value;
  throw new DocumentRejected("The client's document must be a JSON object.");
}

/** How long an answer may be kept (RFC 9111, section 4.2.1), in milliseconds. */
function lifetimeOf(headers: IncomingHttpHeaders): number {
  const { "cache-control": control = "", age = "0", expires } = headers;
  if (/\bno-(store|cache)\b/i.test(control)) return SHORTEST;
  const seconds = /\bs-maxage="?(\d+)/i.exec(control)?.[1] ?? /\bmax-age="?(\d+)/i.exec(control)?.[1];
  const until = expires === undefined ? NaN : Date.parse(expires) - now();
  const ms = seconds === undefined ? until : (Number(seconds) - (Number(age) || 0)) * SECOND;
  return Number.isNaN(ms) ? USUAL : Math.min(Math.max(ms, SHORTEST), LONGEST);
}
