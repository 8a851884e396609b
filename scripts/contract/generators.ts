/**
 * Tries client generators on the published contract: each writes its client into clients/generators/out, `tsc --strict`
 * reads it together with clients/generators/calls, and what those calls send is compared with what the service wants.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shippedDocument } from "../../src/contract/document.js";
import { publish, SAMPLE_ORIGIN } from "../../src/contract/published.js";
import { generatorTools } from "./tools.js";

const FOLDER = "clients/generators";
const OUT = join(FOLDER, "out");
/** Generator → its program and arguments, run in `FOLDER`. */
const GENERATORS = {
  "hey-api": ["@hey-api/openapi-ts/bin/run.js", "--file", "hey-api.config.js", "--no-log-file"],
  kubb: ["@kubb/cli/bin/kubb.cjs", "generate", "--config", "kubb.config.js", "--silent"],
  "openapi-typescript": [
    "openapi-typescript/bin/cli.js",
    "out/openapi.json",
    "--output",
    "out/openapi-typescript/schema.ts",
  ],
  orval: ["orval/dist/bin/orval.js", "--config", "./orval.config.cjs"],
  "swagger-typescript-api": [
    ...["swagger-typescript-api/dist/cli.mjs", "generate", "--path", "out/openapi.json"],
    ...["--output", "out/swagger-typescript-api", "--name", "client.ts"],
  ],
};
// some count their users otherwise
const env = { ...process.env, DO_NOT_TRACK: "1" };

generatorTools.install();
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
writeFileSync(join(OUT, "openapi.json"), publish(shippedDocument(), SAMPLE_ORIGIN).json);
const failed = Object.entries(GENERATORS).filter(([name, command]) => !isUsable(name, command));
const passing = Object.keys(GENERATORS).length - failed.length;
console.log(`\n  ${passing} passing${failed.length > 0 ? `\n  ${failed.length} failing` : ""}`);
process.exitCode = failed.length > 0 ? 1 : 0;

function isUsable(name: string, [program, ...options]: string[]): boolean {
  const config = join(OUT, `${name}.tsconfig.json`);
  const include = [`../calls/${name}.ts`, "../calls/check.ts", `${name}/**/*.ts`];
  writeFileSync(config, JSON.stringify({ extends: "../tsconfig.json", include }));
  const failure =
    failureOf("generates nothing", [generatorTools.file(program!), ...options]) ??
    failureOf("does not compile", [
      generatorTools.file("typescript/bin/tsc"),
      "-p",
      `out/${name}.tsconfig.json`,
    ]) ??
    failureOf("sends something else", ["--import", "tsx", "calls/check.ts", name]);
  console.log(failure === null ? `  ✓ ${name}` : `  ✗ ${name} ${failure}`);
  return failure === null;
}

/** What a step tells when it fails; null otherwise. */
function failureOf(name: string, command: string[]): string | null {
  const step = spawnSync(process.execPath, command, { cwd: FOLDER, env, encoding: "utf8" });
  return step.status === 0 ? null : `${name}:\n${step.stdout}${step.stderr}`;
}
