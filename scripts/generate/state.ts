import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const GENERATED = join("src", "generated");
export const CLIENT_TYPES = join("clients", "typescript", "src", "schema.ts");

/** What the files are made from, by what. */
const SOURCES = ["openapi", "scripts", "src", "views", "package-lock.json"];
/** The hashes of the last generation. */
const STATE = join(GENERATED, "state");

/** Whether nothing has changed since the last generation: neither a source nor a generated file. */
export const isUpToDate = (): boolean =>
  existsSync(STATE) && readFileSync(STATE, "utf8") === stateWith(hashOfSources());

/** @param sources their hash from before the generation, because they can change meanwhile */
export function rememberState(sources: string): void {
  mkdirSync(dirname(STATE), { recursive: true });
  writeFileSync(STATE, stateWith(sources));
}

export const hashOfSources = (): string =>
  hashOf(SOURCES.flatMap(filesOf).filter((file) => !file.startsWith(GENERATED)));

const stateWith = (sources: string): string =>
  `${sources}\n${hashOf([GENERATED, CLIENT_TYPES].flatMap(filesOf).filter((file) => file !== STATE))}\n`;

/** A hash of names and contents. */
function hashOf(files: string[]): string {
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(JSON.stringify([file, readFileSync(file, "utf8")]));
  return hash.digest("hex");
}

/** The files in a folder and below it, or the file itself; none if it doesn't exist. */
function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
