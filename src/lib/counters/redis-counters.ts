import { readFileSync } from "node:fs";
import type { Cluster, ClusterOptions, Redis, RedisOptions } from "ioredis";
import { now, SECOND } from "../clock.js";
import type { Count, CounterStore } from "./counters.js";
import type { RedisServers, SeveralRedis } from "./redis-servers.js";
import { inTime } from "../time-limit.js";

type Options = Omit<RedisOptions, "replyMapping">;

// one script, so that a counter never exists without its expiry; one key, so that any node of a cluster can run it
const ADD = `
local hits = redis.call("INCRBY", KEYS[1], ARGV[1])
local left = redis.call("PTTL", KEYS[1])
if left < 0 then redis.call("PEXPIRE", KEYS[1], ARGV[2]); left = tonumber(ARGV[2]) end
return { hits, left }`;

const PREFIX = "authdock:limit:";
/** A request waits no longer for Redis, also while a new master is chosen. */
const ANSWERS_WITHIN = 2 * SECOND;

/** Redis can't be reached, or can't count at the moment. */
export class RedisUnavailable extends Error {}

/** Is told about the connection. */
interface RedisWatch {
  failed(reason: string): void;
  answered(): void;
}

/** Counters in Redis, for several processes or machines. */
export class RedisCounters implements CounterStore {
  private readonly redis: Promise<Redis | Cluster>;
  /** What was wrong with the connection last. ioredis says of a command only that it was tried too often. */
  private trouble: string | null = null;

  constructor(
    servers: RedisServers,
    private readonly watch: RedisWatch,
  ) {
    this.redis = connect(servers, tlsOptions(servers), {
      failed: (reason) => watch.failed((this.trouble = reason)),
      answered: () => this.answered(),
    });
  }

  async add(key: string, hits: number, windowMs: number): Promise<Count> {
    const reply = (await this.redis).eval(ADD, 1, PREFIX + key, hits, windowMs);
    const [total, left] = (await this.reply(reply)) as [number, number];
    return { hits: total, resetsAt: now() + left };
  }

  async addAll(hits: ReadonlyMap<string, number>, windowMs: number): Promise<Map<string, Count>> {
    const counts = [...hits].map(
      async ([key, count]) => [key, await this.add(key, count, windowMs)] as const,
    );
    return new Map(await Promise.all(counts));
  }

  async reset(key: string): Promise<void> {
    await this.reply((await this.redis).del(PREFIX + key));
  }

  prune(): Promise<void> {
    return Promise.resolve();
  }

  async close(): Promise<void> {
    (await this.redis).disconnect();
  }

  private answered(): void {
    this.trouble = null;
    this.watch.answered();
  }

  /** `commandTimeout` doesn't cover the search for a node of a cluster. @throws RedisUnavailable */
  private async reply<T>(reply: Promise<T>): Promise<T> {
    try {
      const value = await inTime(reply, ANSWERS_WITHIN, "it didn't answer in time");
      this.answered();
      return value;
    } catch (error) {
      const message = this.trouble ?? (error as Error).message;
      this.watch.failed(message);
      throw new RedisUnavailable(message, { cause: error });
    }
  }
}

/** The client is loaded only where Redis is used, because it slows down the start. */
async function connect(servers: RedisServers, tls: Options, watch: RedisWatch): Promise<Redis | Cluster> {
  const { Cluster, Redis } = await import("ioredis");
  return clientOf(servers, tls, Redis, Cluster)
    .on("error", (error: Error) => watch.failed(error.message))
    .on("ready", () => watch.answered());
}

function clientOf(
  servers: RedisServers,
  tls: Options,
  Single: typeof Redis,
  Several: typeof Cluster,
): Redis | Cluster {
  const common = { ...COMMON, ...tls };
  if (servers.kind === "single") return new Single(servers.url, { ...common, lazyConnect: true });
  const { username, password, hosts } = servers;
  const options = { ...common, username, password };
  return servers.kind === "cluster"
    ? new Several(hosts, { ...CLUSTER, redisOptions: options })
    : new Single({ ...options, ...SENTINEL, ...sentinelOptions(servers, tls) });
}

const COMMON: Options = {
  commandTimeout: ANSWERS_WITHIN,
  connectTimeout: ANSWERS_WITHIN,
  maxRetriesPerRequest: 1,
};

const soon = (times: number): number => Math.min(times * 100, SECOND);

const SENTINEL: Options = {
  lazyConnect: true,
  retryStrategy: soon,
  sentinelRetryStrategy: soon,
  sentinelCommandTimeout: ANSWERS_WITHIN,
  // leaves a master that hangs as soon as the Sentinels have named another one
  failoverDetector: true,
  // a former master is a read-only replica
  reconnectOnError: (error) => error.message.startsWith("READONLY"),
};

const sentinelOptions = ({ hosts, master, database, sentinel }: SeveralRedis, { tls }: Options): Options => ({
  ...{ sentinels: hosts, name: master, db: database },
  ...{ sentinelUsername: sentinel.username, sentinelPassword: sentinel.password },
  ...(tls === undefined ? {} : { sentinelTLS: tls, enableTLSForSentinelMode: true }),
});

const CLUSTER: ClusterOptions = {
  lazyConnect: true,
  clusterRetryStrategy: soon,
  slotsRefreshTimeout: ANSWERS_WITHIN,
  slotsRefreshInterval: 5 * SECOND,
};

/** @throws when the file of the authority can't be read */
function tlsOptions({ tls }: RedisServers): Options {
  if (tls === null) return {};
  return { tls: tls.authority === null ? {} : { ca: readFileSync(tls.authority) } };
}
