import type { CustomFetch } from "openid-client";
import { SECOND } from "../../lib/clock.js";

/** How long one request to a provider can take. */
export const PROVIDER_TIMEOUT = 5 * SECOND;
/** Longer than the answers of all providers. */
const LONGEST_ANSWER = 512 * 1024;

/** `fetch` without answers that are too long. The library doesn't follow redirects, and sets the time-out. */
export const limitedFetch: CustomFetch = async (url, { body, ...options }) => {
  const response = await fetch(url, { ...options, body: body ?? null });
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > LONGEST_ANSWER) throw new Error("the answer is too long");
    parts.push(part);
  }
  const { status, headers } = response;
  return new Response(length === 0 ? null : Buffer.concat(parts), { status, headers });
};
