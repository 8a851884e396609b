import type { Knex } from "knex";

/** Sessions end by themselves at this moment; activity moves it on, up to their longest life. */
export async function up(knex: Knex): Promise<void> {
  await knex("sessions").del(); // none was ever given out without it
  await knex.schema.alterTable("sessions", (table) => {
    table.bigInteger("expires_at").notNullable().defaultTo(0).index();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable("sessions", (table) => {
    table.dropIndex(["expires_at"]);
  });
  await knex.raw("alter table sessions drop column expires_at");
}
