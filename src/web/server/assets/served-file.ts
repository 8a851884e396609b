import { etagMatches } from "../../../http/conditional.js";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, Response } from "express";
import { encodingFor, type Encoding } from "../responses/encodings.js";

const [inBrotli, inGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Quality 9 of Brotli takes about a second for the largest file, in a separate thread. */
const COMPRESS: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => inBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => inGzip(bytes, { level: 9 }),
};

const TYPES: Record<string, string> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

/** A line that names a part of the file: `@import "./styles/base.css";`, `import "./scripts/menus.js";`. */
const PART = /^@?import "(\.\/[^"]+)";$/gm;

/** The file with its parts inserted, so that a browser needs one request. */
function readWithParts(location: string | URL): string {
  const file = location instanceof URL ? location : pathToFileURL(location);
  return readFileSync(file, "utf8").replace(PART, (_line, name: string) => {
    const part = readFileSync(new URL(name, file), "utf8");
    // a block separates the names of each script, as a module would
    return name.endsWith(".js") ? `{\n${part}}` : part;
  });
}

/** A file that many requests get: kept in memory and compressed once for each encoding. */
export class ServedFile {
  readonly body: Buffer;
  /** SHA-256 of the body, in hexadecimal. */
  readonly hash: string;
  private readonly compressed = new Map<Encoding, Promise<Buffer>>();

  /** @param type of the content, with its charset */
  constructor(
    readonly type: string,
    content: string,
  ) {
    this.body = Buffer.from(content);
    this.hash = createHash("sha256").update(this.body).digest("hex");
  }

  /** A style sheet, script or picture by its extension; its source map isn't served. */
  static read(location: string | URL): ServedFile {
    const type = TYPES[String(location).split(".").at(-1)!]!;
    const content = readWithParts(location).replace(/\/[*/]# sourceMappingURL=.*$/m, "");
    return new ServedFile(type, content);
  }

  inEncoding(encoding: Encoding): Promise<Buffer> {
    const cached = this.compressed.get(encoding);
    if (cached) return cached;
    const compressing = COMPRESS[encoding](this.body).catch((error: unknown) => {
      this.compressed.delete(encoding); // the next request tries again
      throw error;
    });
    this.compressed.set(encoding, compressing);
    return compressing;
  }
}

/** Sends the file in an encoding that the client accepts, or 304 if the client has it already. */
export async function sendServedFile(file: ServedFile, request: Request, response: Response): Promise<void> {
  const encoding = encodingFor(request);
  // a strong tag, which must differ between encodings (RFC 9110, section 8.8.3.3)
  const tag = `"${file.hash.slice(0, 32)}${encoding ? `-${encoding}` : ""}"`;
  const isKnown = etagMatches(request.headers["if-none-match"], tag);
  // before any header is set, so that a failure is answered with an uncompressed error
  const bytes = encoding && !isKnown ? await file.inEncoding(encoding) : file.body;
  response.vary("Accept-Encoding").set("ETag", tag);
  if (isKnown) return void response.status(304).end();
  // express would add a charset, which JSON doesn't have
  response.setHeader("Content-Type", file.type);
  if (encoding) response.set("Content-Encoding", encoding);
  response.end(bytes);
}
