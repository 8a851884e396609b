import type { Response } from "express";
import { localsOf } from "../../http/locals.js";
import type { Answer } from "../answer.js";

const JSON_TYPE = "application/json; charset=utf-8";
const CACHE_CONTROL = "Cache-Control";

/** Sends answers with these headers in one write. @param constant the headers of every response */
export function sender(constant: ReadonlyMap<string, string>): (response: Response, answer: Answer) => void {
  const { [CACHE_CONTROL]: cacheControl = "no-store", ...others } = Object.fromEntries(constant);
  const block = Object.entries(others).flat();
  return (response, { status, headers, envelope }) => {
    const list = block.concat(localsOf(response).headers ?? []);
    list.push(CACHE_CONTROL, headers[CACHE_CONTROL] ?? cacheControl);
    for (const [name, value] of Object.entries(headers)) if (name !== CACHE_CONTROL) list.push(name, value);
    if (envelope === null) return void response.writeHead(status, list).end();
    const body = JSON.stringify(envelope);
    const bytes = Buffer.byteLength(body);
    list.push("Content-Type", JSON_TYPE, "Content-Length", String(bytes));
    // text in ASCII has the same bytes in both encodings, and Latin-1 is copied without a conversion
    response.writeHead(status, list).end(body, bytes === body.length ? "latin1" : "utf8");
  };
}
