import { lookup, type LookupAddress, type LookupOptions } from "node:dns";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { isPrivateAddress, isPrivateHost } from "../network/private-addresses.js";

const LONGEST_ANSWER = 64 * 1024;

/**
 * Sends a form to another service. Redirects aren't followed, because they could send the data elsewhere.
 * @param options.timeoutMs of the whole exchange
 * @param options.publicOnly rejects private addresses, including those that a name resolves to
 * @returns the body of the answer. @throws on any status but 200 and 204, a body over 64 KiB, a timeout
 */
export async function postForm(
  url: URL,
  fields: Record<string, string>,
  { timeoutMs, publicOnly }: { timeoutMs: number; publicOnly: boolean },
): Promise<string> {
  if (publicOnly && isPrivateHost(url.hostname)) throw new Error(`${url.hostname} is a private address`);
  const body = new URLSearchParams(fields).toString();
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: "POST",
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          "Content-Length": Buffer.byteLength(body),
          Accept: "application/json",
        },
        ...(publicOnly ? { lookup: lookupPublic } : {}),
      },
      (response) => void readAnswer(response).then(resolve, reject),
    );
    sent.on("error", reject).end(body);
  });
}

async function readAnswer(response: http.IncomingMessage): Promise<string> {
  if (response.statusCode !== 200 && response.statusCode !== 204) {
    response.destroy();
    throw new Error(`unexpected status ${response.statusCode}`);
  }
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > LONGEST_ANSWER) throw new Error("the answer is too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Resolves the name when the connection is made, so that a later DNS answer can't replace the checked one. */
export const lookupPublic: LookupFunction = (host, options: LookupOptions, done) => {
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, "");
    const found = addresses.filter(({ address }) => !isPrivateAddress(address));
    if (found.length === 0) return done(new Error(`${host} is a private address`), "");
    if (options.all) return done(null, found);
    done(null, found[0]!.address, found[0]!.family);
  });
};
