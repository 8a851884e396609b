import { isHeld } from "../../http/conditional.js";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Request, Response } from "express";

const compress = promisify(brotliCompress);

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

/** A file that many requests get: kept in memory and compressed once. */
export class ServedFile {
  readonly body: Buffer;
  /** SHA-256 of the body, in hexadecimal. */
  readonly hash: string;
  private compressed: Promise<Buffer> | undefined;

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

  /** Quality 9 takes about a second for the largest file, in a separate thread. */
  get inBrotli(): Promise<Buffer> {
    return (this.compressed ??= compress(this.body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
    }).catch((error: unknown) => {
      this.compressed = undefined; // the next request tries again
      throw error;
    }));
  }
}

/** Sends the file in an encoding that the client accepts, or 304 if the client has it already. */
export async function sendServedFile(file: ServedFile, request: Request, response: Response): Promise<void> {
  const inBrotli = request.acceptsEncodings("br") === "br";
  // a strong tag, which must differ between encodings (RFC 9110, section 8.8.3.3)
  const tag = `"${file.hash.slice(0, 32)}${inBrotli ? "-br" : ""}"`;
  const isKnown = isHeld(request.headers["if-none-match"], tag);
  // before any header is set, so that a failure is answered with an uncompressed error
  const bytes = inBrotli && !isKnown ? await file.inBrotli : file.body;
  response.vary("Accept-Encoding").set("ETag", tag);
  if (isKnown) return void response.status(304).end();
  // express would add a charset, which JSON doesn't have
  response.setHeader("Content-Type", file.type);
  if (inBrotli) response.set("Content-Encoding", "br");
  response.end(bytes);
}
