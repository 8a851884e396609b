import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { until } from "../app/processes.js";
import { freePort } from "./mariadb.js";

const PASSWORD = "redis-on-loopback-only";
const SENTINEL_PASSWORD = "sentinels-on-loopback-only";
const MASTER = "main";

/** Several Redis servers that replace a failed master by a replica. */
export interface RedisGroup {
  url: string;
  /** The master that holds the key. */
  masterOf(key: string): Promise<ChildProcess>;
  stop(): Promise<void>;
}

interface Member {
  port: number;
  process: ChildProcess;
}

/** Starts servers with their files in one folder. */
class Members {
  readonly started: Member[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), "authdock-redis-"));

  async start(lines: readonly string[], ...parameters: string[]): Promise<Member> {
    const port = await freePort();
    const folder = join(this.folder, String(port));
    mkdirSync(folder);
    const file = join(folder, "redis.conf");
    const common = [`port ${port}`, "bind 127.0.0.1", `dir ${folder}`];
    writeFileSync(file, [...common, ...lines, ""].join("\n"));
    const child = spawn("redis-server", [file, ...parameters], { stdio: "ignore" });
    const member = { port, process: child };
    this.started.push(member);
    return member;
  }

  processAt(port: number): ChildProcess {
    return this.started.find((member) => member.port === port)!.process;
  }

  async stop(): Promise<void> {
    await Promise.all(this.started.map(({ process: child }) => end(child)));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGCONT");
  child.kill("SIGKILL");
  await ended;
}

/** The answer of one server, or null. */
async function ask(port: number, password: string, ...command: string[]): Promise<unknown> {
  const redis = new Redis({ port, password, lazyConnect: true, retryStrategy: () => null });
  redis.on("error", () => undefined);
  try {
    return await redis.call(command[0]!, ...command.slice(1));
  } catch {
    return null;
  } finally {
    redis.disconnect();
  }
}

const PERSIST_NOTHING = ['save ""', "appendonly no"];
const LOGIN = [`requirepass ${PASSWORD}`, `masterauth ${PASSWORD}`];

/** A master, a replica and three Sentinels, which choose a new master after a second. */
export async function startSentinels(): Promise<RedisGroup> {
  const members = new Members();
  const settings = [...PERSIST_NOTHING, ...LOGIN, "repl-diskless-sync-delay 0"];
  const master = await members.start(settings);
  await members.start([...settings, `replicaof 127.0.0.1 ${master.port}`]);
  await until("the replica follows", async () =>
    String(await ask(master.port, PASSWORD, "info", "replication")).includes("state=online"),
  );
  const watch = [
    `requirepass ${SENTINEL_PASSWORD}`,
    `sentinel sentinel-pass ${SENTINEL_PASSWORD}`,
    `sentinel monitor ${MASTER} 127.0.0.1 ${master.port} 2`,
    `sentinel auth-pass ${MASTER} ${PASSWORD}`,
    `sentinel down-after-milliseconds ${MASTER} 1000`,
    `sentinel failover-timeout ${MASTER} 5000`,
  ];
  const sentinels = [
    await members.start(watch, "--sentinel"),
    await members.start(watch, "--sentinel"),
    await members.start(watch, "--sentinel"),
  ];
  for (const { port } of sentinels)
    await until(
      "the Sentinels know each other",
      async () =>
        String(await ask(port, SENTINEL_PASSWORD, "sentinel", "ckquorum", MASTER)).startsWith("OK 3"),
      30_000,
    );
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(",");
  return {
    url: `redis+sentinel://:${PASSWORD}@${hosts}/${MASTER}?sentinel-password=${SENTINEL_PASSWORD}`,
    masterOf: async () => {
      const place = await ask(
        sentinels[0]!.port,
        SENTINEL_PASSWORD,
        "sentinel",
        "get-master-addr-by-name",
        MASTER,
      );
      return members.processAt(Number((place as string[])[1]));
    },
    stop: () => members.stop(),
  };
}

/** Three masters, each with a replica. */
export async function startRedisCluster(): Promise<RedisGroup> {
  const members = new Members();
  const nodes: Member[] = [];
  for (let index = 0; index < 6; index++)
    nodes.push(
      await members.start([
        ...[...PERSIST_NOTHING, ...LOGIN, "repl-diskless-sync-delay 0"],
        ...["cluster-enabled yes", `cluster-port ${await freePort()}`, "cluster-node-timeout 1500"],
      ]),
    );
  for (const { port } of nodes)
    await until("a node answers", async () => (await ask(port, PASSWORD, "ping")) === "PONG");
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const created = spawnSync(
    "redis-cli",
    [
      "-a",
      PASSWORD,
      "--no-auth-warning",
      "--cluster",
      "create",
      ...hosts,
      "--cluster-replicas",
      "1",
      "--cluster-yes",
    ],
    { encoding: "utf8", timeout: 60_000 },
  );
  if (created.status !== 0)
    throw new Error(`The cluster was not created: ${created.stdout}${created.stderr}`);
  for (const { port } of nodes)
    await until("the cluster is whole", async () => {
      const state = String(await ask(port, PASSWORD, "cluster", "info"));
      const links = String(await ask(port, PASSWORD, "info", "replication"));
      return state.includes("cluster_state:ok") && /state=online|master_link_status:up/.test(links);
    });
  return {
    url: `redis+cluster://:${PASSWORD}@${hosts.slice(0, 3).join(",")}`,
    masterOf: async (key) => {
      const slot = Number(await ask(nodes[0]!.port, PASSWORD, "cluster", "keyslot", key));
      const ranges = (await ask(nodes[0]!.port, PASSWORD, "cluster", "slots")) as [
        number,
        number,
        [string, number],
      ][];
      const range = ranges.find(([first, last]) => first <= slot && slot <= last)!;
      return members.processAt(range[2][1]);
    },
    stop: () => members.stop(),
  };
}
