import { v7 as uuidv7 } from "uuid";
import type { Activity } from "../../../src/domain/audit/activities.js";
import { recordActivity } from "../../../src/domain/audit/record.js";
import { DAY, HOUR, MINUTE, setClock } from "../../../src/lib/clock.js";
import { LAPTOP, MOMENT, PHONE } from "./demo.js";
import type { RunningProduct } from "../browser/running-product.js";

type ActivityRow = [minutesAgo: number, activity: Activity, ip?: string, userAgent?: string | null];

/** Adds the events of about one day. */
export async function addActivity({ world }: RunningProduct): Promise<void> {
  const { make, services } = world;
  const [grace, alan] = [
    await make.user({ first_name: "Grace", last_name: "Hopper", email: "grace@example.test" }),
    await make.user({
      first_name: "Alan",
      last_name: "Turing",
      email: "alan@example.test",
      status: "banned",
    }),
  ];
  const ada = (await services.knex("users").where({ email: "ada@example.test" }).first("id")) as {
    id: string;
  };
  const role = (await services.knex("roles").where({ name: "admin" }).first("id")) as { id: string };
  const on = ({ id }: { id: string }, type = "user") => ({ subject: { type, id } });
  const token = { type: "personal_access_token", id: uuidv7() };
  const banned = { before: { status: "active" }, after: { status: "banned" } };
  const granted = {
    before: { label: "Administrator", permissions: ["users.read", "users.update", "roles.read"] },
    after: { label: "Office", permissions: ["users.read", "users.update", "activity-logs.read"] },
  };
  const policy = { before: { "auth.password_min_length": "8" }, after: { "auth.password_min_length": "12" } };
  const rows: ActivityRow[] = [
    [4, { event: "login", actorId: grace.id, ...on(grace) }, "198.51.100.23", PHONE],
    [
      9,
      { event: "login_failed", actorId: null, ownerId: grace.id, changes: { email: "grace@example.test" } },
      "198.51.100.23",
      PHONE,
    ],
    [31, { event: "user_updated", actorId: ada.id, ...on(alan), changes: banned }],
    [
      31,
      {
        event: "account_cut_off",
        actorId: ada.id,
        ...on(alan),
        changes: { revoked: { sessions: 2, personal_access_tokens: 1 } },
      },
    ],
    [55, { event: "role_updated", actorId: ada.id, ...on(role, "role"), changes: granted }],
    [
      80,
      {
        event: "token_created",
        actorId: grace.id,
        subject: token,
        ownerId: grace.id,
        changes: { name: "Deploy pipeline", scopes: ["users.read"] },
      },
      "198.51.100.23",
    ],
    [190, { event: "settings_changed", actorId: null, changes: policy }, "cli", null],
    [
      240,
      { event: "login_failed", actorId: null, changes: { email: "root@example.test" } },
      "192.0.2.200",
      "curl/8.5.0",
    ],
    [300, { event: "two_factor_enabled", actorId: grace.id, ...on(grace) }, "198.51.100.23", PHONE],
  ];
  for (const [minutes, activity, ip = "203.0.113.7", userAgent = LAPTOP] of rows.reverse()) {
    setClock(() => MOMENT - minutes * MINUTE);
    await recordActivity(services.knex, activity, { ip, userAgent, traceId: uuidv7() });
  }
  setClock(() => MOMENT);
}

/** Adds a month of sign-ins, two queued mails and a failed one. */
export async function addMonthOfActivity(product: RunningProduct): Promise<void> {
  const { knex } = product.world.services;
  await addActivity(product);
  const { id } = (await knex("users").where({ email: "grace@example.test" }).first("id")) as { id: string };
  const rows = [];
  for (let day = 0; day < 30; day++) {
    const weekend = (day + 6) % 7 < 2;
    const [logins, failures] = [
      weekend ? 3 + (day % 3) : 14 + ((day * 7) % 11),
      (day * 5) % 7 === 0 ? 6 : day % 3,
    ];
    for (let index = 0; index < logins + failures; index++) {
      const row = { id: uuidv7(), changes: "{}", created_at: MOMENT - day * DAY - (index + 1) * (HOUR / 4) };
      const subject = { subject_type: "user", subject_id: id };
      const who =
        index < logins
          ? { actor_id: id, event: "login", ...subject }
          : { event: "login_failed", owner_id: id };
      rows.push({ actor_id: null, subject_type: null, subject_id: null, owner_id: null, ...row, ...who });
    }
  }
  for (let at = 0; at < rows.length; at += 50) await knex("activity_log").insert(rows.slice(at, at + 50));
  const mail = { kind: "test", available_at: 0, created_at: 0 };
  for (const status of ["queued", "queued", "failed"])
    await knex("mails").insert({ ...mail, id: uuidv7(), status });
}
