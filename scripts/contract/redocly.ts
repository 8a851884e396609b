import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SourceError } from "./source-error.js";

const CLI = fileURLToPath(new URL("../../node_modules/@redocly/cli/bin/cli.js", import.meta.url));
/** Turns off telemetry and the check for updates, so that the program needs no network. */
const OFFLINE = {
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_NOTIFICATIONS: "true",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};

/** The lines of the notice about the version of Node. */
const BOX = /^\s*[╔║╚].*\n/gm;

/**
 * Runs a command of Redocly.
 * @param inputs name → content of the files that it reads
 * @param output the name of the file that it writes
 * @param command builds the command; `pathOf` returns the path of a file
 * @returns the content of the output file
 * @throws SourceError when the command fails
 */
export async function redocly(
  inputs: Record<string, string>,
  output: string,
  command: (pathOf: (name: string) => string) => string[],
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "authdock-redocly-"));
  const pathOf = (name: string): string => join(folder, name);
  try {
    for (const [name, content] of Object.entries(inputs)) writeFileSync(pathOf(name), content);
    await run(command(pathOf));
    return readFileSync(pathOf(output), "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(command: string[]): Promise<void> {
  const env = { ...process.env, ...OFFLINE };
  return new Promise((done, fail) => {
    execFile(process.execPath, [CLI, ...command], { env }, (error, _stdout, stderr) => {
      if (error) fail(new SourceError([`redocly ${command[0]!} failed:`, stderr.replaceAll(BOX, "")]));
      else done();
    });
  });
}
