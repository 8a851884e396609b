import type { Response } from "supertest";
import { v4 as uuidv4 } from "uuid";
import type { Activity, ActivityEvent } from "../../../src/domain/audit/activities.js";
import { recordActivity } from "../../../src/domain/audit/record.js";
import { SECOND } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import type { Visitor } from "./web.js";
import type { World } from "./world.js";

export const LIST = "/admin/activity";
export const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

export const about = ({ id }: { id: string }, type = "user") => ({ subject: { type, id } });

/** The ids of the rows on the page, in page order. */
export const idsOn = ({ text }: Response): string[] =>
  [...text.matchAll(/<a href="\/admin\/activity\/([0-9a-f-]{36})"/g)].map(([, id]) => id!);
export const linkOn = ({ text }: Response, rel: string): string =>
  (new RegExp(`rel="${rel}" href="([^"]+)"`).exec(text)?.[1] ?? "").replaceAll("&amp;", "&");
export const query = (filters: Record<string, string>): string =>
  `?${new URLSearchParams(filters).toString()}`;

/** Writes rows to the audit log and signs in users who read it. Call it where `useWorld` is called. */
export function activityLog(world: World) {
  beforeEach(() => world.freezeTime());

  /** Writes a row dated one second after the previous one. @returns its id */
  async function record(
    event: string,
    activity: Partial<Activity> = {},
    origin: { ip?: string; userAgent?: string | null; traceId?: string; clientId?: string } = {},
  ): Promise<string> {
    world.advance(SECOND);
    const from = { ip: "203.0.113.7", userAgent: null, traceId: uuidv4(), ...origin };
    await recordActivity(
      world.services.knex,
      { actorId: null, ...activity, event: event as ActivityEvent },
      from,
    );
    const row = (await world.services.knex("activity_log").where({ trace_id: from.traceId }).first("id")) as {
      id: string;
    };
    return row.id;
  }
  /** A user with a role of their own. */
  async function holder(permissions: string[], rank = 3): Promise<User> {
    const name = `role-${rank}-${Math.random()}`;
    await world.make.role(name, rank, permissions);
    return world.make.user({ role: name, first_name: "Olga", last_name: "Operator" });
  }
  const root = (): Promise<User> =>
    world.make.user({ role: "system_admin", first_name: "Root", last_name: "Admin" });

  /** Opens the list as a user whose own sign-in isn't in the log. */
  async function reader(user?: User): Promise<{ user: User; visitor: Visitor }> {
    const signedIn = await world.signedIn(user ?? (await root()));
    await world.services.knex("activity_log").where({ actor_id: signedIn.user.id, event: "login" }).del();
    return signedIn;
  }

  return { record, holder, root, reader };
}
