import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Request, Response } from "express";
import { encodingFor, type Encoding } from "./encodings.js";

/** Bytes from which a page is compressed: below, it fits into one packet anyway. */
const MINIMUM = 1024;

/**
 * Qualities for content that is compressed for one answer. Higher ones take twice as long for about 4 % fewer bytes.
 * Small pages are compressed in less time than a separate thread needs to start.
 */
const COMPRESS: Record<Encoding, (bytes: Buffer) => Buffer> = {
  br: (bytes) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 3,
        [constants.BROTLI_PARAM_LGWIN]: 18,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => gzipSync(bytes, { level: 3 }),
};

/**
 * Sends a page, compressed if the client accepts it.
 * @param holdsSecret whether the length of the compressed page could reveal a secret in it (docs/security.md,
 * "Compression")
 */
export function sendHtml(request: Request, response: Response, page: string, holdsSecret: boolean): void {
  const bytes = Buffer.from(page);
  const encoding = holdsSecret || bytes.length < MINIMUM ? undefined : encodingFor(request);
  const body = encoding === undefined ? bytes : COMPRESS[encoding](bytes);
  if (encoding !== undefined) response.setHeader("Content-Encoding", encoding);
  response.vary("Accept-Encoding");
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Content-Length", body.length);
  // express's `send` would look for an ETag, which pages don't have
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Whether another site made the browser send this request. Browsers send the header over https and from localhost. */
export const isFromAnotherSite = ({ headers }: Request): boolean =>
  ["cross-site", "same-site"].includes(headers["sec-fetch-site"] as string);
