import { readFileSync } from "node:fs";

/** Of the product: the package is one folder further up once it is built. */
export const PRODUCT_VERSION = versionIn("../../package.json") ?? versionIn("../../../package.json") ?? "";

function versionIn(file: string): string | null {
  try {
    const read = JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")) as { version: string };
    return read.version;
  } catch {
    return null;
  }
}
