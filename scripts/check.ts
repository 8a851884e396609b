/**
 * npm run check: runs every check that doesn't need a running product, two to four at a time. It prints the output of a
 * failed check when the check ends.
 *
 * Lint results for unchanged files are cached. A rule that uses types can miss a mistake that a change in another file
 * caused, so CI (the variable `CI`) and `npm run check -- --no-cache` don't use this cache. The compiler's own cache has
 * no such gap and is always used.
 */
import { exec } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, resolve } from "node:path";

const CACHE = "node_modules/.cache/check";
/** Script of package.json → its options when the cache is used. The slowest scripts come first. */
const STEPS: Record<string, string> = {
  "lint:code": `--cache --cache-strategy content --cache-location ${CACHE}/eslint/`,
  "check:types": "",
  "lint:format": `--cache --cache-strategy content --cache-location ${CACHE}/prettier`,
  "check:generated": "",
  "check:examples": "",
  "contract:breaking": "",
  "check:contract": "",
  "lint:architecture": "",
};

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const usesCache = process.env["CI"] === undefined && !process.argv.includes("--no-cache");
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
  const command = [scripts[name], usesCache ? STEPS[name] : ""].join(" ");
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
