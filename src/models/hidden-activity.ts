import type { Knex } from "knex";
import { isSqlite } from "../database/table.js";
import { holdersOf } from "./lists/kept-counts.js";

/** Leaves out rows by holders of these roles, rows about them or what they own, and rows about the roles. */
export function hideActivity(query: Knex.QueryBuilder, knex: Knex, roleIds: readonly string[]): void {
  if (roleIds.length === 0) return;
  query.whereRaw(...isNoneOf(knex, roleIds, "activity_log.actor_id"));
  hideSubjects(query, knex, roleIds, "activity_log");
}

/** The condition that the person isn't a holder of these roles. */
const isNoneOf = (knex: Knex, roleIds: readonly string[], person: string): [string, Knex.QueryBuilder[]] => [
  `(${person} is null or ${person} not in ?)`,
  [holdersOf(knex, roleIds)],
];

/**
 * Leaves out rows about holders of these roles or what they own, and rows about the roles.
 * @param table with the columns of `activity_log` for its subject
 */
export function hideSubjects(
  query: Knex.QueryBuilder,
  knex: Knex,
  roleIds: readonly string[],
  table: string,
): void {
  // any text can be a subject id: without the conversion MariaDB wouldn't use the index of ids, which are ASCII
  const subject = isSqlite(knex) ? `${table}.subject_id` : `convert(${table}.subject_id using ascii)`;
  const isNo = (type: string): Knex.Raw => knex.raw(`coalesce(${table}.subject_type, '') <> ?`, [type]);
  query
    .where((either) => void either.where(isNo("role")).orWhereNotIn("subject_id", roleIds))
    .whereRaw(...isNoneOf(knex, roleIds, `${table}.owner_id`))
    .where((either) => void either.where(isNo("user")).orWhereRaw(...isNoneOf(knex, roleIds, subject)));
}

/**
 * The rows that `hideActivity` leaves out, found by their people.
 * @param matching a new query for the rows to look at
 */
export function hiddenActivity(
  knex: Knex,
  roleIds: readonly string[],
  matching: () => Knex.QueryBuilder,
): Knex.QueryBuilder | null {
  if (roleIds.length === 0) return null;
  const holders = (): Knex.QueryBuilder =>
    holdersOf(knex, roleIds).distinct().as("holders") as Knex.QueryBuilder;
  const by = (column: string): Knex.QueryBuilder =>
    knex("activity_log").join(holders(), "holders.user_id", column).select("activity_log.id");
  const concealed = by("activity_log.actor_id")
    .union(by("activity_log.owner_id"))
    .union(by("activity_log.subject_id").where("activity_log.subject_type", "user"))
    .union(
      knex("activity_log")
        .where("activity_log.subject_type", "role")
        .whereIn("activity_log.subject_id", [...roleIds])
        .select("activity_log.id"),
    );
  return matching().join(concealed.as("concealed"), "concealed.id", "activity_log.id");
}
