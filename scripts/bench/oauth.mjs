// Compares the CPU cost of requests to the token, introspection and userinfo endpoints with oidc-provider on SQLite, in alternating
// rounds: node scripts/bench/oauth.mjs. Both have CLIENTS clients with a signed-in user each, and new tokens in each round. Signing
// with RS256 is the same work in both. ROUNDS. Run it after `npm run build`.
import { copyFileSync, rmSync } from "node:fs";
import http from "node:http";
import {
  call,
  cpuMicroseconds,
  median,
  prepareDatabase,
  runScript,
  startPeer,
  startService,
} from "./process.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const CLIENTS = 300; // each client can send 600 requests a minute
const WORKERS = 10;
const [WARM_UP, MEASURED] = [1500, 4000];
const database = prepareDatabase(100);
const fileOf = (url) => url.replace(/^sqlite:/, "");
const prepared = runScript("scripts/bench/grants.mjs", database, String(CLIENTS));

async function startProduct() {
  // the other service starts with new tables in each round, so this one does too
  const fresh = database.replace(/\.sqlite$/, "-round.sqlite");
  for (const suffix of ["-wal", "-shm"]) rmSync(fileOf(fresh) + suffix, { force: true });
  copyFileSync(fileOf(database), fileOf(fresh));
  const service = await startService("dist/src/main.js", fresh, { SIGN_IN: "no" });
  const paths = { token: "/oauth/token", introspection: "/oauth/introspect", userinfo: "/oauth/userinfo" };
  return { ...service, paths, grants: JSON.parse(prepared) };
}

async function startOther() {
  const file = fileOf(database).replace(/\.sqlite$/, "-peer.sqlite");
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  const { message: grants, ...service } = await startPeer("openid-provider", {
    DB: file,
    CLIENTS: String(CLIENTS),
  });
  const paths = { token: "/token", introspection: "/token/introspection", userinfo: "/me" };
  return { ...service, paths, grants };
}

const post = async ({ base }, path, agent, { authorization }, fields) => {
  const { status, body } = await call({
    ...{ ...base, agent, method: "POST", path },
    headers: { "content-type": "application/x-www-form-urlencoded", authorization },
    body: new URLSearchParams(fields).toString(),
  });
  if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
  return JSON.parse(body);
};

const REQUESTS = {
  client_credentials: (target, grant, agent) =>
    post(target, target.paths.token, agent, grant, { grant_type: "client_credentials" }),
  "refresh token → ID token": async (target, grant, agent) => {
    const fields = { grant_type: "refresh_token", refresh_token: grant.refresh };
    const tokens = await post(target, target.paths.token, agent, grant, fields);
    if (!tokens.id_token) throw new Error("There is no ID token.");
    Object.assign(grant, { refresh: tokens.refresh_token, access: tokens.access_token });
  },
  introspection: async (target, grant, agent) => {
    const { active } = await post(target, target.paths.introspection, agent, grant, { token: grant.access });
    if (!active) throw new Error("The token isn't active.");
  },
  userinfo: async ({ base, paths }, grant, agent) => {
    const headers = { authorization: `Bearer ${grant.access}` };
    const { status, body } = await call({ ...base, agent, path: paths.userinfo, headers });
    if (status !== 200 || !JSON.parse(body).email) throw new Error(`${status} ${body}`);
  },
};

/** Each worker has grants of its own, because a refresh token is replaced by the answer. */
async function send(target, request, count) {
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
  for (const [name, start] of Object.entries({ "oidc-provider": startOther, authdock: startProduct })) {
    const target = await start();
    for (const [title, request] of Object.entries(REQUESTS)) {
      await send(target, request, WARM_UP);
      const before = cpuMicroseconds(target.child.pid);
      await send(target, request, MEASURED);
      const cost = (cpuMicroseconds(target.child.pid) - before) / MEASURED;
      ((costs[title] ??= {})[name] ??= []).push(cost);
    }
    await target.stop();
  }

console.log("| request | CPU µs, authdock | CPU µs, oidc-provider | ratio |\n|---|---|---|---|");
for (const [title, { authdock, "oidc-provider": other }] of Object.entries(costs)) {
  const ratio = median(other.map((cost, round) => cost / authdock[round])).toFixed(2);
  console.log(`| ${title} | ${median(authdock).toFixed(0)} | ${median(other).toFixed(0)} | ${ratio} × |`);
}
