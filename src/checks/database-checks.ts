import type { Knex } from "knex";
import { pendingMigrations } from "../database/migrate.js";
import { databaseState } from "../database/state.js";
import { isSqlite } from "../database/table.js";
import { clockSkew, LARGEST_SKEW } from "../database/clock-skew.js";
import { proveWritable } from "../domain/upkeep/readiness.js";
import { MINUTE, now, SECOND } from "../lib/clock.js";
import { ACTIVE } from "../domain/accounts/account-status.js";
import { SYSTEM_ADMIN } from "../models/role.js";
import { checkCluster } from "./cluster-checks.js";
import { examine, failed, ok, type Finding } from "./finding.js";
import { tlsAdvice } from "./tls.js";

const OLDEST = { MariaDB: [10, 6], MySQL: [8, 0], SQLite: [3, 0] } as const;
const COLLATIONS = ["utf8mb4_nopad_bin", "utf8mb4_0900_bin"];
/** knex creates them. */
const FOREIGN_TABLES = ["migrations", "migrations_lock"];

/** Checks the database. @returns whether the other checks can read it */
export async function checkDatabase(knex: Knex): Promise<{ findings: Finding[]; isUsable: boolean }> {
  const reached = await examine("database", adviceFor, () => version(knex));
  // a disconnected node doesn't answer queries, but says why
  reached.push(...(await examine("cluster", "Check the cluster's status.", () => checkCluster(knex))));
  if (reached[0]!.state === "failed") return { findings: reached, isUsable: false };
  const migrations = await examine("migrations", "Run: authdock migrate", () => migrated(knex));
  const findings = [...reached, ...migrations];
  if (migrations.some(({ state }) => state === "failed")) return { findings, isUsable: false };
  findings.push(
    ...(await examine("database writable", WRITABLE_ADVICE, () => writable(knex))),
    ...(await examine("collation", "Check the tables by hand.", () => collation(knex))),
    ...(await examine("clock", "Synchronise the clocks with NTP.", () => clock(knex))),
    ...(await examine("administrator", "Run: authdock seed", () => administrator(knex))),
  );
  return { findings, isUsable: true };
}

const adviceFor = (message: string): string =>
  tlsAdvice("database", message) ?? "Check DATABASE_URL, and that the server runs.";

const WRITABLE_ADVICE =
  "Check free space, the permissions of the file and folder, and that the server isn't read-only.";

async function version(knex: Knex): Promise<Finding> {
  const { kind, version: number, bytes } = await databaseState(knex);
  const [major = 0, minor = 0] = number.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST[kind];
  const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
  const detail = `${kind} ${number}, ${(bytes / 1_000_000).toFixed(1)} MB`;
  return isOld
    ? failed("database", `${detail}: too old`, `Use ${kind} ${oldestMajor}.${oldestMinor} or later.`)
    : ok("database", detail);
}

async function migrated(knex: Knex): Promise<Finding> {
  const pending = await pendingMigrations(knex);
  if (pending.length === 0) return ok("migrations", "up to date");
  return failed("migrations", `pending: ${pending.length}, first ${pending[0]}`, "Run: authdock migrate");
}

async function writable(knex: Knex): Promise<Finding> {
  await proveWritable(knex);
  return ok("database writable", "a row was written");
}

async function collation(knex: Knex): Promise<Finding> {
  if (isSqlite(knex)) return ok("collation", "binary");
  const tables = (await knex("information_schema.tables")
    .whereRaw("table_schema = database()")
    .whereNotIn("table_name", FOREIGN_TABLES)
    .whereNotIn("table_collation", COLLATIONS)
    .select({ name: "table_name" })) as { name: string }[];
  if (tables.length === 0) return ok("collation", "binary");
  const names = tables.map(({ name }) => name).join(", ");
  return failed(
    "collation",
    `not binary: ${names}`,
    `Convert them: alter table <table> convert to character set utf8mb4 collate ${COLLATIONS[0]} (MySQL: ${COLLATIONS[1]})`,
  );
}

async function clock(knex: Knex): Promise<Finding> {
  const [latest] = (await knex("activity_log").max({ at: "created_at" })) as { at: number | null }[];
  const ahead = Number(latest?.at ?? 0) - now();
  if (ahead > MINUTE)
    return failed(
      "clock",
      `this machine is ${seconds(ahead)} behind the latest event`,
      "Synchronise the clocks with NTP.",
    );
  const skew = await clockSkew(knex);
  if (skew === null) return ok("clock", "no event is in the future");
  const difference = Math.abs(skew);
  return difference > LARGEST_SKEW
    ? failed("clock", `the database differs by ${seconds(difference)}`, "Synchronise the clocks with NTP.")
    : ok("clock", `the database differs by ${difference.toFixed(0)} ms`);
}

const seconds = (ms: number): string => `${(ms / SECOND).toFixed(0)} seconds`;

async function administrator(knex: Knex): Promise<Finding> {
  const rows = (await knex("role_user")
    .join("roles", "roles.id", "role_user.role_id")
    .join("users", "users.id", "role_user.user_id")
    .where({ "roles.name": SYSTEM_ADMIN, "users.status": ACTIVE })
    .whereNull("users.deleted_at")
    .count({ count: "*" })) as { count: number }[];
  const count = Number(rows[0]?.count ?? 0);
  if (count > 0) return ok("administrator", `active system administrators: ${count}`);
  return failed(
    "administrator",
    "there is no active system administrator",
    "Run: authdock seed, or authdock admin create <email>",
  );
}
