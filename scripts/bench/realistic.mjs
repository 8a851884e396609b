// Compares `GET /auth/me` and `GET /users` with Fastify by hand, as a service in use gets them: with many tokens, and with
// commits of another process in between. Run it after `npm run build`:
//   node scripts/bench/realistic.mjs                                                          on SQLite
//   node --import tsx/esm test/support/database/with-mariadb.ts node scripts/bench/realistic.mjs      on MariaDB
// ALL DATA IN THE DATABASE OF TEST_DATABASE_URL IS DELETED. ROUNDS, SECONDS_EACH.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { loadPackage, PEERS } from "./peers.mjs";
import {
  cpuMicroseconds,
  ENVIRONMENT,
  FROM_SOURCES,
  median,
  runScript,
  startService,
  stop,
} from "./process.mjs";

const autocannon = loadPackage("autocannon");
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = Number(process.env.SECONDS_EACH ?? 5);
const CONNECTIONS = 32;
const server = process.env.TEST_DATABASE_URL;
const MANY = server ? 5000 : 20_000;
const ME = { path: "/api/v1/auth/me", tokens: MANY };
const LOADS = {
  [`me, ${MANY} tokens`]: { ...ME, commits: 0 },
  [`me, ${MANY} tokens, 50 commits/s`]: { ...ME, commits: 50 },
  "users, 25 rows": { path: "/api/v1/users?per_page=25", tokens: 1, commits: 0 },
};

const folder = mkdtempSync(join(tmpdir(), "authdock-bench-"));
const file = join(folder, "bench.sqlite");
const database = server ?? `sqlite:${file}`;
runScript("scripts/bench/prepare-users.mjs", database, String(MANY));
const tokens = JSON.parse(runScript("scripts/bench/tokens.mjs", database, String(MANY)));
const peer = `scripts/bench/peers/fastify${server ? "-mysql" : ""}.mjs`;
const TARGETS = { authdock: "dist/src/main.js", fastify: peer };

const results = {};
for (let round = 0; round < ROUNDS; round++)
  for (const [name, script] of Object.entries(TARGETS)) {
    const service = await startService(script, database, { SIGN_IN: "no", HARNESS: PEERS, DATABASE: file });
    for (const load of [LOADS["users, 25 rows"], ME]) await send(service, load);
    for (const [title, load] of Object.entries(LOADS)) {
      const others = load.commits > 0 && (await startCommits(load.commits));
      ((results[title] ??= {})[name] ??= []).push(await send(service, load));
      if (others) await stop(others);
    }
    await service.stop();
  }
rmSync(folder, { recursive: true });

console.log(
  `${server ? "MariaDB" : "SQLite"}, ${CONNECTIONS} connections, medians of ${ROUNDS} alternating rounds.\n`,
);
console.log(
  "| load | CPU µs, authdock | CPU µs, Fastify | ratio | requests/s | p99 |\n|---|---|---|---|---|---|",
);
for (const [title, { authdock, fastify }] of Object.entries(results)) {
  const ratio = (of) => median(authdock.map((figures, round) => of(figures, fastify[round]))).toFixed(2);
  const cpu = (figures) => median(figures.map(({ cpu: cost }) => cost)).toFixed(0);
  const columns = [
    cpu(authdock),
    cpu(fastify),
    `${ratio((own, other) => other.cpu / own.cpu)} ×`,
    `${ratio((own, other) => own.rate / other.rate)} ×`,
    `${ratio((own, other) => own.p99 / other.p99)} ×`,
  ];
  console.log(`| ${title} | ${columns.join(" | ")} |`);
}

/** @returns CPU time of a request in microseconds, requests a second, and p99 in milliseconds */
async function send({ child, base }, { path, tokens: count }) {
  const before = cpuMicroseconds(child.pid);
  const { requests, latency, non2xx, errors } = await autocannon({
    url: `http://${base.host}:${base.port}`,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [{ path, setupRequest: (request) => ({ ...request, headers: headersOf(count) }) }],
  });
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} other answers, ${errors} errors`);
  const cpu = (cpuMicroseconds(child.pid) - before) / requests.total;
  return { cpu, rate: requests.average, p99: latency.p99 };
}

function headersOf(count) {
  return { authorization: `Bearer ${tokens[Math.floor(Math.random() * count)]}` };
}

async function startCommits(perSecond) {
  const env = { ...process.env, ...ENVIRONMENT, DATABASE_URL: database };
  const parameters = [...FROM_SOURCES, "scripts/bench/commits.mjs", String(perSecond)];
  const child = spawn(process.execPath, parameters, { env, stdio: ["ignore", "ignore", "inherit"] });
  await sleep(3000); // until it has loaded
  return child;
}
