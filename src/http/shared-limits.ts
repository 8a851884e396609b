import type { Request, RequestHandler } from "express";
import type { CounterStore } from "../lib/counters/counters.js";
import { HOUR, MINUTE } from "../lib/clock.js";
import { ExactStore } from "./limit-stores.js";
import { addressLimiters, limiter } from "./rate-limit.js";

/** Requests per address. */
const BY_ADDRESS = {
  register: 6,
  "forgot-password": 6,
  "reset-password": 6,
  verification: 6,
  "verify-email": 6,
} as const;
/** Requests per account, and their window in milliseconds. */
const BY_USER = {
  "current-password": [6, MINUTE],
  "passkey-options": [30, MINUTE],
  upload: [10, HOUR],
  export: [6, MINUTE],
  invitations: [60, HOUR],
  "settings-test": [6, MINUTE],
  "domain-verification": [10, MINUTE],
} as const;

export type SharedLimit = keyof typeof BY_ADDRESS | keyof typeof BY_USER;

/** The limits that screens and API share: a request counts on both (docs/requirements.md, "Limits"). */
export class SharedLimits {
  constructor(
    private readonly counters: CounterStore,
    private readonly userKey: (request: Request) => string,
  ) {}

  storeOf = (name: string): ExactStore => new ExactStore(this.counters, `web:${name}:`);

  byAddress(name: keyof typeof BY_ADDRESS): RequestHandler[] {
    return addressLimiters({ name, limit: BY_ADDRESS[name], windowMs: MINUTE }, this.storeOf);
  }

  byUser(name: keyof typeof BY_USER): RequestHandler {
    const [limit, windowMs] = BY_USER[name];
    return limiter({ name, limit, windowMs, store: this.storeOf(name), key: this.userKey });
  }

  /** The limiters of a name; undefined for another name. */
  find(name: string): RequestHandler[] | undefined {
    if (name in BY_ADDRESS) return this.byAddress(name as keyof typeof BY_ADDRESS);
    return name in BY_USER ? [this.byUser(name as keyof typeof BY_USER)] : undefined;
  }
}
