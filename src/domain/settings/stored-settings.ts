import type { Knex } from "knex";
import { isSqlite } from "../../database/table.js";

/** The row that changes with the sign-in providers. It isn't a setting, but is read with them. */
export const PROVIDERS_STAMP = "providers.stamp";

// one row for all settings: every page reads them, and SQLite's driver has a cost per row (`stored` is reserved on MySQL)
const ALL_ON_SQLITE = "select json_group_object(key, value) as all_settings from settings";
const ALL_ON_MYSQL = "select cast(json_objectagg(`key`, value) as char) as all_settings from settings";

/** The statement that reads all settings as one JSON text, `all_settings`. */
export const allSettings = (knex: Knex): string => (isSqlite(knex) ? ALL_ON_SQLITE : ALL_ON_MYSQL);
