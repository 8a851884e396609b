import { lookup, type LookupAddress, type LookupOptions } from "node:dns";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { isPrivateAddress, isPrivateHost } from "./private-addresses.js";

/** A request to a server whose address someone else has chosen. */
export interface OutgoingRequest {
  method: "GET" | "POST";
  headers: Record<string, string | number>;
  body?: string;
  /** Of the whole exchange. */
  timeoutMs: number;
  /** Rejects private addresses, including those that a name resolves to. */
  publicOnly: boolean;
  /** The length in bytes from which an answer is too long. */
  longest: number;
  /** Whether a longer answer is cut off there, instead of being an error. */
  cutsOff?: boolean;
}

/** The host is, or its name leads to, an address that isn't on the public internet. */
export class AddressNotPublic extends Error {
  constructor(host: string) {
    super(`${host} is a private address`);
  }
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/**
 * Sends a request to another server. Redirects aren't followed, because they could lead elsewhere.
 * @throws when there is no answer in time, or it is too long
 */
export async function sendRequest(url: URL, options: OutgoingRequest): Promise<Answer> {
  const { method, headers, body, timeoutMs, publicOnly } = options;
  // a literal address isn't looked up
  if (publicOnly && isPrivateHost(url.hostname)) throw new AddressNotPublic(url.hostname);
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        headers,
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(publicOnly ? { lookup: lookupPublic } : {}),
      },
      (response) => void readAnswer(response, options).then(resolve, reject),
    );
    sent.on("error", reject).end(body);
  });
}

async function readAnswer(
  response: http.IncomingMessage,
  { longest, cutsOff = false }: OutgoingRequest,
): Promise<Answer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    parts.push(part);
    if (length <= longest) continue;
    if (!cutsOff) throw new Error("the answer is too long");
    break; // which closes the connection
  }
  const { statusCode: status = 0, headers } = response;
  return { status, headers, body: Buffer.concat(parts).subarray(0, longest).toString("utf8") };
}

/** Resolves the name when the connection is made, so that a later DNS answer can't replace the checked one. */
export const lookupPublic: LookupFunction = (host, options: LookupOptions, done) => {
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, "");
    const found = addresses.filter(({ address }) => !isPrivateAddress(address));
    if (found.length === 0) return done(new AddressNotPublic(host), "");
    if (options.all) return done(null, found);
    done(null, found[0]!.address, found[0]!.family);
  });
};
