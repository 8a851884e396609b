// Measures the latency of `me` alone and while 16 clients log in without pause, first with a process that has just
// started, then once it has served sign-ins for half a minute and V8 has optimised their code. A request is due every
// 10 ms, and its latency is measured from that time.
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
const WARM_UP_SECONDS = 30;
const STATES = ["just started", ...(LOAD_SHARE < 1 ? [] : ["warm"])];
const database = prepareDatabase(2);
const rows = [];
for (let round = 1; round <= ROUNDS; round++) {
  const service = await startService("dist/src/main.js", database);
  const me = { ...service.base, path: "/api/v1/auth/me", headers: service.headers };
  const login = { ...service.base, method: "POST", path: "/api/v1/auth/login", body: CREDENTIALS };
  await load(me, { connections: 8, seconds: 2 });
  for (const state of STATES) {
    if (state === "warm") await load(login, { connections: 16, seconds: WARM_UP_SECONDS });
    const idle = await probe(me);
    const storm = load(login, { connections: 16, seconds: SECONDS + 2 });
    await sleep(1000 * LOAD_SHARE);
    const busy = await probe(me);
    const logins = await storm;
    rows.push({ state, idle: percentile(idle, 0.99), storm: percentile(busy, 0.99), logins });
  }
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

console.log(
  "| process | idle p99 ms | p99 ms during logins | ratio of each run | logins by status, last round |\n|---|---|---|---|---|",
);
for (const state of STATES) {
  const found = rows.filter((row) => row.state === state);
  const middle = (value) => median(found.map((row) => row[value])).toFixed(1);
  const ratios = found.map(({ idle, storm }) => (storm / idle).toFixed(1)).join(", ");
  console.log(
    `| ${state} | ${middle("idle")} | ${middle("storm")} | ${ratios} | ${JSON.stringify(found.at(-1).logins)} |`,
  );
}
