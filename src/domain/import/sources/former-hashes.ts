import * as z from "zod";
import { text } from "../../../texts/translate.js";
import { FileRejected } from "../file-rejected.js";
import type { ImportFile } from "../import-file.js";
import { RowRejected, type SourceRow } from "./source-row.js";

/** What Auth0 keeps of a hash that was imported there: https://auth0.com/docs/manage-users/user-migration/bulk-user-imports */
const CUSTOM_HASH = z.object({
  algorithm: z.enum(["bcrypt", "argon2"]),
  hash: z.object({ value: z.string(), encoding: z.literal("utf8").optional() }),
});

/** @throws RowRejected */
function customHash(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const parsed = CUSTOM_HASH.safeParse(value);
  if (!parsed.success) throw new RowRejected(text("import.row.form", { field: "custom_password_hash" }));
  return parsed.data.hash.value;
}

/** @throws RowRejected */
export const auth0Hash = (row: SourceRow): string | null =>
  row.text("passwordHash", "password_hash") ?? customHash(row.value("custom_password_hash"));

/**
 * The hashes that Auth0's support hands out in a file of their own (community.auth0.com/t/58730), by the id in the export
 * of the users. An address isn't compared: in two databases it can be of two people.
 */
export class FormerHashes {
  private readonly used = new Set<string>();

  private constructor(private readonly hashes: ReadonlyMap<string, string>) {}

  /** Reads the whole file. @throws FileRejected */
  static async read(file: ImportFile): Promise<FormerHashes> {
    const hashes = new Map<string, string>();
    for await (const record of file.records()) {
      try {
        const row = record.row();
        const id = row.text("alt_id", "_id", "id", "Id");
        if (id !== null) hashes.set(`auth0|${id}`, hashIn(row));
      } catch (error) {
        if (!(error instanceof RowRejected)) throw error;
        const values = { line: String(record.line), file: file.name, reason: error.message };
        throw new FileRejected(text("import.not_hashes", values));
      }
    }
    return new FormerHashes(hashes);
  }

  of(id: string | null): string | null {
    const hash = id === null ? undefined : this.hashes.get(id);
    if (hash === undefined || hash === "") return null;
    this.used.add(id!);
    return hash;
  }

  /** How many belong to no row. */
  get unused(): number {
    return this.hashes.size - this.used.size;
  }
}

/** A hash in an unknown form gives a text that isn't one, so that the row of its account is refused. */
function hashIn(row: SourceRow): string {
  try {
    return auth0Hash(row) ?? "";
  } catch (error) {
    if (error instanceof RowRejected) return "unknown";
    throw error;
  }
}
