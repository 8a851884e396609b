import type { Request } from "express";

/** The encodings of pages and assets. */
export type Encoding = "br" | "gzip";

/** The encoding for a client; undefined if it accepts none. Browsers accept Brotli only over https and from localhost. */
export const encodingFor = (request: Request): Encoding | undefined =>
  (["br", "gzip"] as const).find((encoding) => request.acceptsEncodings(encoding) === encoding);
