// Measures how late events reach webhooks, and `me` beside that, with dead receivers, and with two processes on MariaDB:
// node scripts/bench/webhooks-beside.mjs
// node --import tsx/esm test/support/database/with-mariadb.ts node scripts/bench/webhooks-beside.mjs
// ALL DATA IN THE DATABASE OF TEST_DATABASE_URL IS DELETED; without it, an SQLite file is used. A request for `me` is due
// every 10 ms, and its latency is measured from that time. The service isn't pinned to a core. Run it after `npm run build`.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { call, median, percentile, probe, runScript, startService } from "./process.mjs";

const [WEBHOOKS, DEAD] = [200, 20];
/** Changes; each is sent to every webhook. */
const EVENTS = Number(process.env.EVENTS ?? 100);
const EVERY_MS = Number(process.env.EVERY_MS ?? 1000);
const IDLE_MS = 20_000;
/** Half of the dead receivers refuse connections, and half never answer. The worker posts the milliseconds of each event. */
const RECEIVER = `
  const { createServer } = require("node:http");
  const { parentPort } = require("node:worker_threads");
  const delays = new Map();
  const server = createServer((request, response) => {
    if (request.url.startsWith("/silent")) return;
    let body = "";
    request.on("data", (part) => (body += part)).on("end", () => {
      const key = request.url + request.headers["webhook-id"];
      const delay = Date.now() - Date.parse(JSON.parse(body).occurred_at);
      if (!delays.has(key)) delays.set(key, delay);
      response.writeHead(204).end();
    });
  });
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
  parentPort.on("message", () => parentPort.postMessage([...delays.values()]));`;

const folder = mkdtempSync(join(tmpdir(), "authdock-bench-"));
const database = process.env.TEST_DATABASE_URL ?? `sqlite:${join(folder, "webhooks.sqlite")}`;
runScript("scripts/bench/prepare-users.mjs", database, "1000");
const processes = process.env.TEST_DATABASE_URL ? "2" : "1";
const local = { APP_ENV: "local", APP_URL: "http://127.0.0.1", WEBHOOKS_ALLOW_LOOPBACK: "true" };
const service = await startService(
  "dist/src/main.js",
  database,
  { ...local, WEB_CONCURRENCY: processes },
  { isPinned: false },
);
const receiver = new Worker(RECEIVER, { eval: true });
const [port] = await once(receiver, "message");
const url = (index) =>
  index >= DEAD
    ? `http://127.0.0.1:${port}/`
    : index % 2
      ? "http://127.0.0.1:1/"
      : `http://127.0.0.1:${port}/silent`;

const people = JSON.parse((await send("GET", "/users?per_page=100&sort=-created_at")).body).data.items;
await probe(service, 3000);
const idle = await probe(service, IDLE_MS);
const before = await change(EVENTS, 0);
await sleep(2000); // these events have their places
for (let index = 0; index < WEBHOOKS; index++)
  await send("POST", "/webhooks", { url: `${url(index)}?${index}`, types: ["user.updated"] });
const started = performance.now();
const [beside] = await Promise.all([probe(service, EVENTS * EVERY_MS), change(EVENTS, EVERY_MS)]);
const wanted = EVENTS * (WEBHOOKS - DEAD);
let delays = [];
while (
  (delays = await received()).length < wanted &&
  performance.now() - started < EVENTS * EVERY_MS + 60_000
)
  await sleep(500);
const seconds = (performance.now() - started) / 1000;
await service.stop();
await receiver.terminate();
rmSync(folder, { recursive: true });

const [idleP99, besideP99] = [idle, beside].map((latencies) => percentile(latencies, 0.99));
console.log("| what | measured |\n| --- | --- |");
console.log(`| a change by the API, median | ${median(before).toFixed(1)} ms |`);
console.log(`| live webhooks received | ${delays.length} of ${wanted} in ${seconds.toFixed(0)} s |`);
console.log(`| from the change to the receiver, p50 | ${median(delays)} ms |`);
console.log(`| from the change to the receiver, p99 | ${percentile(delays, 0.99)} ms |`);
console.log(`| \`me\` p99, idle; beside it | ${idleP99.toFixed(1)}; ${besideP99.toFixed(1)} ms |`);
console.log(`| \`me\` p99, × idle | ${(besideP99 / idleP99).toFixed(2)} |`);

async function send(method, path, body) {
  const answer = await call({
    ...service.base,
    method,
    path: `/api/v1${path}`,
    headers: service.headers,
    body: body && JSON.stringify(body),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
  return answer;
}

/** @returns the milliseconds of each change */
async function change(count, everyMs) {
  const times = [];
  const start = performance.now();
  for (let index = 0; index < count; index++) {
    await sleep(Math.max(0, start + index * everyMs - performance.now()));
    const began = performance.now();
    await send("PATCH", `/users/${people[index % people.length].id}`, {
      first_name: `Ada ${everyMs} ${index}`,
    });
    times.push(performance.now() - began);
  }
  return times;
}

async function received() {
  receiver.postMessage("all");
  const [all] = await once(receiver, "message");
  return all;
}
