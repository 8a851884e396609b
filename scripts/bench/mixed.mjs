// Compares an hour of a service in small with better-auth on Express, which has its plugins for administration and OAuth, on
// SQLite with PEOPLE accounts: node scripts/bench/mixed.mjs. Then the start and the memory after the requests with a bare Express and
// express-openapi-validator. ROUNDS, REQUESTS. Run it after `npm run build`.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  call,
  cpuMicroseconds,
  ENVIRONMENT,
  median,
  runScript,
  startPeer,
  startService,
} from "./process.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const PEOPLE = Number(process.env.PEOPLE ?? 5000);
const REQUESTS = Number(process.env.REQUESTS ?? 5000);
const GRANTS = 300;
const WORKERS = 10;
const PASSWORD = ENVIRONMENT.ADMIN_PASSWORD;
/** Of 100 requests. */
const SHARES = { me: 72, "users with a search": 10, "refresh token": 8, "sign-in": 5, profile: 5 };
const JSON_BODY = { "content-type": "application/json" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

const folder = mkdtempSync(join(tmpdir(), "authdock-bench-"));
const database = join(folder, "bench.sqlite");
runScript("scripts/bench/prepare-users.mjs", `sqlite:${database}`, String(PEOPLE));
const sessions = JSON.parse(runScript("scripts/bench/tokens.mjs", `sqlite:${database}`, String(PEOPLE)));
const grants = runScript("scripts/bench/grants.mjs", `sqlite:${database}`, String(GRANTS));

const bearer = (token) => ({ authorization: `Bearer ${token}` });
const anyOf = (list) => list[Math.floor(Math.random() * list.length)];
// two accounts of `prepare-users.mjs` are always active
const anyEmail = () => `user${anyOf([1, 2])}@example.test`;
const credentials = () => JSON.stringify({ email: anyEmail(), password: PASSWORD });

const AUTHDOCK = {
  token: "/oauth/token",
  me: (token) => ({ path: "/api/v1/auth/me", headers: bearer(token) }),
  "users with a search": (token) => ({
    path: "/api/v1/users?filter[search]=hopper&per_page=25",
    headers: bearer(token),
  }),
  "sign-in": () => ({ method: "POST", path: "/api/v1/auth/login", headers: JSON_BODY, body: credentials() }),
  profile: (token) => ({
    ...{ method: "PATCH", path: "/api/v1/auth/me", headers: { ...JSON_BODY, ...bearer(token) } },
    body: JSON.stringify({ first_name: anyOf(["Ada", "Grace"]) }),
  }),
};
const ORIGIN = { origin: "http://127.0.0.1" };
const BETTER_AUTH = {
  token: "/api/auth/oauth2/token",
  me: (token) => ({ path: "/api/auth/get-session", headers: bearer(token) }),
  "users with a search": (token) => ({
    path: "/api/auth/admin/list-users?searchValue=hopper&searchField=name&searchOperator=contains&limit=25",
    headers: bearer(token),
  }),
  "sign-in": () => ({
    ...{ method: "POST", path: "/api/auth/sign-in/email", headers: { ...JSON_BODY, ...ORIGIN } },
    body: credentials(),
  }),
  profile: (token) => ({
    ...{
      method: "POST",
      path: "/api/auth/update-user",
      headers: { ...JSON_BODY, ...ORIGIN, ...bearer(token) },
    },
    body: JSON.stringify({ name: anyOf(["Ada Lovelace", "Grace Hopper"]) }),
  }),
};

const TARGETS = {
  authdock: async () => {
    const fresh = join(folder, "round.sqlite");
    for (const suffix of ["-wal", "-shm"]) rmSync(fresh + suffix, { force: true });
    copyFileSync(database, fresh);
    const service = await startService("dist/src/main.js", `sqlite:${fresh}`, { SIGN_IN: "no" });
    return { ...service, api: AUTHDOCK, sessions, grants: JSON.parse(grants) };
  },
  "better-auth": async () => {
    const DB = join(folder, "better-auth.sqlite");
    for (const suffix of ["", "-wal", "-shm"]) rmSync(DB + suffix, { force: true });
    const variables = {
      DB,
      PEOPLE: String(PEOPLE),
      GRANTS: String(GRANTS),
      PASSWORD,
      COST: ENVIRONMENT.BCRYPT_COST,
    };
    const { message, ...service } = await startPeer("better-auth", variables);
    return { ...service, api: BETTER_AUTH, ...message };
  },
};

const kinds = Object.entries(SHARES).flatMap(([kind, share]) => Array.from({ length: share }, () => kind));
const results = {};
const memory = {};
for (let round = 0; round < ROUNDS; round++)
  for (const [name, start] of Object.entries(TARGETS)) {
    const target = await start();
    const record = (title, cost) => ((results[title] ??= {})[name] ??= []).push(cost);
    await send(target, REQUESTS / 4, kindAt);
    // 37 shares no divisor with 100, so that the kinds alternate
    record("all of them", await send(target, REQUESTS, kindAt));
    record("all but sign-ins", await send(target, REQUESTS, kindAt, ["sign-in"]));
    (memory[name] ??= []).push(megabytesOf(target.child.pid));
    for (const kind of Object.keys(SHARES))
      record(kind, await send(target, kind === "sign-in" ? REQUESTS / 25 : REQUESTS / 5, () => kind));
    await target.stop();
  }

console.log(`${PEOPLE} accounts on SQLite, medians of ${ROUNDS} alternating rounds.\n`);
console.log("| requests | CPU µs, authdock | CPU µs, better-auth | ratio |\n|---|---|---|---|");
for (const [title, { authdock, "better-auth": other }] of Object.entries(results)) {
  const ratio = median(other.map((cost, round) => cost / authdock[round])).toFixed(2);
  console.log(`| ${title} | ${median(authdock).toFixed(0)} | ${median(other).toFixed(0)} | ${ratio} × |`);
}

const bare = await floor();
const starts = await startsOf(() =>
  startService("dist/src/main.js", `sqlite:${database}`, { SIGN_IN: "no" }),
);
rmSync(folder, { recursive: true });
console.log("\n| | authdock | Express + EOV | ratio |\n|---|---|---|---|");
print("start to the first answer, ms", starts, bare.starts);
print("memory after the requests, MB", median(memory.authdock), bare.memory);

function print(title, own, other) {
  console.log(`| ${title} | ${own.toFixed(0)} | ${other.toFixed(0)} | ${(own / other).toFixed(2)} × |`);
}

function kindAt(index) {
  return kinds[(index * 37) % kinds.length];
}

/** @returns CPU time of a request in microseconds */
async function send(target, count, kindOf, without = []) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: WORKERS });
  let [turn, sent] = [0, 0];
  const before = cpuMicroseconds(target.child.pid);
  const work = async (worker) => {
    // each worker has grants of its own, because a refresh token is replaced by the answer
    const own = target.grants.filter((_, index) => index % WORKERS === worker);
    let refreshed = 0;
    while (turn < count) {
      const kind = kindOf(turn++);
      if (without.includes(kind)) continue;
      sent++;
      if (kind === "refresh token") await refresh(target, own[refreshed++ % own.length], agent);
      else await ask(target, kind, agent);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
  agent.destroy();
  return (cpuMicroseconds(target.child.pid) - before) / sent;
}

async function ask({ base, api, sessions: tokens }, kind, agent) {
  // the first account is the administrator
  const token = kind === "users with a search" ? tokens[0] : anyOf(tokens);
  await expectOk(call({ ...base, agent, ...api[kind](token) }), kind);
}

async function refresh({ base, api }, grant, agent) {
  const fields = { grant_type: "refresh_token", refresh_token: grant.refresh };
  const answer = call({
    ...{ ...base, agent, method: "POST", path: api.token, body: new URLSearchParams(fields).toString() },
    headers: { ...FORM, authorization: grant.authorization },
  });
  grant.refresh = JSON.parse(await expectOk(answer, "refresh token")).refresh_token;
}

/** @returns the body */
async function expectOk(answer, kind) {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${kind}: ${status} ${body}`);
  return body;
}

async function floor() {
  const start = () => startService("scripts/bench/peers/express-eov.mjs", "", { SIGN_IN: "no" });
  const service = await start();
  const request = { ...service.base, path: "/api/v1/auth/me", headers: bearer("bench") };
  for (let index = 0; index < REQUESTS; index++) await expectOk(call(request), "Express + EOV");
  const megabytes = megabytesOf(service.child.pid);
  await service.stop();
  return { memory: megabytes, starts: await startsOf(start) };
}

/** Milliseconds from the start of the process to its first answer. */
async function startsOf(start) {
  const times = [];
  for (let run = 0; run < 5; run++) {
    const started = performance.now();
    const service = await start();
    times.push(performance.now() - started);
    await service.stop();
  }
  return median(times);
}

function megabytesOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}
