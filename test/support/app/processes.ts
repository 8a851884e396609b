import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Variables } from "../../../src/config/env.js";
import { closeServices, createServices, type Services } from "../../../src/domain/services.js";
import { fromSources, startOf } from "./built.js";
import { freshIp } from "./client.js";
import { TEST_VARIABLES, testConfig } from "./config.js";
import { checkResponse } from "../contract/contract-check.js";
import { freshDatabase } from "../database/database.js";
import { Factories } from "./factories.js";
import { memoryLog } from "./log.js";
import { atEndOfRun } from "./teardown.js";
import { mariaDbUrl, urlOnNode } from "../database/mariadb.js";

/** Number of rounds of each race. `npm run torture` sets a higher number. */
export const ROUNDS = Number(process.env["RACE_ROUNDS"] ?? 5);
export const IS_TORTURE = ROUNDS > 5;
/** Number of rounds of each kill test, which starts the server again in every round. */
export const KILLS = IS_TORTURE ? ROUNDS : 2;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A process of the product with its output. */
export class ProductProcess {
  readonly exited: Promise<Exit>;
  output = "";
  errors = "";

  constructor(readonly child: ChildProcess) {
    child.stdout!.on("data", (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr!.on("data", (chunk: Buffer) => (this.errors += chunk.toString()));
    this.exited = once(child, "close").then(([code, signal]) => ({ code, signal }) as Exit);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The parsed log lines. Fails on a line that isn't JSON. */
  get logs(): Record<string, unknown>[] {
    return this.output
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<Exit> {
    if (this.isRunning) this.child.kill(signal);
    return this.exited;
  }
}

const running = new Set<ProductProcess>();

// a failed test can leave the process behind, which would keep the run from ending
atEndOfRun(() => {
  for (const { child } of running) child.kill("SIGKILL");
});

/** Starts a program of the product, without this process's environment. */
export const runProduct = (
  file: "main" | "cli",
  variables: Variables,
  ...parameters: string[]
): ProductProcess => runProductIn(".", file, variables, ...parameters);

/** Like `runProduct`, from the sources of another copy of the product. */
export function runProductIn(
  folder: string,
  file: "main" | "cli",
  variables: Variables,
  ...parameters: string[]
): ProductProcess {
  const { PATH, HOME } = process.env;
  const source = `src/${file}.ts`;
  const start = folder === "." ? startOf(source) : fromSources(source);
  const child = spawn(process.execPath, [...start, ...parameters], {
    cwd: folder,
    env: { PATH, HOME, ...TEST_VARIABLES, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const product = new ProductProcess(child);
  running.add(product);
  void product.exited.then(() => running.delete(product));
  return product;
}

/** A server process and a client for it. */
export interface Server {
  process: ProductProcess;
  port: number;
  api: RemoteApi;
  stop(signal?: NodeJS.Signals): Promise<Exit>;
}

/** Compiling takes long on a busy machine. */
const STARTS_WITHIN = 120_000;

/** Starts a server on a free port and waits until it is ready. @throws Error with its output when it exits instead */
export async function startServer(variables: Variables, folder = "."): Promise<Server> {
  const given = { PORT: "0", APP_URL: "http://localhost:3000", ...variables };
  const product = runProductIn(folder, "main", given);
  const port = Number(variables["PORT"] ?? (await portOf(product)));
  const api = new RemoteApi(`http://127.0.0.1:${port}`);
  const isReady = async (): Promise<boolean> => {
    if (!product.isRunning) throw new Error(`The server ended: ${product.errors}${product.output}`);
    return (await api.get("//ready").catch(() => null))?.status === 200;
  };
  await until("the server is ready", isReady, STARTS_WITHIN);
  return { process: product, port, api, stop: (signal) => product.stop(signal) };
}

/** Reads the port, which the system chose, from the log. */
async function portOf(product: ProductProcess): Promise<number> {
  let port: number | undefined;
  await until(
    "the server has a port",
    () => {
      if (!product.isRunning) throw new Error(`The server ended: ${product.errors}${product.output}`);
      port = product.logs.find((line) => line["port"] !== undefined)?.["port"] as number | undefined;
      return Promise.resolve(port !== undefined);
    },
    STARTS_WITHIN,
  );
  return port!;
}

/** Polls until the condition holds. @throws Error after the timeout */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  ms = 15_000,
): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(50)) if (await isSo()) return;
  throw new Error(`Not in ${ms} ms: ${what}.`);
}

export interface Answer {
  status: number;
  headers: Headers;
  body: ReturnType<typeof JSON.parse>;
}

/**
 * An HTTP client that checks every response against the contract. Paths are below /api/v1 unless they start with
 * `//`. Each request has its own client address unless X-Forwarded-For is given.
 */
export class RemoteApi {
  constructor(
    readonly origin: string,
    private readonly token: string | null = null,
  ) {}

  as(token: string): RemoteApi {
    return new RemoteApi(this.origin, token);
  }

  get = (path: string, headers?: object): Promise<Answer> => this.send("GET", path, undefined, headers);
  delete = (path: string, headers?: object): Promise<Answer> => this.send("DELETE", path, undefined, headers);
  post = (path: string, body: object, headers?: object): Promise<Answer> =>
    this.send("POST", path, body, headers);
  put = (path: string, body: object, headers?: object): Promise<Answer> =>
    this.send("PUT", path, body, headers);
  patch = (path: string, body: object, headers?: object): Promise<Answer> =>
    this.send("PATCH", path, body, headers);

  private async send(method: string, path: string, body?: object, headers: object = {}): Promise<Answer> {
    const url = path.startsWith("//") ? path.slice(1) : `/api/v1${path}`;
    const response = await fetch(this.origin + url, {
      method,
      headers: {
        "X-Forwarded-For": freshIp(),
        ...(this.token === null ? {} : { Authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status } = response;
    checkResponse({ method, url, status, headers: Object.fromEntries(response.headers), body: text });
    return { status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
  }
}

/** Keeps servers from sending mails, so that a test can read them in the queue. */
export const MAILS_STAY: Variables = { MAIL_URL: "smtp://127.0.0.1:1" };

/** Several server processes on one database, with helpers to set it up and inspect it. */
export interface Fleet {
  variables: Variables;
  servers: Server[];
  services: Services;
  make: Factories;
  /** The client of the n-th process, modulo the number of processes. */
  api(n: number): RemoteApi;
}

/**
 * Starts processes with a database of their own for the suite. The database is MariaDB by default, because SQLite
 * allows one process at a time and hides races. Call it in `describe`; read the result only in tests and hooks.
 */
export function useFleet(
  count: number,
  extra: Variables = {},
  databaseUrl: () => Promise<string> | string = mariaDbUrl,
): Fleet {
  const fleet = { api: (n) => fleet.servers[n % fleet.servers.length]!.api } as Fleet;
  before(async function () {
    this.timeout(2 * STARTS_WITHIN);
    fleet.variables = { DATABASE_URL: await databaseUrl(), ...extra };
    fleet.services = createServices(testConfig(fleet.variables), memoryLog().logger);
    fleet.make = new Factories(fleet.services);
    await freshDatabase(fleet.services.knex);
    fleet.servers = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        startServer({
          ...fleet.variables,
          DATABASE_URL: urlOnNode(fleet.variables["DATABASE_URL"]!, index),
        }),
      ),
    );
  });
  after(async function () {
    this.timeout(30_000);
    await Promise.all((fleet.servers ?? []).map((server) => server.stop("SIGKILL")));
    if (fleet.services) await closeServices(fleet.services);
  });
  return fleet;
}

/** A folder that is removed after the suite. */
export function useFolder(): { path: string } {
  const folder = { path: "" };
  before(() => {
    folder.path = mkdtempSync(join(tmpdir(), "authdock-test-"));
  });
  after(() => rmSync(folder.path, { recursive: true, force: true }));
  return folder;
}

/** Runs the function n times in parallel. */
export const together = <T>(times: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => act(index)));

/** Status → number of responses. */
export function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
