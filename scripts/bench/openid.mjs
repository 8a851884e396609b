// Compares the CPU cost of a refreshed ID token and of a userinfo request with oidc-provider on SQLite, in alternating rounds:
// node scripts/bench/openid.mjs. Signing with RS256 is the same work in both.
import { copyFileSync, rmSync } from "node:fs";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  call,
  cpuMicroseconds,
  ENVIRONMENT,
  FROM_SOURCES,
  freePort,
  median,
  onOneCore,
  prepareDatabase,
  startService,
  stop,
} from "./process.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const CLIENTS = 300; // each client can send 600 requests a minute
const WORKERS = 10;
const database = prepareDatabase(100);
const fileOf = (url) => url.replace(/^sqlite:/, "");
const prepared = spawnSync(
  process.execPath,
  [...FROM_SOURCES, "scripts/bench/openid-grants.mjs", String(CLIENTS)],
  {
    env: { ...process.env, ...ENVIRONMENT, DATABASE_URL: database },
    encoding: "utf8",
  },
);
if (prepared.status !== 0) throw new Error(prepared.stderr);

async function startProduct() {
  const fresh = database.replace(/\.sqlite$/, "-round.sqlite");
  for (const suffix of ["-wal", "-shm"]) rmSync(fileOf(fresh) + suffix, { force: true });
  copyFileSync(fileOf(database), fileOf(fresh));
  const service = await startService("dist/src/main.js", fresh, { SIGN_IN: "no" });
  const paths = { token: "/oauth/token", userinfo: "/oauth/userinfo" };
  const grants = JSON.parse(prepared.stdout);
  return { pid: service.child.pid, base: service.base, paths, grants, stop: service.stop };
}

async function startPeer() {
  const port = await freePort();
  const file = fileOf(database).replace(/\.sqlite$/, "-peer.sqlite");
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  const [program, ...parameters] = onOneCore([process.execPath, "scripts/bench/peers/openid-provider.mjs"]);
  const env = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    DB: file,
    CLIENTS: String(CLIENTS),
  };
  const child = spawn(program, parameters, { env, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const [grants] = await once(child, "message");
  const paths = { token: "/token", userinfo: "/me" };
  return { pid: child.pid, base: { host: "127.0.0.1", port }, paths, grants, stop: () => stop(child) };
}

const REQUESTS = {
  "refresh token → ID token": async ({ base, paths }, grant, agent) => {
    const { status, body } = await call({
      ...base,
      agent,
      method: "POST",
      path: paths.token,
      headers: { "content-type": "application/x-www-form-urlencoded", authorization: grant.authorization },
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: grant.refresh }).toString(),
    });
    const tokens = JSON.parse(body);
    if (status !== 200 || !tokens.id_token) throw new Error(`${status} ${body}`);
    Object.assign(grant, { refresh: tokens.refresh_token, access: tokens.access_token });
  },
  userinfo: async ({ base, paths }, grant, agent) => {
    const headers = { authorization: `Bearer ${grant.access}` };
    const { status, body } = await call({ ...base, agent, path: paths.userinfo, headers });
    if (status !== 200 || !JSON.parse(body).email) throw new Error(`${status} ${body}`);
  },
};

/** Each worker has grants of its own, because a refresh token is replaced by the answer. */
async function send(target, request, count) {
  const http = await import("node:http");
  const agent = new http.Agent({ keepAlive: true, maxSockets: WORKERS });
  const share = CLIENTS / WORKERS;
  const work = async (worker) => {
    for (let i = 0; i < count / WORKERS; i++)
      await request(target, target.grants[worker * share + (i % share)], agent);
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
  agent.destroy();
}

const costs = {};
for (let round = 0; round < ROUNDS; round++)
  for (const [name, start] of Object.entries({ "oidc-provider": startPeer, authdock: startProduct })) {
    const target = await start();
    for (const [title, request] of Object.entries(REQUESTS)) {
      await send(target, request, 1500);
      const before = cpuMicroseconds(target.pid);
      await send(target, request, 4000);
      ((costs[title] ??= {})[name] ??= []).push((cpuMicroseconds(target.pid) - before) / 4000);
    }
    await target.stop();
  }

console.log(
  "| request | CPU µs, authdock | CPU µs, oidc-provider | cost of oidc-provider / authdock, median |",
);
console.log("|---|---|---|---|");
for (const [title, { authdock, "oidc-provider": peer }] of Object.entries(costs)) {
  const ratio = median(peer.map((cost, round) => cost / authdock[round]));
  console.log(
    `| ${title} | ${median(authdock).toFixed(0)} | ${median(peer).toFixed(0)} | ${ratio.toFixed(2)} |`,
  );
}
