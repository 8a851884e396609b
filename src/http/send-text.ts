import type { Response } from "express";
import { AnswerBatch } from "./answer-batch.js";

/** One for the process, as its event loop. */
const batch = new AnswerBatch();

/**
 * Sends headers and text in one write. Text in ASCII has the same bytes in both encodings, and Latin-1 is copied without a
 * conversion.
 * @param headers names and values in turn, without the length
 * @param text null without a body
 */
export function sendText(response: Response, status: number, headers: string[], text: string | null): void {
  const bytes = text === null ? 0 : Buffer.byteLength(text);
  if (text !== null) headers.push("Content-Length", String(bytes));
  response.writeHead(status, headers);
  batch.end(response, text ?? "", bytes === text?.length ? "latin1" : "utf8");
}
