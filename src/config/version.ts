import { readFileSync } from "node:fs";

/** The product's version. package.json is one folder further up after the build. */
export const PRODUCT_VERSION = versionIn("../../package.json") ?? versionIn("../../../package.json") ?? "";

function versionIn(file: string): string | null {
  try {
    const read = JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")) as { version: string };
    return read.version;
  } catch {
    return null;
  }
}
