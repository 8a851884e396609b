import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createConnection } from "mysql2/promise";
import { TESTER } from "../../test/support/database/mariadb.js";

const PROVIDER = "/usr/lib/galera/libgalera_smm.so";
/** Limits the memory of each node, because three nodes and the tests share one machine. */
const MEMORY_LIMITS = [
  "--innodb-buffer-pool-size=64M",
  "--innodb-log-file-size=16M",
  "--key-buffer-size=1M",
  "--max-connections=100",
  "--performance-schema=OFF",
];

export interface Node {
  process: ChildProcess;
  port: number;
}
export interface Cluster {
  nodes: Node[];
  stop(): Promise<void>;
}

interface Ports {
  sql: number;
  group: number;
  incremental: number;
  full: number;
}

/**
 * Starts a cluster and waits until all nodes are synchronised.
 * @throws Error with the log of a node that didn't start
 */
export async function startCluster(count: number): Promise<Cluster> {
  if (!existsSync(PROVIDER)) throw new Error("galera-4 is not installed.");
  const folder = mkdtempSync(join(tmpdir(), "authdock-cluster-"));
  const user = userInfo().username === "root" ? "mysql" : userInfo().username;
  spawnSync("chown", [user, folder]);
  const nodes: Node[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map(({ process: server }) => end(server)));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const ports: Ports[] = [];
    for (let index = 0; index < count; index++)
      ports.push({
        sql: await freeLowPort(),
        group: await freeLowPort(),
        incremental: await freeLowPort(),
        full: await freeLowPort(),
      });
    const addresses = `gcomm://${ports.map(({ group }) => `127.0.0.1:${group}`).join(",")}`;
    for (const [index, own] of ports.entries()) {
      const server = startNode(join(folder, `node${index}`), user, own, addresses, index === 0);
      nodes.push({ process: server, port: own.sql });
      await untilSynced(own.sql, index + 1, join(folder, `node${index}`, "error.log"));
      if (index === 0) await createTester(own.sql);
    }
    return { nodes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A free port below the range from which the system assigns ports, so that it's still free when the node starts. */
async function freeLowPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => resolve(true));
    });
    await new Promise((resolve) => probe.close(resolve));
    if (isFree) return port;
  }
}

function startNode(
  folder: string,
  user: string,
  ports: Ports,
  addresses: string,
  isFirst: boolean,
): ChildProcess {
  const temporary = join(folder, "tmp");
  mkdirSync(temporary, { recursive: true });
  spawnSync("chown", ["-R", user, folder]);
  const base = ["--no-defaults", `--user=${user}`, `--datadir=${join(folder, "data")}`];
  const installed = spawnSync("mariadb-install-db", [
    ...base,
    "--auth-root-authentication-method=normal",
    "--skip-test-db",
  ]);
  if (installed.status !== 0) throw new Error(`mariadb-install-db failed: ${String(installed.stderr)}`);
  const provider = [
    `base_port=${ports.group}`,
    `gmcast.listen_addr=tcp://127.0.0.1:${ports.group}`,
    `ist.recv_addr=127.0.0.1:${ports.incremental}`,
    "gcache.size=32M",
    // shorter than the defaults, so that the cluster drops a hanging or isolated node sooner
    "evs.suspect_timeout=PT3S",
    "evs.inactive_timeout=PT6S",
  ].join(";");
  return spawn(
    "mariadbd",
    [
      ...base,
      ...MEMORY_LIMITS,
      `--port=${ports.sql}`,
      "--bind-address=127.0.0.1",
      `--socket=${join(folder, "s")}`,
      `--tmpdir=${temporary}`,
      `--log-error=${join(folder, "error.log")}`,
      "--binlog-format=ROW",
      "--innodb-autoinc-lock-mode=2",
      "--innodb-flush-log-at-trx-commit=2",
      "--wsrep-on=ON",
      `--wsrep-provider=${PROVIDER}`,
      `--wsrep-cluster-address=${addresses}`,
      `--wsrep-node-address=127.0.0.1:${ports.group}`,
      "--wsrep-sst-method=rsync",
      `--wsrep-sst-receive-address=127.0.0.1:${ports.full}`,
      `--wsrep-provider-options=${provider}`,
      ...(isFirst ? ["--wsrep-new-cluster"] : []),
    ],
    { stdio: "ignore" },
  );
}

const asRoot = (port: number) => createConnection({ host: "127.0.0.1", port, user: "root" });

async function createTester(port: number): Promise<void> {
  const connection = await asRoot(port);
  await connection.query(`create user ${TESTER.user}@'%' identified by '${TESTER.password}'`);
  await connection.query(`grant all on *.* to ${TESTER.user}@'%' with grant option`);
  await connection.end();
}

async function untilSynced(port: number, members: number, log: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    await sleep(200);
    const state = await clusterState(port).catch(() => null);
    if (state?.get("wsrep_ready") === "ON" && state.get("wsrep_cluster_size") === String(members)) return;
  }
  throw new Error(`A node did not join:\n${readFileSync(log, "utf8").slice(-4000)}`);
}

async function clusterState(port: number): Promise<Map<string, string>> {
  const connection = await asRoot(port);
  const [rows] = await connection.query("show global status like 'wsrep%'");
  await connection.end();
  const pairs = rows as { Variable_name: string; Value: string }[];
  return new Map(pairs.map(({ Variable_name, Value }) => [Variable_name, Value]));
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGCONT");
  server.kill("SIGKILL"); // the data is thrown away
  await ended;
}
