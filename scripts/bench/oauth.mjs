// Compares the CPU cost of client_credentials and introspection with oidc-provider on SQLite, in alternating rounds:
// node scripts/bench/oauth.mjs <folder of a harness with targets/oidc-provider.mjs>. The rate limiters stay on, so the
// requests are distributed over enough clients.
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  call,
  cpuMicroseconds,
  ENVIRONMENT,
  FROM_SOURCES,
  freePort,
  loadWith,
  median,
  onOneCore,
  prepareDatabase,
  startService,
  stop,
} from "./process.mjs";

const harness = process.argv[2];
if (!harness) throw new Error("The first argument must be the folder of the harness.");
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const CLIENTS = 300; // each client can send 600 requests a minute
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const database = prepareDatabase(100);
const credentials = makeClients();
const costs = {};
for (let round = 0; round < ROUNDS; round++)
  for (const [name, start] of Object.entries({ "oidc-provider": startPeer, authdock: startProduct })) {
    const target = await start();
    for (const request of ["client_credentials", "introspect"]) {
      const next = await target.requests[request]();
      await loadWith(next, { connections: 16, seconds: 2 });
      const before = cpuMicroseconds(target.pid);
      const { 200: answers, ...others } = await loadWith(next, { connections: 16, seconds: 3 });
      if (Object.keys(others).length > 0) throw new Error(`${name} ${request}: ${JSON.stringify(others)}`);
      ((costs[request] ??= {})[name] ??= []).push((cpuMicroseconds(target.pid) - before) / answers);
    }
    await target.stop();
  }

console.log(
  "| request | CPU µs, authdock | CPU µs, oidc-provider | cost of oidc-provider / authdock, median |",
);
console.log("|---|---|---|---|");
for (const [request, { authdock, "oidc-provider": peer }] of Object.entries(costs)) {
  const ratio = median(peer.map((cost, round) => cost / authdock[round]));
  console.log(
    `| ${request} | ${median(authdock).toFixed(0)} | ${median(peer).toFixed(0)} | ${ratio.toFixed(2)} |`,
  );
}

async function startProduct() {
  // the other product starts with an empty table in each round, so this one does too
  const fresh = database.replace(/\.sqlite$/, "-round.sqlite");
  for (const suffix of ["-wal", "-shm"]) rmSync(fileOf(fresh) + suffix, { force: true });
  copyFileSync(fileOf(database), fileOf(fresh));
  const service = await startService("dist/src/main.js", fresh, { SIGN_IN: "no" });
  const paths = { token: "/oauth/token", introspect: "/oauth/introspect" };
  let turn = 0;
  const authorization = () => `Basic ${credentials[turn++ % CLIENTS]}`;
  const stopService = () => service.stop();
  return {
    pid: service.child.pid,
    stop: stopService,
    requests: requestsOf(service.base, paths, authorization),
  };
}

function fileOf(url) {
  return url.replace(/^sqlite:/, "");
}

async function startPeer() {
  const port = await freePort();
  const file = join(harness, "bench-oidc.sqlite");
  for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
  const [program, ...parameters] = onOneCore([process.execPath, "targets/oidc-provider.mjs"]);
  const env = { ...process.env, NODE_ENV: "production", ADAPTER: "sqlite", DB: file, PORT: String(port) };
  const child = spawn(program, parameters, { cwd: harness, env, stdio: "ignore" });
  const base = { host: "127.0.0.1", port };
  const isUp = () =>
    call({ ...base, path: "/ping" }).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isUp())) await sleep(20);
  const basic = `Basic ${Buffer.from("cli:cli-secret-0123456789").toString("base64")}`;
  const paths = { token: "/token", introspect: "/token/introspection" };
  return { pid: child.pid, stop: () => stop(child), requests: requestsOf(base, paths, () => basic) };
}

/** The requests of the benchmark. Each call of a function returns the next request, in turn for each client. */
function requestsOf(base, { token, introspect }, authorization) {
  const post = (path, body, credential) => ({
    ...base,
    method: "POST",
    path,
    body,
    headers: { ...FORM, authorization: credential },
  });
  const issue = (credential) => post(token, "grant_type=client_credentials", credential);
  return {
    client_credentials: async () => () => issue(authorization()),
    // every client introspects its own token
    introspect: async () => {
      const known = [];
      for (let i = 0; i < CLIENTS; i++) {
        const credential = authorization();
        const { status, body } = await call(issue(credential));
        if (status !== 200) throw new Error(`The token endpoint answered ${status}.`);
        known.push(post(introspect, `token=${JSON.parse(body).access_token}`, credential));
      }
      const { body } = await call(known[0]);
      if (JSON.parse(body).active !== true) throw new Error("The token is not active.");
      let turn = 0;
      return () => known[turn++ % known.length];
    },
  };
}

function makeClients() {
  const made = spawnSync(
    process.execPath,
    [...FROM_SOURCES, "scripts/bench/oauth-clients.mjs", String(CLIENTS)],
    {
      env: { ...process.env, ...ENVIRONMENT, DATABASE_URL: database },
      encoding: "utf8",
    },
  );
  if (made.status !== 0) throw new Error(made.stderr);
  return JSON.parse(made.stdout);
}
