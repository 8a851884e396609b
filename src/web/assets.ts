import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { RequestHandler } from "express";

const brotli = promisify(brotliCompress);
const require = createRequire(import.meta.url);
const own = (name: string): URL => new URL(`../../views/assets/${name}`, import.meta.url);

const FILES = {
  "tabler.css": require.resolve("@tabler/core/dist/css/tabler.min.css"),
  "authdock.css": own("authdock.css"),
  "theme.js": own("theme.js"),
  "authdock.js": own("authdock.js"),
  "charts.js": own("charts.js"),
  // the package names no path to its one file for browsers
  "chart.js": new URL("chart.umd.min.js", pathToFileURL(require.resolve("chart.js"))),
  "favicon.svg": own("favicon.svg"),
};
export type AssetName = keyof typeof FILES;

const TYPES: Record<string, string> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

interface Asset {
  body: Buffer;
  type: string;
  path: string;
  compressed?: Promise<Buffer>;
}

/**
 * Style sheets and scripts of the pages. The address holds a hash of the content, so browsers keep a file for good
 * and an upgrade is seen at once.
 */
export class Assets {
  private readonly byPath = new Map<string, Asset>();
  private readonly paths = new Map<AssetName, string>();

  constructor() {
    for (const [name, file] of Object.entries(FILES) as [AssetName, string | URL][]) {
      // its source map is not served
      const body = Buffer.from(readFileSync(file, "utf8").replace(/\/[*/]# sourceMappingURL=.*$/m, ""));
      const hash = createHash("sha256").update(body).digest("hex").slice(0, 16);
      const path = `/assets/${hash}/${name}`;
      this.paths.set(name, path);
      this.byPath.set(path, { body, path, type: TYPES[name.split(".").at(-1)!]! });
    }
  }

  path(name: AssetName): string {
    return this.paths.get(name)!;
  }

  /** Answers for the files, and for `/favicon.ico`, which browsers ask for by themselves. */
  serve: RequestHandler = async (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    if (request.path === "/favicon.ico") return void response.redirect(301, this.path("favicon.svg"));
    const asset = this.byPath.get(request.path);
    if (!asset) return next();
    response.set({
      "Content-Type": asset.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
    });
    const compress = request.acceptsEncodings("br") === "br";
    if (compress) response.set("Content-Encoding", "br");
    response.end(compress ? await compressedOf(asset) : asset.body);
  };
}

/** Once for each file: quality 9 takes about a second for the largest, in a thread of its own. */
const compressedOf = (asset: Asset): Promise<Buffer> =>
  (asset.compressed ??= brotli(asset.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
