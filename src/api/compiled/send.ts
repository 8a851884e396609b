import type { Response } from "express";
import { localsOf } from "../../http/locals.js";
import { sendText } from "../../http/send-text.js";
import type { Answer } from "../answer.js";

const JSON_TYPE = "application/json; charset=utf-8";
const CACHE_CONTROL = "Cache-Control";

/** What is sent for an answer, except for the headers of its request. */
export interface Message {
  status: number;
  /** Names and values in turn, without the length. */
  headers: readonly string[];
  /** The envelope as JSON; null without a body. */
  text: string | null;
}
export type Compose = (answer: Answer) => Message;

/** @param constant the headers of every response */
export function composer(constant: ReadonlyMap<string, string>): Compose {
  const { [CACHE_CONTROL]: cacheControl = "no-store", ...others } = Object.fromEntries(constant);
  const block = Object.entries(others).flat();
  return ({ status, headers, envelope }) => {
    const list = block.concat(CACHE_CONTROL, headers[CACHE_CONTROL] ?? cacheControl);
    for (const [name, value] of Object.entries(headers)) if (name !== CACHE_CONTROL) list.push(name, value);
    if (envelope === null) return { status, headers: list, text: null };
    list.push("Content-Type", JSON_TYPE);
    return { status, headers: list, text: JSON.stringify(envelope) };
  };
}

/** Sends the message in one write. */
export function sendMessage(response: Response, { status, headers, text }: Message): void {
  sendText(response, status, headers.concat(localsOf(response).headers ?? []), text);
}
