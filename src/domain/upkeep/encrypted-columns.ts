import type { Knex } from "knex";
import type { Cell, Encryption } from "../../lib/encryption.js";
import { isSecret, SETTING_KEYS } from "../settings/settings-table.js";

/** A column with values encrypted under APP_KEY. */
export interface EncryptedColumn {
  table: string;
  column: string;
  /** The primary key. */
  key: string;
  /** Limits the rows of a table that has other values, too. */
  only?: (rows: Knex.QueryBuilder) => void;
}

type PrimaryKey = string | Buffer;
export interface EncryptedRow {
  key: PrimaryKey;
  value: string;
}

const SECRETS = SETTING_KEYS.filter(isSecret);

/** All of them. A test compares the list with the code that encrypts. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  {
    table: "service_state",
    column: "value",
    key: "name",
    only: (rows) => void rows.where({ name: "app_key" }),
  },
  { table: "settings", column: "value", key: "key", only: (rows) => void rows.whereIn("key", SECRETS) },
  { table: "oauth_signing_keys", column: "private_key", key: "id" },
  { table: "sign_in_providers", column: "client_secret", key: "id" },
  { table: "provider_sign_ins", column: "payload", key: "state_hash" },
  { table: "import_keys", column: "secret", key: "id" },
  { table: "users", column: "two_factor_secret", key: "id" },
  { table: "users", column: "two_factor_recovery_codes", key: "id" },
  { table: "webhooks", column: "secret", key: "id" },
  { table: "webhooks", column: "previous_secret", key: "id" },
  { table: "mails", column: "payload", key: "id" },
  { table: "idempotency_keys", column: "answer", key: "id" },
];

/** The rows of the column that have a value. */
export function encryptedRows(knex: Knex, { table, column, only }: EncryptedColumn): Knex.QueryBuilder {
  const rows = knex(table).whereNotNull(column).whereNot(column, "");
  only?.(rows);
  return rows;
}

export const cellOfRow = ({ table, column }: EncryptedColumn, key: PrimaryKey): Cell => ({
  table,
  column,
  row: typeof key === "string" ? key : key.toString("hex"),
});

/** How the values of a column are encrypted. */
export interface KeyUse {
  current: number;
  /** Under one of APP_PREVIOUS_KEYS. */
  previous: number;
  /** Under a key that isn't configured, or damaged. */
  unreadable: number;
}

/** Counts the values by their key, and decrypts one of each. */
export async function countKeyUse(
  knex: Knex,
  encryption: Encryption,
  column: EncryptedColumn,
): Promise<KeyUse> {
  const { column: name, key } = column;
  const groups = (await encryptedRows(knex, column)
    .select(knex.raw("substr(??, 1, 8) as key_id", [name]))
    .count({ count: "*" })
    .groupBy("key_id")) as unknown as { key_id: string; count: number }[];
  const use: KeyUse = { current: 0, previous: 0, unreadable: 0 };
  for (const { key_id: id, count } of groups) {
    const sample = (await encryptedRows(knex, column)
      .where(name, "like", `${id}%`)
      .first({ key, value: name })) as EncryptedRow | undefined;
    if (sample) use[stateOf(encryption, column, sample)] += Number(count);
  }
  return use;
}

function stateOf(
  encryption: Encryption,
  column: EncryptedColumn,
  { key, value }: EncryptedRow,
): keyof KeyUse {
  try {
    encryption.decrypt(value, cellOfRow(column, key));
    return encryption.isCurrent(value) ? "current" : "previous";
  } catch {
    return "unreadable";
  }
}
