/**
 * npm run generate: makes what a machine makes and git ignores, from openapi/, views and libraries, if something has
 * changed since the last time. `--check` makes everything again, writes nothing and fails when a file differs. `--styles`
 * makes only the style sheet.
 */
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ContractError } from "../src/contract/operations.js";
import { SourceError } from "./contract/source-error.js";
import { hashOfSources, isUpToDate, rememberState } from "./generate/state.js";

const isCheck = process.argv.includes("--check");
const differing: string[] = [];

try {
  if (process.argv.includes("--styles")) await (await generator()).generateStyles(put);
  else if (isCheck || !isUpToDate()) await generate();
} catch (error) {
  console.error(error instanceof SourceError || error instanceof ContractError ? error.message : error);
  process.exitCode = 1;
}

/** It is imported only when it is needed, because its libraries take seconds. */
function generator() {
  return import("./generate/files.js");
}

async function generate(): Promise<void> {
  const sources = hashOfSources();
  await (await generator()).generate(put, serviceRestarted);
  if (!isCheck) return rememberState(sources);
  if (differing.length === 0) return;
  console.error(`Made again, these files differ: ${differing.join(", ")}. Run npm run generate.`);
  process.exitCode = 1;
}

/** Under scripts/dev.ts, waits until the service runs with what it reads, because the rest would slow its start down. */
async function serviceRestarted(): Promise<void> {
  if (!process.send) return;
  process.send("bundled");
  await once(process, "message");
}

/** Writes a file that differs, so that the time of the others stays; with `--check` it only notes its name. */
function put(file: string, content: string): void {
  if (existsSync(file) && readFileSync(file, "utf8") === content) return;
  differing.push(file);
  if (isCheck) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
