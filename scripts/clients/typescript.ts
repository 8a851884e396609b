import { rmSync } from "node:fs";
import { join } from "node:path";
import { typescriptClientPackage } from "../contract/tools.js";
import { step, type ClientContext } from "./context.js";

const FOLDER = typescriptClientPackage.folder;

/** Builds the TypeScript client and runs its tests, which import the built package as its users do. */
export async function typescriptClient(context: ClientContext): Promise<string> {
  const node = (...parameters: string[]): Promise<string> =>
    step(context, process.execPath, parameters, FOLDER);
  typescriptClientPackage.install();
  rmSync(join(FOLDER, "dist"), { recursive: true, force: true });
  await node("node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json");
  await node("node_modules/typescript/bin/tsc", "--noEmit");
  // mocha's launcher would start another process, which an interruption doesn't end
  return node("--import", "tsx", "node_modules/mocha/lib/cli/cli.js");
}
