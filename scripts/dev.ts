/**
 * npm run dev: sets up, generates, migrates, seeds and starts the service from its sources, and restarts it when they
 * change. Views, style sheets and scripts need no restart, because the service reads them again when they have changed.
 */
import { readFileSync } from "node:fs";
import { Program, runOnce } from "./dev/program.js";
import { watchFiles } from "./dev/watch.js";

const WATCHED = ["src", "migrations", "openapi", "views"];
const WATCHED_FILES = [".env", "starter-kit.config.json"];

const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: object };
const service = new Program("src/main.ts", Object.keys(dependencies));
const generator = new Program("scripts/generate.ts", ["openapi-typescript", "express-openapi-validator"]);

/** The steps, in the order in which they run. A change can add a step while another one runs. */
const STEPS = { generate, styles, migrate, restart } as const;
type Step = keyof typeof STEPS;
const pending = new Set<Step>();
let busy = false;

async function work(): Promise<void> {
  if (busy) return;
  busy = true;
  for (let step = nextStep(); step; step = nextStep()) {
    pending.delete(step);
    if (!(await STEPS[step]())) log(`The step ${step} failed. Waiting for a change.`);
  }
  busy = false;
}

const nextStep = (): Step | undefined => (Object.keys(STEPS) as Step[]).find((step) => pending.has(step));

/** Generates what the service reads. The rest is generated when the service has restarted. */
function generate(): Promise<boolean> {
  return generator.untilMessage();
}

/** Adds the rules of Tabler for classes that a view or a script has just begun to use. */
function styles(): Promise<boolean> {
  return runOnce([process.execPath, "--import", "tsx/esm", "scripts/generate.ts", "--styles"]);
}

async function migrate(): Promise<boolean> {
  return (await cli("migrate")) && cli("seed");
}

function cli(command: string): Promise<boolean> {
  return runOnce([process.execPath, "--import", "tsx/esm", "src/cli.ts", command]);
}

async function restart(): Promise<boolean> {
  await service.stop();
  service.start({
    onReady: () => generator.resume(),
    onFailure: (code) => {
      log(`The service exited with code ${code}. Waiting for a change.`);
      generator.resume();
    },
  });
  return true;
}

function onChange(files: string[]): void {
  const steps = new Set(files.flatMap(stepsFor));
  if (steps.size === 0) return;
  log(`Changed: ${files.filter((file) => stepsFor(file).length > 0).join(", ")}`);
  for (const step of steps) pending.add(step);
  void work();
}

function stepsFor(file: string): Step[] {
  if (file.startsWith("openapi/")) return /\.(yaml|cjs)$/.test(file) ? ["generate"] : [];
  if (file.startsWith("views/")) return ["styles"];
  if (file.startsWith("migrations/")) return file.endsWith(".ts") ? ["migrate", "restart"] : [];
  // the service doesn't read the generated types
  if (file.startsWith("src/generated/")) return file.endsWith(".json") ? ["restart"] : [];
  return file.endsWith(".ts") || WATCHED_FILES.includes(file) ? ["restart"] : [];
}

const log = (message: string): void => console.error(`[dev] ${message}`);

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void Promise.all([service.close(), generator.close()]).then(() => process.exit(0));
  });

await runOnce([process.execPath, "scripts/first-run.mjs"]);
watchFiles(WATCHED, WATCHED_FILES, onChange);
pending.add("generate").add("migrate").add("restart");
await work();
