import { Redis } from "ioredis";
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
  private readonly redis: Redis;

  constructor(url: string, onError: (error: Error) => void) {
    this.redis = new Redis(url, {
      keyPrefix: "authdock:limit:",
      commandTimeout: 2000,
      connectTimeout: 2000,
      maxRetriesPerRequest: 1,
      lazyConnect: true,
    });
    this.redis.on("error", onError);
  }

  async add(key: string, hits: number, windowMs: number): Promise<Count> {
    const [total, left] = (await this.redis.eval(ADD, 1, key, hits, windowMs)) as [number, number];
    return { hits: total, resetsAt: now() + left };
  }

  async reset(key: string): Promise<void> {
    await this.redis.del(key);
  }

  prune(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.redis.disconnect();
    return Promise.resolve();
  }
}
