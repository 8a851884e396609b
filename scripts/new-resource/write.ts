import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Changes the text of a file. A text that stays the same means that the place wasn't found. */
export type Edit = (text: string) => string;

export const before =
  (marker: string | RegExp, lines: string): Edit =>
  (text) =>
    text.replace(marker, (found) => `${lines}${found}`);
export const after =
  (marker: string | RegExp, lines: string): Edit =>
  (text) =>
    text.replace(marker, (found) => `${found}${lines}`);
export const all =
  (...edits: Edit[]): Edit =>
  (text) =>
    edits.reduce((changed, edit) => edit(changed), text);

/** The resource or field can't be created. The message says why. */
export class Rejected extends Error {}

/**
 * Writes the new files and edits the others, or nothing.
 * @param what for the message when a place isn't found, such as "the resource"
 * @returns the paths @throws Rejected
 */
export function writeAll(
  created: Record<string, string>,
  edits: Record<string, Edit>,
  what: string,
): string[] {
  const existing = Object.keys(created).filter((file) => existsSync(file));
  if (existing.length > 0) throw new Rejected(`These files already exist: ${existing.join(", ")}`);
  const edited = Object.entries(edits).map(([file, edit]) => {
    const text = readFileSync(file, "utf8");
    const changed = edit(text);
    if (changed === text)
      throw new Rejected(`Can't find where to add ${what} in ${file}. Nothing was written.`);
    return [file, changed] as const;
  });
  for (const [file, text] of [...Object.entries(created), ...edited]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return [...Object.keys(created), ...edited.map(([file]) => file)];
}

/** Runs Node with its output on the terminal. @throws Rejected when it fails */
export function runNode(...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) throw new Rejected(`${args.join(" ")} failed.`);
}
