import { v7 as uuidv7 } from "uuid";
import { DAY, MINUTE, setClock } from "../../../src/lib/clock.js";
import type { Visit } from "../browser/chromium.js";
import { MOMENT } from "./demo.js";
import { addMonthOfActivity, addActivity } from "./demo-activity.js";
import type { PageState } from "./pages.js";
import { administrator, member, openDetails, type OpenPage } from "./page-states.js";

const LIST = "/admin/activity";

const inLog = (path = LIST, then?: (visit: Visit) => Promise<unknown>): OpenPage =>
  administrator(path, { prepare: addActivity, ...(then && { then }) });

const opened = (event: string): OpenPage => inLog(LIST, (visit) => visit.follow(event));

/** Figures are cached for a minute, so this page is opened after the cached figures of earlier states have expired. */
const dashboard =
  (minutes: number, then?: (visit: Visit) => Promise<unknown>): OpenPage =>
  async (product) => {
    const visit = await administrator("/profile", { prepare: addMonthOfActivity })(product);
    setClock(() => MOMENT + minutes * MINUTE);
    await visit.open("/dashboard");
    await then?.(visit);
    return visit;
  };

/** A security log of several pages. */
const longSecurityLog: OpenPage = async (product) => {
  const visit = await member("/profile", { withContent: true })(product);
  const { knex } = product.world.services;
  const { id } = (await knex("users").where({ email: "ada@example.test" }).first("id")) as { id: string };
  const rows = Array.from({ length: 100 }, (_, index) => ({
    id: uuidv7(),
    actor_id: id,
    event: index % 2 ? "login" : "logout",
    changes: "{}",
    ip_address: "203.0.113.7",
    created_at: MOMENT - (index + 1) * DAY,
  }));
  await knex("activity_log").insert(rows);
  await visit.open("/user/security-log?page=4");
  return visit;
};

/** The audit log, a long security log and the administrator's dashboard. */
export const ACTIVITY_PAGES: readonly PageState[] = [
  { name: "activity", route: "admin.activity.index", show: inLog() },
  {
    name: "activity-filters",
    route: "admin.activity.index",
    show: inLog(`${LIST}?actor=grace&subject=grace&event=login`),
  },
  {
    name: "activity-errors",
    route: "admin.activity.index",
    show: inLog(`${LIST}?from=2026-02-30&ip=here`),
    unpictured: true,
  },
  {
    name: "activity-nothing-found",
    route: "admin.activity.index",
    show: inLog(`${LIST}?event=client_deleted`),
    unpictured: true,
  },
  {
    name: "activity-pages",
    route: "admin.activity.index",
    show: administrator(LIST, {
      prepare: addMonthOfActivity,
      then: (visit) => visit.follow("Older"),
    }),
    unpictured: true,
  },
  { name: "security-log-pages", route: "security-log", show: longSecurityLog, unpictured: true },
  { name: "activity-entry", route: "admin.activity.show", show: opened("Role changed") },
  {
    name: "activity-entry-revoked",
    route: "admin.activity.show",
    show: opened("Access revoked"),
    unpictured: true,
  },
  {
    name: "activity-entry-failed",
    route: "admin.activity.show",
    show: opened("Sign-in failed"),
    unpictured: true,
  },
  { name: "dashboard-operator", route: "dashboard", show: dashboard(5) },
  {
    name: "dashboard-numbers",
    route: "dashboard",
    show: dashboard(10, openDetails("details.chart-numbers")),
    unpictured: true,
  },
];
