import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createConnection } from "mysql2/promise";
import { atEndOfRun } from "../app/teardown.js";

interface Running {
  process: ChildProcess;
  folder: string;
  port: number;
}

let running: Promise<Running> | null = null;
let databases = 0;

/** Production refuses to start with a guessable password. */
export const TESTER = { user: "tests", password: "4-tests-on-loopback-only" };

/** The nodes that scripts/cluster.ts started; empty without it. */
export const CLUSTER_NODES = JSON.parse(process.env["CLUSTER_NODES"] ?? "[]") as {
  port: number;
  pid: number;
}[];

/** The same database through another node of the cluster. The servers of a suite take turns. */
export function urlOnNode(url: string, index: number): string {
  if (CLUSTER_NODES.length === 0) return url;
  const port = String(CLUSTER_NODES[index % CLUSTER_NODES.length]!.port);
  return url.replace(/:\d+\//, `:${port}/`);
}

/**
 * Creates a database on a private MariaDB server, which starts on first use and stops with the run, or on the first
 * node of the cluster.
 */
export async function mariaDbUrl(): Promise<string> {
  const port = CLUSTER_NODES[0]?.port ?? (await (running ??= start())).port;
  const server = `mysql://${TESTER.user}:${TESTER.password}@127.0.0.1:${port}`;
  const name = `authdock_test_${process.pid}_${++databases}`;
  const connection = await createConnection(`${server}/mysql`);
  await connection.query(`create database ${name}`);
  await connection.end();
  return `${server}/${name}`;
}

/** The server's process, for tests that suspend it. */
export const mariaDbProcess = async (): Promise<ChildProcess> => (await (running ??= start())).process;

async function start(): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), "authdock-mariadb-"));
  // as root, the server switches to another user, who must own the folder
  const user = userInfo().username === "root" ? "mysql" : userInfo().username;
  spawnSync("chown", ["-R", user, folder]);
  const data = join(folder, "data");
  const base = ["--no-defaults", `--user=${user}`, `--datadir=${data}`];
  const installed = spawnSync("mariadb-install-db", [
    ...base,
    "--auth-root-authentication-method=normal",
    "--skip-test-db",
  ]);
  if (installed.status !== 0) throw new Error(`mariadb-install-db failed: ${String(installed.stderr)}`);
  const port = await freePort();
  const server = spawn(
    "mariadbd",
    [
      ...base,
      `--port=${port}`,
      "--bind-address=127.0.0.1",
      `--socket=${join(folder, "s")}`,
      "--skip-log-bin",
      "--innodb-flush-log-at-trx-commit=2",
    ],
    { stdio: "ignore" },
  );
  server.unref();
  atEndOfRun(() => {
    server.kill("SIGKILL"); // the data is thrown away
    rmSync(folder, { recursive: true, force: true });
  });
  for (let tries = 0; tries < 150; tries++) {
    try {
      const connection = await createConnection({ host: "127.0.0.1", port, user: "root" });
      await connection.query(`create user ${TESTER.user}@'%' identified by '${TESTER.password}'`);
      await connection.query(`grant all on *.* to ${TESTER.user}@'%'`);
      await connection.end();
      return { process: server, folder, port };
    } catch {
      await sleep(200);
    }
  }
  throw new Error("MariaDB did not start.");
}

const given = new Set<number>();

/** A free port, never the same twice: a server that will use it may not listen yet. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  if (given.has(port)) return freePort();
  given.add(port);
  return port;
}
