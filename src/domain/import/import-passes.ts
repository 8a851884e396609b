import type { Origin } from "../audit/origin.js";
import { relyingPartyOf } from "../passkeys/relying-party.js";
import { storeKey } from "../passwords/import-keys.js";
import { PasswordsMissing } from "./file-rejected.js";
import type { FormerHashes } from "./sources/former-hashes.js";
import type { HashKey } from "./sources/hash-key.js";
import { UserImport, type ImportOptions, type NumberedRow } from "./import-users.js";
import type { SourceOptions } from "./sources/source.js";
import type { KnownProvider } from "./sources/roles-and-identities.js";
import { personOf, rowOf, shouldHavePasswords, type Reading, type SourceName } from "./sources/sources.js";
import { RowRejected, type SourceRow } from "./sources/source-row.js";
import type { Services } from "../services.js";
import { text } from "../../texts/translate.js";
import type { FileRecord, ImportFile } from "./import-file.js";
import type { ImportReport } from "./import-report.js";
import { ImportSummary, RECORDS } from "./import-summary.js";
import type { PasswordCheck } from "./password-check.js";

/** Rows of one transaction: few enough that others don't wait long. */
const BATCH = 250;

/** An import of a file: what is wanted, and who watches. */
export interface FileImport {
  services: Services;
  origin: Origin;
  file: ImportFile;
  options: FileOptions;
  /** Gets what happened to each row. */
  report?: ImportReport | undefined;
  /** Looks for the account of a known password. */
  check?: PasswordCheck | undefined;
  /** Is called after each batch of rows. What it throws ends the work. */
  onProgress?: (summary: ImportSummary) => Promise<void> | void;
}

export interface FileOptions extends ImportOptions, SourceOptions {
  source: SourceName;
  /** Whether a file without any password is meant. */
  withoutPasswords: boolean;
  /** The name of a field here → its name in the file. */
  names?: ReadonlyMap<string, string>;
  /** The secret that the hashes need. */
  hashKey?: HashKey;
  /** The hashes of a file of their own. */
  hashes?: FormerHashes;
}

/**
 * Reads the whole file and writes nothing. Comes before `importFile`, so that a broken file changes nothing.
 * @throws FileRejected; ValidationFailed on `role`; ActionForbidden
 */
export async function checkFile(work: FileImport): Promise<ImportSummary> {
  const summary = await readAll(work, null);
  summary.assertColumns(work.file.name);
  return summary;
}

/** @throws PasswordsMissing when the checked file should have passwords and has none */
export function assertPasswords(summary: ImportSummary, options: FileOptions): void {
  if (!lacksPasswords(summary, options)) return;
  const values = { source: options.source, fields: summary.fields };
  throw new PasswordsMissing(text("import.no_passwords", values));
}

export const lacksPasswords = (
  { hasRows, hasPasswords }: ImportSummary,
  { source, withoutPasswords, hashes }: FileOptions,
): boolean =>
  (shouldHavePasswords(source) || hashes !== undefined) && !withoutPasswords && hasRows && !hasPasswords;

/**
 * Imports a checked file; the caller ends the run. After an interruption it goes through the file again, and counts what is there already.
 * @param run that was started
 * @throws FileRejected, ValidationFailed, ActionForbidden
 */
export const importFile = (work: FileImport, run: string): Promise<ImportSummary> => readAll(work, run);

/** Reads the whole file once. @param run null for a dry run */
async function readAll(work: FileImport, run: string | null): Promise<ImportSummary> {
  const { services, origin, file, options, report, check, onProgress } = work;
  const users = await UserImport.open(services, origin, options, run);
  const summary = new ImportSummary(run);
  for await (const rows of batches(file, await readingOf(work, run), summary, check)) {
    for (const outcome of await users.add(rows)) {
      summary.add(outcome);
      await report?.add(outcome);
    }
    await onProgress?.(summary);
  }
  await users.finish();
  return summary;
}

/** An id of the form of those of the table, for a run that writes nothing. */
const NO_KEY_ID = "00000000";

async function readingOf({ services, options }: FileImport, run: string | null): Promise<Reading> {
  const { hashKey } = options;
  const providers = (await services.knex("sign_in_providers").select("id", "issuer")) as KnownProvider[];
  const id = !hashKey || run === null ? NO_KEY_ID : await storeKey(services, hashKey.scheme, hashKey.secret);
  const domain = relyingPartyOf(services.config.env).id;
  return { ...options, providers, domain, key: hashKey ? { ...hashKey, id } : null };
}

async function* batches(
  file: ImportFile,
  reading: Reading,
  summary: ImportSummary,
  check: PasswordCheck | undefined,
): AsyncGenerator<NumberedRow[]> {
  let rows: NumberedRow[] = [];
  for await (const record of file.records()) {
    const row = rowOrReason(record, reading, summary);
    if (row === null) continue;
    const person = () => {
      if (row instanceof RowRejected) throw row;
      summary.addFields(row);
      const { person: found, unread, unmapped } = personOf(reading, row, file.passkeyDomain);
      summary.addUnread(unread);
      summary.addUnmapped(unmapped);
      check?.see(found);
      return found;
    };
    rows.push({ line: record.line, person });
    if (rows.length < BATCH) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** The row of an account, or why it can't be read; null for a record that isn't an account, which is counted. */
function rowOrReason(
  record: FileRecord,
  reading: Reading,
  summary: ImportSummary,
): SourceRow | RowRejected | null {
  try {
    const fields = record.row();
    const row = rowOf(reading, fields);
    if (row === null) summary.addUnread([`${RECORDS}${fields.text("model") ?? ""}`]);
    return row;
  } catch (error) {
    if (error instanceof RowRejected) return error;
    throw error;
  }
}
