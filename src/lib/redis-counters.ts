import type { Redis } from "ioredis";
import { now } from "./clock.js";
import type { Count, CounterStore } from "./counters.js";

// one script, so that a counter never exists without its expiry
const ADD = `
local hits = redis.call("INCRBY", KEYS[1], ARGV[1])
local left = redis.call("PTTL", KEYS[1])
if left < 0 then redis.call("PEXPIRE", KEYS[1], ARGV[2]); left = tonumber(ARGV[2]) end
return { hits, left }`;

/** Counters in Redis, for several processes or machines. */
export class RedisCounters implements CounterStore {
  private readonly redis: Promise<Redis>;

  constructor(url: string, onError: (error: Error) => void) {
    this.redis = connect(url, onError);
  }

  async add(key: string, hits: number, windowMs: number): Promise<Count> {
    const [total, left] = (await (await this.redis).eval(ADD, 1, key, hits, windowMs)) as [number, number];
    return { hits: total, resetsAt: now() + left };
  }

  async reset(key: string): Promise<void> {
    await (await this.redis).del(key);
  }

  prune(): Promise<void> {
    return Promise.resolve();
  }

  async close(): Promise<void> {
    (await this.redis).disconnect();
  }
}

/** The client is loaded only where Redis is used, because it slows down the start. */
async function connect(url: string, onError: (error: Error) => void): Promise<Redis> {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, {
    keyPrefix: "authdock:limit:",
    commandTimeout: 2000,
    connectTimeout: 2000,
    maxRetriesPerRequest: 1,
    lazyConnect: true,
  });
  return redis.on("error", onError);
}
