import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

const COLUMNS = ["webhook_id", "status", "position", "next_attempt_at", "leased_until"];
const NAME = "webhook_deliveries_in_order_index";

/** The next delivery of a webhook is found without reading and sorting all that wait. */
export const up = (knex: Knex): Promise<void> =>
  changeSchema(
    knex,
    knex.schema.alterTable("webhook_deliveries", (table) => table.index(COLUMNS, NAME)),
  );

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable("webhook_deliveries", (table) => table.dropIndex(COLUMNS, NAME));
}
