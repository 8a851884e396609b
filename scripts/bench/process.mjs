// Helpers for benchmarks: start the built service, send it requests and measure its CPU time.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import http from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const hasTaskset = spawnSync("sh", ["-c", "command -v taskset"]).status === 0;
const EMAIL = "user1@example.test";
const PASSWORD = "Secret-pass-1";
export const CREDENTIALS = JSON.stringify({ email: EMAIL, password: PASSWORD });

/** The rate limiters stay on. The general limit is high, and for the others each call has a new IP address. */
export const ENVIRONMENT = {
  APP_ENV: "production",
  APP_URL: "https://bench.example",
  APP_KEY: "base64:0qfksKbceM6WxCaQzrt8qG/7Nc7SzwNd8oayXwZyxN4=",
  TRUST_PROXY: "1",
  MAIL_FORCE_FILE: "true",
  ADMIN_EMAIL: EMAIL,
  ADMIN_PASSWORD: PASSWORD,
  API_RATE_PER_MINUTE: "100000000",
  BCRYPT_COST: "10",
};

/** Parameters of Node.js for scripts that import sources of the service. */
export const FROM_SOURCES = ["--import", "tsx/esm"];
const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
/** The service has the options of `npm start`, and other services none. */
export const optionsOf = (script) => {
  if (script.startsWith("scripts/bench/peers/")) return [];
  return script.startsWith("scripts/") ? FROM_SOURCES : scripts.start.split(" ").slice(1, -1);
};

export function prepareDatabase(users = 100) {
  const file = join(mkdtempSync(join(tmpdir(), "authdock-bench-")), "bench.sqlite");
  const url = `sqlite:${file}`;
  runScript("scripts/bench/prepare.mjs", url, file, String(users));
  return url;
}

/** Runs a script that imports sources of the service. @returns what it prints */
export function runScript(script, databaseUrl, ...parameters) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...FROM_SOURCES, script, ...parameters], {
    env: { ...process.env, ...ENVIRONMENT, DATABASE_URL: databaseUrl },
    encoding: "utf8",
    maxBuffer: 2 ** 27,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

export async function startService(script, databaseUrl, variables = {}, { isPinned = true } = {}) {
  const port = await freePort();
  const command = [process.execPath, ...optionsOf(script), script];
  const env = { ...process.env, ...ENVIRONMENT, DATABASE_URL: databaseUrl, PORT: String(port), ...variables };
  const stdio = ["ignore", "ignore", "inherit"];
  const child = start(isPinned ? onOneCore(command) : command, { env, stdio });
  const base = { host: "127.0.0.1", port };
  while (
    !(await call({ ...base, path: "/ready" }).then(
      ({ status }) => status === 200,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${script} has ended with ${child.exitCode}`);
    await sleep(20);
  }
  if (variables.SIGN_IN === "no") return { child, base, headers: {}, stop: () => stop(child) };
  const { body } = await call({ ...base, method: "POST", path: "/api/v1/auth/login", body: CREDENTIALS });
  const headers = { authorization: `Bearer ${JSON.parse(body).data.token}` };
  return { child, base, headers, stop: () => stop(child) };
}

/**
 * Starts a service of `peers/` that sends a message when it listens.
 * @returns the message, too
 */
export async function startPeer(name, variables) {
  const port = await freePort();
  const env = { ...process.env, NODE_ENV: "production", PORT: String(port), ...variables };
  const stdio = ["ignore", "ignore", "inherit", "ipc"];
  const child = start(onOneCore([process.execPath, `scripts/bench/peers/${name}.mjs`]), { env, stdio });
  const ended = once(child, "exit").then(([code]) =>
    Promise.reject(new Error(`${name} has ended with ${code}`)),
  );
  ended.catch(() => undefined);
  const [message] = await Promise.race([once(child, "message"), ended]);
  return { child, base: { host: "127.0.0.1", port }, message, stop: () => stop(child) };
}

export const onOneCore = (command) => (hasTaskset ? ["taskset", "-c", "0", ...command] : command);

/** Services that still run. A script that fails ends them. */
const started = new Set();
process.on("exit", () => started.forEach((child) => child.kill("SIGKILL")));

function start(command, options) {
  const [program, ...parameters] = command;
  const child = spawn(program, parameters, options);
  started.add(child);
  child.once("exit", () => started.delete(child));
  return child;
}

export function stop(child) {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  return ended;
}

let address = 0;
const freshIp = () => `10.${(++address >> 8) & 255}.${address & 255}.1`;

export function call({ body, headers, ...options }) {
  return new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const request = http.request(
      { ...options, headers: { ...type, "x-forwarded-for": freshIp(), ...headers } },
      (response) => {
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode,
            body: Buffer.concat(chunks).toString(),
            cookies: response.headers["set-cookie"] ?? [],
          }),
        );
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** Sends the request repeatedly on this many connections. @returns status → number of responses */
export const load = (request, options) => loadWith(() => request, options);

/** Requests are sent for this share of the usual time. The short benchmark sets it. */
export const LOAD_SHARE = Number(process.env.LOAD_SHARE ?? 1);

/** Like `load`, with a function that returns the next request. */
export async function loadWith(next, { connections, seconds }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + seconds * 1000 * LOAD_SHARE;
  const statuses = {};
  const client = async () => {
    while (performance.now() < end) {
      const { status } = await call({ ...next(), agent });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  return statuses;
}

/** Asks a started service for `me` every 10 ms. @returns the milliseconds of each answer since the request was due */
export async function probe({ base, headers }, forMs) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const me = { ...base, path: "/api/v1/auth/me", headers, agent };
  const start = performance.now();
  const answers = [];
  for (let index = 0; index * 10 < forMs; index++) {
    const due = start + index * 10;
    await sleep(Math.max(0, due - performance.now()));
    answers.push(call(me).then(() => performance.now() - due));
  }
  const latencies = await Promise.all(answers);
  agent.destroy();
  return latencies;
}

/** The CPU time that the process has used, in microseconds. */
export function cpuMicroseconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
export const percentile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)];

export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Signs in with the form. @param base of a started service @returns the cookies of the session */
export async function signInByForm(base, { email, password } = JSON.parse(CREDENTIALS)) {
  const page = await call({ ...base, path: "/login" });
  const fields = { _csrf: /name="_csrf" value="([^"]+)"/.exec(page.body)[1], email, password };
  const answer = await call({
    ...base,
    method: "POST",
    path: "/login",
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", cookie: cookiesOf(page) },
  });
  if (answer.status !== 303) throw new Error(`The sign-in answered ${answer.status}.`);
  return cookiesOf(answer);
}

const cookiesOf = ({ cookies }) => cookies.map((line) => line.split(";")[0]).join("; ");

/** Signs in on a new page of a browser. @param context of Playwright @returns the page, with the dashboard */
export async function signInWith(context, origin) {
  const page = await context.newPage();
  const { email, password } = JSON.parse(CREDENTIALS);
  await page.goto(`${origin}/login`);
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page.locator("form [type=submit]").first().click();
  await page.waitForURL("**/dashboard");
  return page;
}
