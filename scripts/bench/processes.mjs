// Compares how many requests one and two processes on MariaDB serve. Each may use a fifth of a core, so that the database
// and this script never lack CPU time. A bare server shows what a second process can add here:
// node --import tsx/esm test/support/database/with-mariadb.ts node scripts/bench/processes.mjs
// ALL DATA IN THE DATABASE OF TEST_DATABASE_URL IS DELETED. It needs the right to create control groups of Linux. Run it after
// `npm run build`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ENVIRONMENT, FROM_SOURCES, load, median, startService } from "./process.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = 8;
/** For each process, because they share the requests before the measurement. Then V8 has optimised the code of each. */
const WARM_UP_SECONDS = 5;
const PERIOD_US = 100_000;
const SHARE = 0.2;
const SERVERS = [
  {
    script: "dist/src/main.js",
    requests: { "`me`": "/api/v1/auth/me", "`users`, 25 rows": "/api/v1/users?per_page=25" },
  },
  {
    script: "scripts/bench/peers/mysql.mjs",
    requests: { "bare server, one row": "/" },
    variables: { SIGN_IN: "no" },
  },
];

const database = process.env.TEST_DATABASE_URL;
if (!database) throw new Error("Run it with test/support/database/with-mariadb.ts.");
const prepared = spawnSync(process.execPath, [...FROM_SOURCES, "scripts/bench/prepare-users.mjs", "1000"], {
  env: { ...process.env, ...ENVIRONMENT, DATABASE_URL: database },
  encoding: "utf8",
});
if (prepared.status !== 0) throw new Error(prepared.stderr);
const served = {};
for (let round = 1; round <= ROUNDS; round++)
  for (const server of SERVERS)
    for (const processes of [1, 2])
      for (const [name, answers] of await measure(server, processes))
        (served[name] ??= { 1: [], 2: [] })[processes].push(answers / SECONDS);
console.log(
  "| request | requests/s, 1 process | 2 processes | ratio in one round, median |\n|---|---|---|---|",
);
for (const [name, { 1: one, 2: two }] of Object.entries(served)) {
  const ratio = median(one.map((number, round) => two[round] / number));
  console.log(`| ${name} | ${median(one).toFixed(0)} | ${median(two).toFixed(0)} | ${ratio.toFixed(2)} |`);
}

/** The name of each request and how many of them were answered. */
async function measure({ script, requests, variables }, processes) {
  const all = { ...variables, WEB_CONCURRENCY: String(processes) };
  const service = await startService(script, database, all, { isPinned: false });
  const of = (path) => ({ ...service.base, path, headers: service.headers });
  for (const path of Object.values(requests))
    await load(of(path), { connections: 16, seconds: WARM_UP_SECONDS * processes });
  const groups = serversOf(service.child.pid, processes).map(limit);
  const measured = [];
  for (const [name, path] of Object.entries(requests)) {
    const { 200: answers } = await load(of(path), { connections: 16 * processes, seconds: SECONDS });
    measured.push([name, answers]);
  }
  for (const group of groups) group.writeLimit(null);
  await service.stop();
  await sleep(100);
  for (const group of groups) rmdirSync(group.folder);
  return measured;
}

/** The processes that answer: the workers, or the only process. */
function serversOf(pid, processes) {
  if (processes === 1) return [pid];
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
}

/** Puts the process into a control group of its own, of version 2 or 1. */
function limit(pid) {
  const isVersion2 = existsSync("/sys/fs/cgroup/cgroup.controllers");
  const folder = mkdtempSync(isVersion2 ? "/sys/fs/cgroup/authdock-" : "/sys/fs/cgroup/cpu/authdock-");
  const writeLimit = (share) => {
    const quota = share === null ? null : share * PERIOD_US;
    if (isVersion2) writeFileSync(`${folder}/cpu.max`, `${quota ?? "max"} ${PERIOD_US}`);
    else {
      writeFileSync(`${folder}/cpu.cfs_period_us`, String(PERIOD_US));
      writeFileSync(`${folder}/cpu.cfs_quota_us`, String(quota ?? -1));
    }
  };
  writeLimit(SHARE);
  writeFileSync(`${folder}/cgroup.procs`, String(pid));
  return { folder, writeLimit };
}
