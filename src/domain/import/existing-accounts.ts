import type { Knex } from "knex";
import { whereInList } from "../../database/table.js";
import type { RoleHolder } from "../access/actor.js";
import { exceedsBounds } from "../access/assignable-roles.js";
import type { RoleView } from "../access/authority.js";
import { untouchedAccounts } from "./import-runs.js";

/** Those of the addresses that accounts have. */
export async function takenAmong(knex: Knex, emails: readonly string[]): Promise<Set<string>> {
  const query = knex("users");
  whereInList(query, knex, "email_key", emails);
  return new Set((await query.pluck("email_key")) as string[]);
}

/** Those of the ids that accounts have, deleted ones included. */
export async function takenIds(knex: Knex, ids: readonly string[]): Promise<Set<string>> {
  const query = knex("users");
  whereInList(query, knex, "id", ids);
  return new Set((await query.pluck("id")) as string[]);
}

/** Those that untouched accounts have, if the actor could have given these their roles. */
export async function untouchedAmong(
  knex: Knex,
  actor: RoleHolder,
  emails: readonly string[],
): Promise<Set<string>> {
  const query = untouchedAccounts(knex).whereNotExists(
    knex("role_user").whereRaw("role_user.user_id = users.id").whereIn("role_id", rolesAbove(actor)),
  );
  whereInList(query, knex, "users.email_key", emails);
  return new Set((await query.pluck("users.email_key")) as string[]);
}

/** The ids of roles whose accounts the actor can't change. */
export const rolesAbove = (actor: RoleHolder): string[] =>
  [...actor.allRoles].filter(([, role]) => !isWithinRights(actor, role)).map(([id]) => id);

const isWithinRights = (actor: RoleHolder, role: RoleView): boolean =>
  actor.outranksOrEquals([role]) && actor.hasAllPermissionsOfAccount([role]) && !exceedsBounds(actor, [role]);

/** Address → account, of those that this run has made. @param run null for a dry run */
export async function madeByRun(
  knex: Knex,
  run: string | null,
  emails: readonly string[],
): Promise<Map<string, string>> {
  if (run === null) return new Map();
  const query = knex("imported_accounts")
    .join("users", "users.id", "imported_accounts.user_id")
    .where({ run_id: run })
    .select("users.id", "users.email_key");
  whereInList(query, knex, "users.email_key", emails);
  const rows = (await query) as { id: string; email_key: string }[];
  return new Map(rows.map(({ id, email_key }) => [email_key, id]));
}
