// Loads two processes on MariaDB with everything that people and programs do, and prints how their memory develops:
// node --import tsx/esm test/support/database/with-mariadb.ts node scripts/bench/soak.mjs
// ALL DATA IN THE DATABASE OF TEST_DATABASE_URL IS DELETED. Without it one process serves an SQLite file. MINUTES: 10 by default.
// Run it after `npm run build`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  call,
  CREDENTIALS,
  ENVIRONMENT,
  FROM_SOURCES,
  loadWith,
  signInByForm,
  startService,
} from "./process.mjs";

const MINUTES = Number(process.env.MINUTES ?? 10);
const CONNECTIONS = 8;
const SAMPLE_MS = 5000;
const JSON_BODY = { "content-type": "application/json" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

const server = process.env.TEST_DATABASE_URL;
const database = server ?? `sqlite:${join(mkdtempSync(join(tmpdir(), "authdock-soak-")), "soak.sqlite")}`;
const prepared = spawnSync(process.execPath, [...FROM_SOURCES, "scripts/bench/prepare-users.mjs", "5000"], {
  env: { ...process.env, ...ENVIRONMENT, DATABASE_URL: database },
  encoding: "utf8",
});
if (prepared.status !== 0) throw new Error(prepared.stderr);
const processes = server ? 2 : 1;
const service = await startService(
  "dist/src/main.js",
  database,
  { WEB_CONCURRENCY: String(processes) },
  { isPinned: false },
);
const { base, headers } = service;
const client = await makeClient();
const cookie = await signInByForm(base);
const { data } = JSON.parse((await call({ ...base, headers, path: "/api/v1/users?per_page=1" })).body);
const someone = `/api/v1/users/${data.items?.[0]?.id ?? data[0].id}`;

let turn = 0;
const REQUESTS = [
  [60, () => ({ path: "/api/v1/auth/me", headers })],
  [10, () => ({ path: `/api/v1/users?page=${1 + (turn % 100)}`, headers })],
  [5, () => ({ path: someone, headers })],
  [5, () => ({ method: "PATCH", path: someone, headers, body: JSON.stringify({ first_name: `N${turn}` }) })],
  [5, () => ({ path: "/dashboard", headers: { cookie } })],
  [5, () => ({ path: "/admin/users?search=ada", headers: { cookie } })],
  [4, () => ({ path: "/login" })],
  [3, () => ({ method: "POST", path: "/oauth/token", headers: FORM, body: client })],
  [1, () => ({ method: "POST", path: "/api/v1/auth/login", headers: JSON_BODY, body: CREDENTIALS })],
  [1, () => ({ path: "/api/v1/users/unknown", headers: { authorization: "Bearer unknown" } })],
  [1, () => ({ path: "/no/such/page" })],
].flatMap(([share, request]) => Array.from({ length: share }, () => request));

/** Spreads the kinds evenly: 37 shares no divisor with the number of requests. */
const next = () => ({ ...base, ...REQUESTS[(turn++ * 37) % REQUESTS.length]() });

const samples = new Map();
const start = performance.now();
const sampling = setInterval(() => {
  for (const pid of servers()) {
    const list = samples.get(pid) ?? [];
    list.push([(performance.now() - start) / 60_000, megabytesOf(pid)]);
    samples.set(pid, list);
  }
}, SAMPLE_MS);
const statuses = await loadWith(next, { connections: CONNECTIONS, seconds: MINUTES * 60 });
clearInterval(sampling);
const total = Object.values(statuses).reduce((sum, count) => sum + count, 0);
console.log(
  `${total} requests, ${(total / MINUTES / 60).toFixed(0)} a second, by status ${JSON.stringify(statuses)}`,
);
console.log(
  "| process | MB after 1 min | half way | at the end | from minute 1 to half way | in the second half | MB a minute in it |",
);
console.log("|---|---|---|---|---|---|---|");
for (const [pid, list] of samples) {
  const [first, half] = [Math.min(1, MINUTES / 4), MINUTES / 2];
  const at = (minute) => (list.find(([time]) => time >= minute) ?? list.at(-1))[1].toFixed(0);
  const later = list.filter(([time]) => time >= half);
  const columns = [
    ...[first, half, MINUTES].map(at),
    rangeOf(list.filter(([time]) => time >= first && time < half)),
    rangeOf(later),
    slopeOf(later).toFixed(2),
  ];
  console.log(`| ${pid} | ${columns.join(" | ")} |`);
}
await service.stop();
await sleep(100);

/** The processes that answer: the workers, or the only process. */
function servers() {
  const { pid } = service.child;
  if (processes === 1) return [pid];
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
}

function megabytesOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

/** The garbage collector makes it go up and down within a minute. */
function rangeOf(points) {
  const sizes = points.map(([, size]) => size);
  return `${Math.min(...sizes).toFixed(0)} to ${Math.max(...sizes).toFixed(0)}`;
}

/** The slope of the line with the least squares. */
function slopeOf(points) {
  const mean = (index) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const above = points.reduce((sum, [time, size]) => sum + (time - x) * (size - y), 0);
  return above / points.reduce((sum, [time]) => sum + (time - x) ** 2, 0);
}

async function makeClient() {
  const body = JSON.stringify({
    name: "Soak",
    type: "confidential",
    grant_types: ["client_credentials"],
    redirect_uris: [],
  });
  const answer = await call({
    ...{ ...base, method: "POST", path: "/api/v1/api-clients", body },
    headers: { ...headers, ...JSON_BODY },
  });
  const { client: made, id, secret } = JSON.parse(answer.body).data;
  return new URLSearchParams({
    grant_type: "client_credentials",
    client_id: id ?? made.id,
    client_secret: secret,
  }).toString();
}
