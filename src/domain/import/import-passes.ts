import type { Origin } from "../audit/origin.js";
import { PasswordsMissing } from "./file-rejected.js";
import { UserImport, type ImportOptions, type NumberedRow } from "./import-users.js";
import type { SourceOptions } from "./source.js";
import type { KnownProvider } from "./roles-and-identities.js";
import { personOf, shouldHavePasswords, type SourceName } from "./sources.js";
import type { Services } from "../services.js";
import { text } from "../../texts/translate.js";
import type { ImportFile } from "./import-file.js";
import type { ImportReport } from "./import-report.js";
import { ImportSummary } from "./import-summary.js";

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
  /** Is called after each batch of rows. What it throws ends the work. */
  onProgress?: (summary: ImportSummary) => Promise<void> | void;
}

export interface FileOptions extends ImportOptions, SourceOptions {
  source: SourceName;
  /** Whether a file without any password is meant. */
  withoutPasswords: boolean;
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
  { source, withoutPasswords }: FileOptions,
): boolean => shouldHavePasswords(source) && !withoutPasswords && hasRows && !hasPasswords;

/**
 * Imports a checked file. After an interruption it goes through the file again, and counts what is there already.
 * @param run that was started
 * @throws FileRejected, ValidationFailed, ActionForbidden
 */
export const importFile = (work: FileImport, run: string): Promise<ImportSummary> => readAll(work, run);

/** Reads the whole file once. @param run null for a dry run */
async function readAll(work: FileImport, run: string | null): Promise<ImportSummary> {
  const { services, origin, file, options, report, onProgress } = work;
  const users = await UserImport.open(services, origin, options, run);
  const summary = new ImportSummary(run);
  const providers = (await services.knex("sign_in_providers").select("id", "issuer")) as KnownProvider[];
  for await (const rows of batches(file, { ...options, providers }, summary)) {
    for (const outcome of await users.add(rows)) {
      summary.add(outcome);
      await report?.add(outcome);
    }
    await onProgress?.(summary);
  }
  await users.finish();
  return summary;
}

async function* batches(
  file: ImportFile,
  options: FileOptions,
  summary: ImportSummary,
): AsyncGenerator<NumberedRow[]> {
  let rows: NumberedRow[] = [];
  for await (const { line, row } of file.records()) {
    const person = () => {
      const fields = row();
      summary.addFields(fields);
      const { person: found, unread, unmapped } = personOf(options.source, fields, options);
      summary.addUnread(unread);
      summary.addUnmapped(unmapped);
      return found;
    };
    rows.push({ line, person });
    if (rows.length < BATCH) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}
