import { driverErrorOf, isDatabaseUnreachable } from "./errors.js";
import { SECOND } from "../lib/clock.js";
import { RedisUnavailable } from "../lib/counters/redis-counters.js";
import { ServiceBusy } from "../lib/failures.js";
import type { Logger } from "../lib/telemetry/log.js";
import { Outage } from "../lib/telemetry/outage.js";

const DATABASE = "the database";
const REDIS = "Redis";
/** Where only some connections are refused, statements succeed between the errors. */
const QUIET = 5 * SECOND;

/** Logs errors of the servers that sign-in needs. While one isn't available, its errors are one line, without stacks. */
export class Outages {
  readonly database: Outage;
  readonly redis: Outage;

  constructor(private readonly log: Logger) {
    this.database = new Outage(log, DATABASE, adviceFor("DATABASE_URL"), QUIET);
    this.redis = new Outage(log, REDIS, adviceFor("REDIS_URL"), 0);
  }

  /** Logs the error, unless it comes from an outage. */
  warn(error: unknown, message: string, fields: object = {}): void {
    if (!this.covers(error)) this.log.warn({ err: error, ...fields }, message);
  }

  /** Whether the error comes from an outage. The first one is logged. */
  covers(error: unknown): boolean {
    const reason = error instanceof ServiceBusy ? error.cause : error;
    if (reason instanceof RedisUnavailable) return true; // the client has reported it
    if (!isDatabaseUnreachable(reason)) return false;
    this.database.failed(driverErrorOf(reason).message ?? "");
    return true;
  }
}

const adviceFor = (variable: string): string =>
  `Check that it runs and accepts the login of ${variable}, and run: authdock doctor`;
