import { readFileSync } from "node:fs";
import { productFile } from "./product-files.js";

/** The product's version. The build has a copy of package.json. */
export const PRODUCT_VERSION = (
  JSON.parse(readFileSync(productFile("package.json"), "utf8")) as { version: string }
).version;
