import { createHash } from "node:crypto";
import type { Variables } from "../../src/config/env.js";
import { shippedOAuthDocument, type OpenApiDocument } from "../../src/contract/document.js";
import { publish } from "../../src/contract/published.js";
import { postmanCollection } from "./postman-collection.js";
import { referencePage } from "./publish-reference.js";
import { PICTURE, PIXEL } from "./sample-picture.js";
import { contractTools } from "./tools.js";

/** The origin of the service in the published document: the given one, or the one of the environment. */
export const originFrom = (given: string | undefined, { APP_URL, PORT }: Variables): string =>
  originOf(given ?? (APP_URL || `http://localhost:${PORT || 3000}`));

/**
 * The files of the published contract, by name. They are identical for the same document and origin.
 * @param source the file that the document was read from
 */
export async function publishedFiles(
  document: OpenApiDocument,
  origin: string,
  source: { file: string; content: string },
): Promise<Map<string, string | Buffer>> {
  contractTools.install();
  const publication = publish(document, origin);
  const oauth = publish(shippedOAuthDocument(), origin);
  const files = new Map<string, string | Buffer>([
    ["index.html", await referencePage(publication)],
    ["openapi.json", publication.json],
    ["openapi.yaml", publication.yaml],
    ["oauth.json", oauth.json],
    ["oauth.yaml", oauth.yaml],
    ["postman.json", await postmanCollection(publication.document)],
    [PICTURE, PIXEL], // the collection uploads it
  ]);
  const { title, version } = document.info;
  const manifest = {
    title,
    version,
    origin,
    checksum: publication.checksum,
    source: { file: source.file, sha256: checksumOf(source.content) },
    files: [...files].map(([name, content]) => ({
      name,
      bytes: Buffer.byteLength(content),
      sha256: checksumOf(content),
    })),
  };
  files.set("manifest.json", `${JSON.stringify(manifest, null, 2)}\n`);
  return files.set("SHA256SUMS", checksumFile(files));
}

/** The checksums in the format of `sha256sum -c`. */
const checksumFile = (files: Map<string, string | Buffer>): string =>
  [...files].map(([name, content]) => `${checksumOf(content)}  ${name}\n`).join("");

const checksumOf = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

/** @throws Error for a URL with a path, a query or credentials, because the contract defines the base path */
export function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error(`${text} is not an origin. Use the form https://api.example.com.`);
  return url.origin;
}
