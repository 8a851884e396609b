// Measures the latency of `me` alone and beside list requests of two clients, on SQLite:
// node scripts/bench/beside-lists.mjs [accounts, by default 100000] [file to keep and use again].
// A request for `me` is due every 10 ms, and its latency is measured from that time. The service isn't pinned to a
// core, because its readers would share it with the event loop. Run it after `npm run build`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ENVIRONMENT, FROM_SOURCES, median, percentile, probe, startService } from "./process.mjs";

const ACCOUNTS = Number(process.argv[2] ?? 100_000);
const SECONDS = Number(process.env.SECONDS_EACH ?? 10);
const WARM_UP_MS = 3000;
const CLIENTS = 2;
const LATE = Math.floor((ACCOUNTS * 0.9) / 25);
const LISTS = {
  "first page": "/users?per_page=25",
  [`by name, page ${LATE}`]: `/users?sort=full_name&per_page=25&page=${LATE}`,
  "role `admin`": "/users?filter[role]=admin&per_page=25",
  "search, 1 in 8": "/users?filter[search]=hopper&per_page=25",
  "search, none": "/users?filter[search]=%25%25%25%25%25%25&per_page=25",
  "holders of roles": "/roles",
  export: "/users/export",
};

const folder = mkdtempSync(join(tmpdir(), "authdock-bench-"));
const file = process.argv[3] ?? join(folder, "lists.sqlite");
const url = `sqlite:${file}`;
if (!existsSync(file)) fill();
const service = await startService(process.env.SCRIPT ?? "dist/src/main.js", url, {}, { isPinned: false });
await probe(service, WARM_UP_MS);
const rows = [["none", await probe(service, SECONDS * 1000), []]];
for (const [name, path] of Object.entries(LISTS)) {
  // the first request to an operation loads its validators, and the first lists start the readers
  await Promise.all(Array.from({ length: CLIENTS }, () => read(`/api/v1${path}`, performance.now())));
  const until = performance.now() + SECONDS * 1000;
  const clients = Array.from({ length: CLIENTS }, () => readLists(`/api/v1${path}`, until));
  rows.push([name, await probe(service, SECONDS * 1000), (await Promise.all(clients)).flat()]);
}
const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${service.child.pid}/status`, "utf8"))[1];
await service.stop();
rmSync(folder, { recursive: true });

console.log(`${ACCOUNTS} accounts, ${SECONDS} seconds each, ${CLIENTS} clients of lists. Milliseconds.\n`);
console.log("| beside | `me` p50 | `me` p99 | × idle p99 | list p50 | lists |");
console.log("| --- | --- | --- | --- | --- | --- |");
const idle = percentile(rows[0][1], 0.99);
for (const [name, me, lists] of rows) {
  const p99 = percentile(me, 0.99);
  const figures = [median(me).toFixed(1), p99.toFixed(1), (p99 / idle).toFixed(1)];
  const list = lists.length === 0 ? "" : median(lists).toFixed(0);
  console.log(`| ${[name, ...figures, list, lists.length].join(" | ")} |`);
}
console.log(`\nThe most memory of the service: ${Math.round(peak / 1024)} MiB.`);

function fill() {
  const made = spawnSync(
    process.execPath,
    [...FROM_SOURCES, "scripts/bench/prepare-users.mjs", String(ACCOUNTS)],
    {
      env: { ...process.env, ...ENVIRONMENT, DATABASE_URL: url },
      encoding: "utf8",
    },
  );
  if (made.status !== 0) throw new Error(made.stderr);
}

/** Reads the list again and again. @returns the milliseconds of each answer; a download ends with the time */
async function readLists(path, until) {
  const times = [];
  while (performance.now() < until) {
    const start = performance.now();
    const isComplete = await read(path, until);
    if (isComplete) times.push(performance.now() - start);
  }
  return times;
}

function read(path, until) {
  return new Promise((resolve, reject) => {
    const request = http.get({ ...service.base, path, headers: service.headers }, (response) => {
      const { statusCode } = response;
      // exports have a limit of their own
      if (statusCode === 429) return void sleep(1000).then(() => resolve(false), response.resume());
      if (statusCode !== 200) reject(new Error(`${path}: ${statusCode}`));
      response.on("data", () => {
        if (performance.now() >= until) request.destroy();
      });
      response.once("close", () => resolve(response.complete));
    });
    request.on("error", () => resolve(false));
  });
}
