import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { step, type Stage } from "./stage.js";

const FOLDER = "clients/typescript";

/** The package as its users get it: the journey and the types of the tests import what `npm run build` has made. */
export async function typescriptClient(stage: Stage): Promise<string> {
  const node = (...parameters: string[]): Promise<string> =>
    step(stage, process.execPath, parameters, FOLDER);
  await step(stage, process.execPath, ["--import", "tsx", "scripts/clients/schema.ts", "--check"]);
  if (!isInstalled()) await step(stage, "npm", ["ci", "--no-audit", "--no-fund"], FOLDER);
  rmSync(join(FOLDER, "dist"), { recursive: true, force: true });
  await node("node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json");
  await node("node_modules/typescript/bin/tsc", "--noEmit");
  // without its launcher, so that an interruption ends it, too
  return node("--import", "tsx", "node_modules/mocha/lib/cli/cli.js");
}

function isInstalled(): boolean {
  const written = (file: string): number =>
    statSync(join(FOLDER, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return written("node_modules/.package-lock.json") > written("package-lock.json");
}
