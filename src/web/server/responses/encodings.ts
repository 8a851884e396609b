import type { Request } from "express";

/** The encodings of pages and assets. */
export type Encoding = "br" | "gzip";

/** The encoding for a client; undefined if it accepts none. Browsers accept Brotli only over https and from localhost. */
export function encodingFor(request: Request): Encoding | undefined {
  if (request.headers["accept-encoding"] === undefined) return undefined;
  return (["br", "gzip"] as const).find((encoding) => request.acceptsEncodings(encoding) === encoding);
}
