import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";
import { createTable } from "../src/database/table.js";

/** Which application acted for an account, and which tools an agent called last. */
export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("activity_log", (table) => {
    table.string("client_id", 36);
    table.boolean("by_agent").notNullable().defaultTo(false);
  });
  await changeSchema(knex, change);
  await createTable(knex, "agent_tools", (table, columns) => {
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    columns.uuid("client_id").notNullable().references("id").inTable("oauth_clients").onDelete("CASCADE");
    columns.ascii("tool", 128).notNullable();
    columns.time("last_used_at").notNullable();
    table.primary(["user_id", "client_id", "tool"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("agent_tools");
  // plain SQL, because knex would copy the whole table on SQLite
  for (const column of ["client_id", "by_agent"])
    await knex.raw(`alter table activity_log drop column ${column}`);
}
