import type { Response } from "supertest";
import type { Visitor } from "./web.js";

/**
 * Status, headers and body of a response without random values and counters, for comparing two responses.
 * @param entered a value that the page shows as it was entered; it is left out
 */
export function visibleOf(
  { status, text, headers }: Response,
  { cookies }: Visitor,
  entered?: string,
): object {
  const { date, etag, ratelimit, "x-request-id": id, "set-cookie": set, ...others } = headers as Answered;
  const { "content-length": length, ...rest } = others;
  const shown = text.replaceAll(/name="_csrf" value="[^"]+"/g, "");
  return {
    status,
    text: entered === undefined ? shown : shown.replaceAll(entered, ""),
    length:
      entered === undefined
        ? length
        : Number(length) - Buffer.byteLength(text) + Buffer.byteLength(text.replaceAll(entered, "")),
    rest,
    always: [date, ratelimit, id].map((value) => typeof value),
    hasEtag: etag !== undefined,
    set: (set ?? []).map((line) =>
      line.replace(/^(authdock_(?:csrf|registration)=)[^;]*/, "$1").replace(/Expires=[^;]*/, ""),
    ),
    cookies: [...cookies.keys()],
  };
}

type Answered = Record<string, unknown> & { "set-cookie"?: string[] };
