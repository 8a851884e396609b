// Measures the phases of a start, from the process to the first answer, and the first requests to operations:
// node scripts/bench/start.mjs
// RUNS is the number of starts. Run it after `npm run build`.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
  call,
  ENVIRONMENT,
  freePort,
  median,
  onOneCore,
  optionsOf,
  prepareDatabase,
  startService,
  stop,
} from "./process.mjs";

const RUNS = Number(process.env.RUNS ?? 10);
const MAIN = "dist/src/main.js";
const PROBE = new URL("./start-probe.mjs", import.meta.url).href;
const PHASES = [
  "Node.js itself",
  "modules and configuration",
  "database, contract and routes, until it listens",
  "first answer",
];

const database = prepareDatabase(2);
const runs = [];
for (let run = 0; run < RUNS; run++) runs.push(await phasesOfStart());
console.log("| phase | ms |\n| --- | --- |");
for (const [index, phase] of PHASES.entries())
  console.log(`| ${phase} | ${median(runs.map((phases) => phases[index])).toFixed(0)} |`);
console.log(`| all | ${median(runs.map((phases) => phases.reduce((sum, ms) => sum + ms))).toFixed(0)} |`);

const { first, second } = await requestsToOperations();
console.log("\n| request to an operation | median, ms | longest, ms |\n| --- | --- | --- |");
for (const [name, times] of Object.entries({ first, second }))
  console.log(`| ${name} | ${median(times).toFixed(1)} | ${Math.max(...times).toFixed(1)} |`);

/** Milliseconds of each phase. */
async function phasesOfStart() {
  const port = await freePort();
  const [name, ...parameters] = onOneCore([process.execPath, "--import", PROBE, ...optionsOf(MAIN), MAIN]);
  const env = { ...process.env, ...ENVIRONMENT, DATABASE_URL: database, PORT: String(port) };
  const started = performance.now();
  const child = spawn(name, parameters, { env, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const reported = new Promise((resolve) => child.once("message", resolve));
  const { modules, driver, listens } = await reported;
  const isReady = () =>
    call({ host: "127.0.0.1", port, path: "/ready" }).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isReady())) await sleep(1);
  const answered = performance.now() - started;
  await stop(child);
  return [modules, driver - modules, listens - driver, answered - listens];
}

/** Milliseconds of the first two requests to every operation that reads without a parameter in its path, in one process. */
async function requestsToOperations() {
  const { paths } = JSON.parse(readFileSync("src/generated/openapi.json", "utf8"));
  const read = Object.keys(paths).filter((path) => paths[path].get && !/\{|export/.test(path));
  const { base, headers, stop: end } = await startService(MAIN, database);
  const times = { first: [], second: [] };
  for (const path of read)
    for (const which of ["first", "second"]) {
      const sent = performance.now();
      await call({ ...base, path: `/api/v1${path}?page=1`, headers });
      times[which].push(performance.now() - sent);
    }
  await end();
  return times;
}
