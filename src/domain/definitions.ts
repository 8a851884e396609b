import type { Knex } from "knex";
import { Definition } from "../models/definition.js";

/** Key → its active choices in their order; unknown keys are absent. */
export async function listDefinitions(
  knex: Knex,
  keys?: readonly string[],
): Promise<Map<string, Definition[]>> {
  const query = Definition.query(knex).where("is_active", true).orderBy(["key", "sort_order", "value"]);
  if (keys) void query.whereIn("key", [...keys]);
  const byKey = new Map<string, Definition[]>();
  for (const definition of await query)
    byKey.set(definition.key, [...(byKey.get(definition.key) ?? []), definition]);
  return byKey;
}
