import type { Response } from "express";
import { localsOf } from "../../http/locals.js";
import { sendText } from "../../http/send-text.js";
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
    list.push("Content-Type", JSON_TYPE);
    sendText(response, status, list, JSON.stringify(envelope));
  };
}
