import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";

/** Adds the mark of providers whose addresses count as verified although they don't say so. */
export async function up(knex: Knex): Promise<void> {
  await changeOnce(
    knex,
    "alter table sign_in_providers add column emails_are_verified boolean not null default false",
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("alter table sign_in_providers drop column emails_are_verified");
}
