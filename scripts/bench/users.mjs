// Measures the response time of the list of users with 100,000 accounts, for the role `admin`, which can't see all
// accounts, and for `system_admin`: node scripts/bench/users.mjs [mysql://user:password@host:port/name].
// ALL DATA IN THAT DATABASE IS DELETED. Without a database it measures only SQLite. Run it after `npm run build`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  call,
  ENVIRONMENT,
  FROM_SOURCES,
  median,
  percentile,
  signInByForm,
  startService,
} from "./process.mjs";

const USERS = Number(process.env.USERS ?? 100_000);
const REQUESTS = Number(process.env.REQUESTS ?? 60);
const WARM_UP = 10;
const LATE = Math.floor((USERS * 0.9) / 15);
const PAGES = {
  "first page": "/admin/users",
  [`page ${LATE}`]: `/admin/users?page=${LATE}`,
  "by name": "/admin/users?sort=full_name",
  "by email": "/admin/users?sort=email",
  "by status": "/admin/users?sort=status",
  "status: active": "/admin/users?status=active",
  "status: banned": "/admin/users?status=banned",
  "a month": `/admin/users?created_from=${new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)}`,
  "role: admin": "/admin/users?role=admin",
  "search: common (1 in 8)": "/admin/users?search=hopper",
  "search: one person": "/admin/users?search=user77777%40",
  "search: nobody": "/admin/users?search=%25%25%25%25%25%25",
};

const folder = mkdtempSync(join(tmpdir(), "authdock-bench-"));
const databases = { SQLite: `sqlite:${join(folder, "users.sqlite")}` };
const other = process.argv[2] ?? process.env.BENCH_DATABASE_URL;
if (other) databases.MariaDB = other;
const columns = [];
for (const [database, url] of Object.entries(databases)) {
  prepare(url);
  for (const [role, email] of [
    ["admin", "user2@example.test"],
    ["system_admin", "user1@example.test"],
  ])
    columns.push({ title: `${database}, ${role}`, times: await measure(url, email) });
}
rmSync(folder, { recursive: true });

console.log(`Milliseconds, median / p95 of ${REQUESTS} requests, with ${USERS} accounts.\n`);
console.log(`| page | ${columns.map(({ title }) => title).join(" | ")} |`);
console.log(`| --- |${columns.map(() => " --- |").join("")}`);
for (const name of Object.keys(PAGES))
  console.log(`| ${name} | ${columns.map(({ times }) => figures(times[name])).join(" | ")} |`);

function prepare(url) {
  const made = spawnSync(
    process.execPath,
    [...FROM_SOURCES, "scripts/bench/prepare-users.mjs", String(USERS)],
    {
      env: { ...process.env, ...ENVIRONMENT, DATABASE_URL: url },
      encoding: "utf8",
    },
  );
  if (made.status !== 0) throw new Error(made.stderr);
}

/** Page → milliseconds of each sequential request, from sending it to the end of the response. */
async function measure(url, email) {
  const service = await startService("dist/src/main.js", url, { SIGN_IN: "no" });
  const cookie = await signInByForm(service.base, { email, password: ENVIRONMENT.ADMIN_PASSWORD });
  const times = {};
  for (const [name, path] of Object.entries(PAGES)) {
    times[name] = [];
    for (let request = -WARM_UP; request < REQUESTS; request++) {
      const start = performance.now();
      const { status } = await call({ ...service.base, path, headers: { cookie } });
      const time = performance.now() - start;
      if (status !== 200) throw new Error(`${path}: ${status}`);
      if (request >= 0) times[name].push(time);
    }
  }
  await service.stop();
  return times;
}

function figures(times) {
  return `${median(times).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)}`;
}
