// Measures the latency of `me` alone and while 16 clients log in without pause. A request is due every 10 ms, and its
// latency is measured from that time.
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import {
  call,
  CREDENTIALS,
  load,
  LOAD_SHARE,
  median,
  percentile,
  prepareDatabase,
  startService,
} from "./process.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = 5;
const database = prepareDatabase(2);
const rows = [];
for (let round = 1; round <= ROUNDS; round++) {
  const service = await startService("dist/src/main.js", database);
  const me = { ...service.base, path: "/api/v1/auth/me", headers: service.headers };
  const login = { ...service.base, method: "POST", path: "/api/v1/auth/login", body: CREDENTIALS };
  await load(me, { connections: 8, seconds: 2 });
  const idle = await probe(me);
  const storm = load(login, { connections: 16, seconds: SECONDS + 2 });
  await sleep(1000 * LOAD_SHARE);
  const busy = await probe(me);
  const logins = await storm;
  rows.push({ idle: percentile(idle, 0.99), storm: percentile(busy, 0.99), logins });
  await service.stop();
}

async function probe(request) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const start = performance.now();
  const answers = [];
  for (let index = 0; index * 10 < SECONDS * 1000 * LOAD_SHARE; index++) {
    const due = start + index * 10;
    await sleep(Math.max(0, due - performance.now()));
    answers.push(call({ ...request, agent }).then(() => performance.now() - due));
  }
  const latencies = await Promise.all(answers);
  agent.destroy();
  return latencies;
}

const middle = (read) => median(rows.map(read)).toFixed(1);
console.log(
  "| idle p99 ms | p99 ms during logins | ratio, median | logins by status, last round |\n|---|---|---|---|",
);
console.log(
  `| ${middle((row) => row.idle)} | ${middle((row) => row.storm)} | ${middle((row) => row.storm / row.idle)} | ${JSON.stringify(rows.at(-1).logins)} |`,
);
