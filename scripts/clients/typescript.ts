import { rmSync } from "node:fs";
import { join } from "node:path";
import { typescriptClientPackage } from "../contract/tools.js";
import { step, type Stage } from "./stage.js";

const FOLDER = typescriptClientPackage.folder;

/** The package as its users get it: the journey and the types of the tests import what `npm run build` has made. */
export async function typescriptClient(stage: Stage): Promise<string> {
  const node = (...parameters: string[]): Promise<string> =>
    step(stage, process.execPath, parameters, FOLDER);
  await step(stage, process.execPath, ["--import", "tsx", "scripts/clients/schema.ts", "--check"]);
  typescriptClientPackage.install();
  rmSync(join(FOLDER, "dist"), { recursive: true, force: true });
  await node("node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json");
  await node("node_modules/typescript/bin/tsc", "--noEmit");
  // without its launcher, so that an interruption ends it, too
  return node("--import", "tsx", "node_modules/mocha/lib/cli/cli.js");
}
