import type { Response } from "supertest";
import type { Visitor } from "./web.js";

/** Status, headers and body of a response without random values and counters, for comparing two responses. */
export function visibleOf({ status, text, headers }: Response, { cookies }: Visitor): object {
  const { date, etag, ratelimit, "x-request-id": id, "set-cookie": set, ...rest } = headers as Answered;
  return {
    status,
    text: text.replaceAll(/name="_csrf" value="[^"]+"/g, ""),
    rest,
    always: [date, ratelimit, id].map((value) => typeof value),
    hasEtag: etag !== undefined,
    set: (set ?? []).map((line) => line.replace(/^(authdock_csrf=)[^;]*/, "$1").replace(/Expires=[^;]*/, "")),
    cookies: [...cookies.keys()],
  };
}

type Answered = Record<string, unknown> & { "set-cookie"?: string[] };
