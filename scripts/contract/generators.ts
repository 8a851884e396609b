/**
 * Tests client generators with the published contract. Each generates a client into clients/generators/out, which
 * `tsc --strict` compiles together with clients/generators/calls. The requests of these calls are compared with the
 * expected ones.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shippedDocument } from "../../src/contract/document.js";
import { publish, SAMPLE_ORIGIN } from "../../src/contract/published.js";
import { generatorTools } from "./tools.js";

const FOLDER = "clients/generators";
const OUT = join(FOLDER, "out");
/** Generator → its program and arguments. The working directory is `FOLDER`. */
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
// turns off the telemetry of some generators
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
    failureOf("fails to generate a client", [generatorTools.file(program!), ...options]) ??
    failureOf("generates a client that doesn't compile", [
      generatorTools.file("typescript/bin/tsc"),
      "-p",
      `out/${name}.tsconfig.json`,
    ]) ??
    failureOf("generates a client that sends unexpected requests", [
      "--import",
      "tsx",
      "calls/check.ts",
      name,
    ]);
  console.log(failure === null ? `  ✓ ${name}` : `  ✗ ${name} ${failure}`);
  return failure === null;
}

/** Runs a command. @returns null when it succeeds, otherwise the description of the problem with the output */
function failureOf(problem: string, command: string[]): string | null {
  const step = spawnSync(process.execPath, command, { cwd: FOLDER, env, encoding: "utf8" });
  return step.status === 0 ? null : `${problem}:\n${step.stdout}${step.stderr}`;
}
