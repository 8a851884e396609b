import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of the pictures that documents show. */
export const DOC_PICTURES = "docs/screens";

const documents = (): string[] => [
  "README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

/** File names of the pictures that README.md and the documents show: `<page>.<screen>.<colours>.webp`. */
export function picturesInDocs(): Set<string> {
  const texts = documents().map((name) => readFileSync(name, "utf8"));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/screens\/([\w.-]+\.webp)/g)].map(([, name]) => name!)),
  );
}
