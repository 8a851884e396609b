import { readFileSync } from "node:fs";
import { productFile } from "./product-files.js";

/** The product's version. package.json is one folder further up after the build. */
export const PRODUCT_VERSION = versionIn("package.json") ?? versionIn("../package.json") ?? "";

function versionIn(file: string): string | null {
  try {
    return (JSON.parse(readFileSync(productFile(file), "utf8")) as { version: string }).version;
  } catch {
    return null;
  }
}
