import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { DEVICE_GRANT } from "../../../src/domain/oauth/grants/grant-types.js";
import type { ActivityEvent } from "../../../src/domain/audit/activities.js";
import { recordActivity } from "../../../src/domain/audit/record.js";
import { DAY, HOUR, MINUTE, now, setClock } from "../../../src/lib/clock.js";
import type { OAuthClient } from "../../../src/models/oauth-client.js";
import { PersonalAccessToken } from "../../../src/models/personal-access-token.js";
import type { User } from "../../../src/models/user.js";
import { storeRing } from "./logo.js";
import { makeClient, makeGrant } from "../oauth/oauth.js";
import type { RunningProduct } from "../browser/running-product.js";

/** The time at which every page is shown, so that it looks the same every day. */
export const MOMENT = Date.UTC(2026, 4, 4, 9, 30);

export const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
export const LAPTOP =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15";

const stopClock = (ms: number): void => setClock(() => ms);

/** Ada's account. */
export async function createAda(product: RunningProduct): Promise<User> {
  stopClock(MOMENT - 40 * DAY);
  const email_verified_at = now();
  const user = await product.world.make.user({ email: "ada@example.test", email_verified_at });
  stopClock(MOMENT);
  return user;
}

/** Adds browser sessions, tokens, applications and past events to the account. */
export async function addContent(product: RunningProduct, user: User): Promise<void> {
  await otherBrowsers(product, user);
  await tokens(product, user);
  await applications(product, user);
  await past(product, user);
  stopClock(MOMENT);
}

async function otherBrowsers({ world }: RunningProduct, user: User): Promise<void> {
  const browsers: [string, string, number][] = [
    [PHONE, "198.51.100.23", 70 * MINUTE],
    [LAPTOP, "203.0.113.7", 20 * MINUTE],
  ];
  for (const [userAgent, ip, ago] of browsers) {
    stopClock(MOMENT - ago);
    await Object.assign(world.visitor(), { userAgent, ip }).signIn(user);
  }
}

async function tokens({ world }: RunningProduct, user: User): Promise<void> {
  const rows: [string, string[], number, number | null][] = [
    ["Deploy pipeline", ["users.read", "files.write"], 21, 2 * HOUR],
    ["Backup of the mailing list", ["users.read"], 3, 5 * DAY],
    ["Old laptop", [], -2, null],
  ];
  for (const [name, scopes, days, usedAgo] of rows) {
    stopClock(MOMENT - 30 * DAY + days * HOUR);
    await world.make.token(user, { name, scopes, expiresAt: MOMENT + days * DAY });
    if (usedAgo !== null)
      await PersonalAccessToken.query(world.services.knex)
        .where({ name })
        .patch({ last_used_at: MOMENT - usedAgo, last_used_ip: "192.0.2.44" });
  }
}

/** Adds other users with tokens, enough for more than one page. */
export async function addColleagues({ world }: RunningProduct): Promise<void> {
  const people = ["Grace Hopper", "Edsger Dijkstra", "Barbara Liskov", "Şule Yılmaz"];
  const names = ["Nightly export", "Dashboard of the office", "Import of addresses", "auth-token"];
  for (const [row, person] of people.entries()) {
    const [first_name, last_name] = person.split(" ") as [string, string];
    const user = await world.make.user({ first_name, last_name, email: `person${row}@example.test` });
    for (const [column, name] of names.entries()) {
      stopClock(MOMENT - (5 * row + column) * DAY);
      await world.make.token(user, { name, scopes: ["users.read"], expiresAt: MOMENT + (20 - row) * DAY });
    }
  }
  stopClock(MOMENT);
}

async function applications({ world }: RunningProduct, user: User): Promise<void> {
  const { knex } = world.services;
  const addClients: [string, string[], number][] = [
    ["Field notes for the phone", ["files.read", "files.write"], 12],
    ["Team calendar", ["users.read"], 90],
  ];
  for (const [name, scopes, days] of addClients) {
    const times = { created_at: MOMENT - days * DAY };
    const id = uuidv7();
    const client = {
      homepage_url: `https://client${days}.example.test`,
      name,
      type: "public",
      grant_types: "[]",
      redirect_uris: "[]",
      logo: days > 30 ? await storeRing(world.services) : null,
      updated_at: MOMENT,
    };
    await knex("oauth_clients").insert({ id, ...client, ...times });
    await knex("oauth_access_tokens").insert({
      id: uuidv7(),
      client_id: id,
      user_id: user.id,
      family_id: uuidv7(),
      token_hash: randomBytes(32),
      scopes: JSON.stringify(scopes),
      expires_at: MOMENT + HOUR,
      last_used_at: MOMENT - days * HOUR,
      ...times,
    });
  }
}

/** Adds clients of every kind with users who use them. */
export async function addClients({ world }: RunningProduct): Promise<void> {
  const rows: [string, Partial<OAuthClient>][] = [
    ["Team calendar", { logo: await storeRing(world.services) }],
    ["Field notes for the phone", { type: "public", grant_types: ["authorization_code", "refresh_token"] }],
    ["Screen in the hall", { type: "public", grant_types: [DEVICE_GRANT], redirect_uris: [] }],
    ["API gateway", { grant_types: ["client_credentials"], redirect_uris: [], may_introspect: true }],
  ];
  const user = await world.make.user({ email: "grace@example.test" });
  for (const [days, [name, columns]] of rows.entries()) {
    stopClock(MOMENT - days * DAY);
    const { client } = await makeClient(world, { name, ...columns });
    stopClock(MOMENT);
    if (days < 2) await makeGrant(world, { user, client });
  }
}

async function past({ world }: RunningProduct, user: User): Promise<void> {
  const events: [ActivityEvent, number][] = [
    ["password_changed", 40 * DAY],
    ["token_created", 9 * DAY],
    ["logout", 3 * DAY],
    ["two_factor_failed", 3 * DAY - MINUTE],
    ["token_revoked", 26 * HOUR],
  ];
  for (const [event, ago] of events) {
    stopClock(MOMENT - ago);
    const origin = { ip: "203.0.113.7", userAgent: LAPTOP, traceId: uuidv7() };
    const subject = { type: "user", id: user.id };
    await recordActivity(world.services.knex, { event, actorId: user.id, subject }, origin);
  }
}
