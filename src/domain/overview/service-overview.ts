import type { Knex } from "knex";
import type { Reads } from "../../database/reads.js";
import { databaseState, type DatabaseState } from "../../database/state.js";
import { DAY, now, SECOND } from "../../lib/clock.js";
import { TtlCache, type Cached } from "../../lib/ttl-cache.js";
import { hideActivity } from "../../models/hidden-activity.js";
import { countCovered, type CoveredAccounts } from "../../models/two-factor-requirement.js";
import { hideHolders } from "../../models/lists/kept-counts.js";
import type { Actor } from "../access/actor.js";
import type { ActivityEvent } from "../audit/activities.js";
import { hiddenRoleIds } from "../access/visible-users.js";

/** How long figures are cached: many users read them, and they are costly with millions of rows. */
const CACHED_MS = 60 * SECOND;
export const SIGN_IN_DAYS = 30;
const MOST_REASONS = 3;

/** The events that count as a sign-in or a failed one. */
const SIGN_INS: readonly ActivityEvent[] = ["login"];
const FAILURES: readonly ActivityEvent[] = ["login_failed", "two_factor_failed"];

export interface DayOfSignIns {
  /** The first millisecond of the UTC day. */
  day: number;
  signIns: number;
  failures: number;
}

/** Queued mails, and those of the last days that failed or expired. */
export interface MailFigures {
  queued: number;
  failed: number;
  expired: number;
}

/** Mails that wait for their next attempt for the same reason. */
export interface MailDelay {
  reason: string;
  mails: number;
  /** The most of one of them. */
  attempts: number;
  /** Milliseconds since the epoch. */
  nextTryAt: number;
}

interface Counted {
  day: number;
  event: ActivityEvent;
  total: number;
}

/** Figures about the whole service. Users above the actor's rank aren't included. */
export class ServiceOverview {
  private readonly cache = new TtlCache(CACHED_MS);

  constructor(
    private readonly knex: Knex,
    private readonly reads: Reads,
  ) {}

  /** Accounts that aren't deleted, by status. */
  accounts(actor: Actor): Promise<Cached<Map<string | null, number>>> {
    const hidden = hiddenRoleIds(actor);
    return this.cache.get(`accounts ${hidden.join()}`, async () => {
      const rows = await this.reads.run(async (knex) => {
        const query = knex("users").whereNull("users.deleted_at").groupBy("users.status");
        hideHolders(query, knex, hidden);
        return await query.select("users.status").count({ total: "*" });
      });
      return new Map(totals(rows));
    });
  }

  /** The last days in UTC, oldest first, including today. */
  signIns(actor: Actor): Promise<Cached<DayOfSignIns[]>> {
    const hidden = hiddenRoleIds(actor);
    const today = now() - (now() % DAY);
    return this.cache.get(`sign-ins ${today} ${hidden.join()}`, async () => {
      const first = today - (SIGN_IN_DAYS - 1) * DAY;
      const counts = await this.reads.run((knex) => countSince(knex, first, hidden));
      return Array.from({ length: SIGN_IN_DAYS }, (_, index) => dayOf(first + index * DAY, counts));
    });
  }

  /** The accounts that each rule about second factors would cover. */
  secondFactors(): Promise<Cached<Record<"administrators" | "everyone", CoveredAccounts>>> {
    return this.cache.get("second factors", () =>
      this.reads.run(async (knex) => ({
        administrators: await countCovered(knex, "administrators"),
        everyone: await countCovered(knex, "everyone"),
      })),
    );
  }

  mails(): Promise<Cached<MailFigures>> {
    return this.cache.get("mails", async () => {
      const rows = await this.reads.run(
        async (knex) => await knex("mails").select("status").count({ total: "*" }).groupBy("status"),
      );
      const counts = new Map(totals(rows));
      const count = (status: string): number => counts.get(status) ?? 0;
      return { queued: count("queued"), failed: count("failed"), expired: count("expired") };
    });
  }

  /** Why queued mails weren't sent at once. */
  mailDelays(): Promise<Cached<MailDelay[]>> {
    return this.cache.get("mail delays", () => this.reads.run(mailDelays));
  }

  database(): Promise<Cached<DatabaseState>> {
    return this.cache.get("database", () => databaseState(this.knex));
  }
}

/** The most frequent reasons for which queued mails weren't sent at once. */
export async function mailDelays(knex: Knex): Promise<MailDelay[]> {
  const rows = (await knex("mails")
    .where({ status: "queued" })
    .whereNotNull("last_error")
    .groupBy("last_error")
    .select({ reason: "last_error" })
    .count({ mails: "*" })
    .max({ attempts: "attempts" })
    .min({ nextTryAt: "available_at" })
    .orderBy("mails", "desc")
    .limit(MOST_REASONS)) as MailDelay[];
  return rows.map(({ reason, mails, attempts, nextTryAt }) => ({
    reason,
    mails: Number(mails),
    attempts: Number(attempts),
    nextTryAt: Number(nextTryAt),
  }));
}

/** Reads only the index on event and time when no users are hidden. */
async function countSince(knex: Knex, first: number, hidden: readonly string[]): Promise<Counted[]> {
  const query = knex("activity_log")
    .select("event", knex.raw("created_at - created_at % ? as day", [DAY]))
    .count({ total: "*" })
    .whereIn("event", [...SIGN_INS, ...FAILURES])
    .where("created_at", ">=", first)
    .groupBy("event", "day");
  hideActivity(query, knex, hidden);
  return (await query) as unknown as Counted[];
}

const totals = (rows: unknown): [string | null, number][] =>
  (rows as { status: string | null; total: number }[]).map(({ status, total }) => [status, total]);

function dayOf(day: number, counts: readonly Counted[]): DayOfSignIns {
  const count = (events: readonly ActivityEvent[]): number =>
    counts
      .filter((one) => one.day === day && events.includes(one.event))
      .reduce((sum, { total }) => sum + total, 0);
  return { day, signIns: count(SIGN_INS), failures: count(FAILURES) };
}
