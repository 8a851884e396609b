import { spawnSync, type ChildProcess } from "node:child_process";
import { until } from "../app/processes.js";
import { freePort } from "./mariadb.js";
import { Members, type Member } from "./redis-members.js";

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

const PERSIST_NOTHING = ['save ""', "appendonly no"];
const LOGIN = [`requirepass ${PASSWORD}`, `masterauth ${PASSWORD}`];

/** A master, a replica and three Sentinels, which choose a new master after a second. */
export async function startSentinels(isEncrypted = false): Promise<RedisGroup> {
  const members = new Members(isEncrypted);
  const settings = [...PERSIST_NOTHING, ...LOGIN, "repl-diskless-sync-delay 0"];
  const master = await members.start(settings);
  await members.start([...settings, `replicaof 127.0.0.1 ${master.port}`]);
  await until("the replica follows", async () =>
    String(await members.ask(master.port, PASSWORD, "info", "replication")).includes("state=online"),
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
        String(await members.ask(port, SENTINEL_PASSWORD, "sentinel", "ckquorum", MASTER)).startsWith("OK 3"),
      30_000,
    );
  const [scheme, authority] = members.encryption;
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(",");
  return {
    url: `${scheme}+sentinel://:${PASSWORD}@${hosts}/${MASTER}?sentinel-password=${SENTINEL_PASSWORD}&${authority}`,
    masterOf: async () => {
      const place = await members.ask(
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
export async function startRedisCluster(isEncrypted = false): Promise<RedisGroup> {
  const members = new Members(isEncrypted);
  const nodes: Member[] = [];
  for (let index = 0; index < 6; index++)
    nodes.push(
      await members.start([
        ...[...PERSIST_NOTHING, ...LOGIN, "repl-diskless-sync-delay 0"],
        ...["cluster-enabled yes", `cluster-port ${await freePort()}`, "cluster-node-timeout 1500"],
      ]),
    );
  for (const { port } of nodes)
    await until("a node answers", async () => (await members.ask(port, PASSWORD, "ping")) === "PONG");
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const [scheme, authority] = members.encryption;
  const tls = members.certificate === null ? [] : ["--tls", "--cacert", members.certificate];
  const created = spawnSync(
    "redis-cli",
    [
      ...tls,
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
      const state = String(await members.ask(port, PASSWORD, "cluster", "info"));
      const links = String(await members.ask(port, PASSWORD, "info", "replication"));
      return state.includes("cluster_state:ok") && /state=online|master_link_status:up/.test(links);
    });
  return {
    url: `${scheme}+cluster://:${PASSWORD}@${hosts.slice(0, 3).join(",")}?${authority}`,
    masterOf: async (key) => {
      const slot = Number(await members.ask(nodes[0]!.port, PASSWORD, "cluster", "keyslot", key));
      const ranges = (await members.ask(nodes[0]!.port, PASSWORD, "cluster", "slots")) as [
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
