/**
 * npm run check: everything that is checked without running the product, two steps at a time. What a step finds is printed
 * when it ends.
 *
 * Unchanged files are not checked again, with one gap: a rule of the linter that asks for types can miss what a change in
 * another file breaks. So CI (the variable `CI`) and `npm run check -- --no-cache` check everything.
 */
import { exec } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, resolve } from "node:path";

const CACHE = "node_modules/.cache/check";
/** Scripts of package.json, the longest first, and their options when results are kept. */
const STEPS: Record<string, string> = {
  "lint:code": `--cache --cache-strategy content --cache-location ${CACHE}/eslint/`,
  "check:types": `--incremental --tsBuildInfoFile ${CACHE}/tsc.tsbuildinfo`,
  "lint:format": `--cache --cache-strategy content --cache-location ${CACHE}/prettier`,
  "check:generated": "",
  "check:clients": "",
  "check:breaking": "",
  "check:contract": "",
  "lint:architecture": "",
};

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const keeps = process.env["CI"] === undefined && !process.argv.includes("--no-cache");
const waiting = Object.keys(STEPS);
const failed: string[] = [];
const lanes = Math.max(2, Math.min(4, availableParallelism()));

await Promise.all(Array.from({ length: lanes }, runWaiting));
if (failed.length > 0) console.error(`\nFailed: ${failed.map((name) => `npm run ${name}`).join(", ")}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function runWaiting(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await run(name);
}

function run(name: string): Promise<void> {
  const command = [scripts[name], keeps ? STEPS[name] : ""].join(" ");
  const path = [resolve("node_modules/.bin"), process.env["PATH"]].join(delimiter);
  const started = Date.now();
  return new Promise((done) => {
    exec(command, { env: { ...process.env, PATH: path }, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(5);
      console.log(`${seconds} s  ${name}${error ? "  failed" : ""}`);
      if (error) console.error(stdout + stderr);
      if (error) failed.push(name);
      done();
    });
  });
}
