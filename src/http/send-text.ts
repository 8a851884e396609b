import type { ServerResponse } from "node:http";

/**
 * Sends headers and text in one write. Text in ASCII has the same bytes in both encodings, and Latin-1 is copied without a
 * conversion.
 * @param headers names and values in turn, without the length
 */
export function sendText(response: ServerResponse, status: number, headers: string[], text: string): void {
  const bytes = Buffer.byteLength(text);
  headers.push("Content-Length", String(bytes));
  response.writeHead(status, headers).end(text, bytes === text.length ? "latin1" : "utf8");
}
