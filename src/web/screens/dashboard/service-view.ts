import { PRODUCT_VERSION } from "../../../lib/version.js";
import { listActivity } from "../../../domain/activity/activity-log.js";
import { now, SECOND } from "../../../lib/clock.js";
import { path } from "../../server/addresses.js";
import type { WebCall } from "../../server/call.js";
import { signInsIn } from "./sign-ins-view.js";
import { activityRowsFor } from "../admin/activity/activity-rows.js";
import { Statuses } from "../admin/users/account-view.js";

const SHOWN_EVENTS = 8;

/** The figures about the service that the user can see; null for none. */
export async function serviceView(call: WebCall): Promise<object | null> {
  const { actor } = call;
  const [accounts, signIns, latest, state] = await Promise.all([
    actor.can("users.read") ? accountsView(call) : null,
    actor.can("activity-logs.read") ? signInsView(call) : null,
    actor.can("activity-logs.read") ? latestEvents(call) : null,
    actor.can("settings.read") ? stateView(call) : null,
  ]);
  const found = [accounts, signIns, state].filter((part) => part !== null);
  return found.length === 0
    ? null
    : { accounts, signIns, latest, state, asOf: Math.min(...found.map(({ asOf }) => asOf)) };
}

/** All statuses, including those without accounts, then those that aren't defined any more. */
async function accountsView(call: WebCall) {
  const [statuses, { value: counts, at }] = await Promise.all([
    Statuses.read(call),
    call.services.overview.accounts(call.actor),
  ]);
  const defined = statuses.choices.map(({ value }) => value);
  const others = [...counts.keys()].filter((status) => status === null || !defined.includes(status));
  return {
    asOf: at,
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    to: listOfUsers(),
    byStatus: [...defined, ...others].map((status) => ({
      status: statuses.badge(status),
      count: counts.get(status) ?? 0,
      to: status === null ? null : listOfUsers({ status }),
    })),
  };
}

const listOfUsers = (filters: { status?: string } = {}): string => path("admin.users.index", filters);

async function signInsView(call: WebCall) {
  const { value: days, at } = await call.services.overview.signIns(call.actor);
  return { asOf: at, figures: signInsIn(call.locale, days) };
}

/** The newest rows of the audit log that the user can see, with names. Unlike the figures, they aren't cached. */
async function latestEvents(call: WebCall): Promise<object[]> {
  const { entries } = await listActivity(call, {}, null, SHOWN_EVENTS);
  return entries.map(activityRowsFor(call));
}

async function stateView({ services }: WebCall) {
  const { overview } = services;
  const [mails, delays, database] = await Promise.all([
    overview.mails(),
    overview.mailDelays(),
    overview.database(),
  ]);
  return {
    asOf: Math.min(mails.at, delays.at, database.at),
    mails: mails.value,
    mailDelays: delays.value,
    database: { megabytes: (database.value.bytes / 1e6).toFixed(1), ...database.value },
    version: PRODUCT_VERSION,
    node: process.versions.node,
    since: now() - process.uptime() * SECOND,
  };
}
