/**
 * npm run dev: sets up, migrates, seeds and serves from the sources, and keeps the running service up to date with them.
 * Views, style sheets and scripts need no restart: the service reads them again when they have changed.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Program, runOnce } from "./dev/program.js";
import { watchFiles } from "./dev/watch.js";

const BUNDLE = join("src", "generated", "openapi.json");
const WATCHED = ["src", "migrations", "openapi"];
const WATCHED_FILES = [".env", "starter-kit.config.json"];

const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: object };
const service = new Program("src/main.ts", Object.keys(dependencies));
const generator = new Program("scripts/generate.ts", ["openapi-typescript"]);

/** What has to be done, in this order; a later change can add to it while something is being done. */
const STEPS = { generate, migrate, restart } as const;
type Step = keyof typeof STEPS;
const pending = new Set<Step>();
let busy = false;

async function work(): Promise<void> {
  if (busy) return;
  busy = true;
  for (let step = nextStep(); step; step = nextStep()) {
    pending.delete(step);
    if (!(await STEPS[step]())) say(`That failed: ${step}. Waiting for a change.`);
  }
  busy = false;
}

const nextStep = (): Step | undefined => (Object.keys(STEPS) as Step[]).find((step) => pending.has(step));

/** Its result, the bundle, is watched like a source: the service starts again before the types are made. */
function generate(): Promise<boolean> {
  return generator.finish();
}

async function migrate(): Promise<boolean> {
  return (await cli("migrate")) && cli("seed");
}

function cli(command: string): Promise<boolean> {
  return runOnce([process.execPath, "--import", "tsx/esm", "src/cli.ts", command]);
}

async function restart(): Promise<boolean> {
  await service.stop();
  service.start((code) => say(`The service ended with code ${code}. Waiting for a change.`));
  return true;
}

function onChange(files: string[]): void {
  const steps = new Set(files.flatMap(stepsFor));
  if (steps.size === 0) return;
  say(`Changed: ${files.filter((file) => stepsFor(file).length > 0).join(", ")}`);
  for (const step of steps) pending.add(step);
  void work();
}

function stepsFor(file: string): Step[] {
  if (file.startsWith("openapi/")) return /\.(yaml|cjs)$/.test(file) ? ["generate"] : [];
  if (file.startsWith("migrations/")) return file.endsWith(".ts") ? ["migrate", "restart"] : [];
  // the service doesn't read the generated types
  if (file.startsWith("src/generated/")) return file === BUNDLE ? ["restart"] : [];
  return file.endsWith(".ts") || WATCHED_FILES.includes(file) ? ["restart"] : [];
}

/** A contract that was edited while the loop was not running. */
function isBundleStale(): boolean {
  if (!existsSync(BUNDLE)) return true;
  const made = statSync(BUNDLE).mtimeMs;
  const names = readdirSync("openapi/v1", { recursive: true, encoding: "utf8" });
  return names.some((name) => name.endsWith(".yaml") && statSync(join("openapi/v1", name)).mtimeMs > made);
}

const say = (sentence: string): void => console.error(`[dev] ${sentence}`);

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void Promise.all([service.close(), generator.close()]).then(() => process.exit(0));
  });

await runOnce([process.execPath, "scripts/first-run.mjs"]);
watchFiles(WATCHED, WATCHED_FILES, onChange);
if (isBundleStale()) pending.add("generate");
pending.add("migrate").add("restart");
await work();
