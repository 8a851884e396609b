import { inTransaction } from "../../database/transaction.js";
import type { Services } from "../services.js";
import {
  cellOfRow,
  ENCRYPTED_COLUMNS,
  encryptedRows,
  type EncryptedColumn,
  type EncryptedRow,
} from "./encrypted-columns.js";

/** Few, so that a transaction holds its locks briefly. */
const BATCH = 200;

/** What happened to the values of a column. */
export interface ReEncrypted {
  table: string;
  column: string;
  /** Encrypted again, under the current key. */
  renewed: number;
  /** No configured key decrypts them. They stay as they are. */
  unreadable: number;
}

type Rest = Pick<Services, "knex" | "encryption">;

/**
 * Encrypts every value that is under an earlier key again under APP_KEY, while the service runs. It can be stopped and
 * run again: only values under other keys are read. A value that changes in between was written under APP_KEY.
 * @param onProgress called with the number of values so far
 */
export async function reEncrypt(services: Rest, onProgress?: (done: number) => void): Promise<ReEncrypted[]> {
  const results: ReEncrypted[] = [];
  let done = 0;
  for (const column of ENCRYPTED_COLUMNS) {
    const result = { table: column.table, column: column.column, renewed: 0, unreadable: 0 };
    results.push(result);
    for (let after: EncryptedRow["key"] | null = null; ;) {
      const rows = await rowsUnderOtherKeys(services, column, after);
      const renewed = await renew(services, column, rows);
      result.renewed += renewed.written;
      result.unreadable += renewed.unreadable;
      onProgress?.((done += rows.length));
      if (rows.length < BATCH) break;
      after = rows.at(-1)!.key;
    }
  }
  return results;
}

function rowsUnderOtherKeys(
  { knex, encryption }: Rest,
  column: EncryptedColumn,
  after: EncryptedRow["key"] | null,
): Promise<EncryptedRow[]> {
  const { key, column: name } = column;
  const rows = encryptedRows(knex, column).whereNot(name, "like", `${encryption.currentId}:%`);
  if (after !== null) rows.where(key, ">", after);
  return rows.orderBy(key).limit(BATCH).select({ key, value: name }) as unknown as Promise<EncryptedRow[]>;
}

/** Conditional updates, because a sign-in may re-encrypt a secret at the same time. */
async function renew(
  { knex, encryption }: Rest,
  column: EncryptedColumn,
  rows: readonly EncryptedRow[],
): Promise<{ written: number; unreadable: number }> {
  const { table, key: keyColumn, column: name } = column;
  const renewed = rows.map((row) => ({ ...row, next: reEncrypted({ encryption }, column, row) }));
  const unreadable = renewed.filter(({ next }) => next === null).length;
  const written = await inTransaction(knex, async (trx) => {
    let changed = 0;
    for (const { key, value, next } of renewed)
      if (next !== null)
        changed += await trx(table)
          .where({ [keyColumn]: key, [name]: value })
          .update({ [name]: next });
    return changed;
  });
  return { written, unreadable };
}

function reEncrypted(
  { encryption }: Pick<Rest, "encryption">,
  column: EncryptedColumn,
  { key, value }: EncryptedRow,
): string | null {
  const cell = cellOfRow(column, key);
  try {
    return encryption.encrypt(encryption.decrypt(value, cell), cell);
  } catch {
    return null;
  }
}
