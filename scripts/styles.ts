/**
 * Generates src/generated/tabler.css: the rules of Tabler that views and scripts use. With `--check` it writes nothing
 * and fails when the file is out of date.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tablerInUse } from "./styles/tabler-in-use.js";

const FILE = "src/generated/tabler.css";
const css = await tablerInUse();

if (!process.argv.includes("--check")) {
  mkdirSync("src/generated", { recursive: true });
  writeFileSync(FILE, css);
} else if (readFileSync(FILE, "utf8") !== css) {
  console.error(`Out of date: ${FILE}. Run npm run generate and commit the result.`);
  process.exitCode = 1;
}
