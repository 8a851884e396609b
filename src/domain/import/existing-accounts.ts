import type { Knex } from "knex";
import { whereInList } from "../../database/table.js";
import type { RoleHolder } from "../access/actor.js";
import { exceedsBounds } from "../access/assignable-roles.js";
import type { RoleView } from "../access/authority.js";
import { untouchedOf } from "./import-runs.js";

/** Address → account, of those of the addresses that accounts have. */
export async function takenAmong(knex: Knex, emails: readonly string[]): Promise<Map<string, string>> {
  const query = knex("users").select("id", "email_key");
  whereInList(query, knex, "email_key", emails);
  const rows = (await query) as { id: string; email_key: string }[];
  return new Map(rows.map(({ id, email_key }) => [email_key, id]));
}

/** Those of the ids that accounts have, deleted ones included. */
export async function takenIds(knex: Knex, ids: readonly string[]): Promise<Set<string>> {
  const query = knex("users");
  whereInList(query, knex, "id", ids);
  return new Set((await query.pluck("id")) as string[]);
}

/** Those of the accounts that are untouched, if the actor could have given them their roles. */
export async function untouchedAmong(
  knex: Knex,
  actor: RoleHolder,
  ids: readonly string[],
): Promise<Set<string>> {
  const query = untouchedOf(knex, ids).whereNotExists(
    knex("role_user").whereRaw("role_user.user_id = users.id").whereIn("role_id", rolesAbove(actor)),
  );
  return new Set((await query.pluck("users.id")) as string[]);
}

/** The ids of roles whose accounts the actor can't change. */
export const rolesAbove = (actor: RoleHolder): string[] =>
  [...actor.allRoles].filter(([, role]) => !isWithinRights(actor, role)).map(([id]) => id);

const isWithinRights = (actor: RoleHolder, role: RoleView): boolean =>
  actor.outranksOrEquals([role]) && actor.hasAllPermissionsOfAccount([role]) && !exceedsBounds(actor, [role]);

/** Those of the accounts that this run has made. @param run null for a dry run */
export async function madeByRun(
  knex: Knex,
  run: string | null,
  ids: readonly string[],
): Promise<Set<string>> {
  if (run === null || ids.length === 0) return new Set();
  const query = knex("imported_accounts").where({ run_id: run });
  whereInList(query, knex, "user_id", ids);
  return new Set((await query.pluck("user_id")) as string[]);
}
