import { now } from "../../lib/clock.js";
import { ActionForbidden } from "../../lib/failures.js";
import { accountActor } from "../access/account-actor.js";
import type { Actor } from "../access/actor.js";
import type { Services } from "../services.js";
import { fieldNames } from "./field-names.js";
import { ImportFile } from "./import-file.js";
import { ImportFiles } from "./import-files.js";
import { Lease } from "./import-lease.js";
import { checkFile, importFile, lacksPasswords, type FileImport } from "./import-passes.js";
import { ImportReport } from "./import-report.js";
import { recordRun, undoRun, WORKING, type ImportRunRow } from "./import-runs.js";
import type { ImportSummary } from "./import-summary.js";
import { optionsOf, requesterOf, type UploadSummary } from "./stored-import.js";
import type { SourceName } from "./sources/sources.js";

/** Far more than the accounts of the largest upload need; the shortest rows, which are no accounts, would fill the disk. */
const LONGEST_REPORT = 1024 * 1024 * 1024;

/**
 * Checks, imports and undoes what was asked for, one run after the other. A lease makes sure that one process works on a
 * run; another one continues it when that process is gone. Only a machine that has the file works on it.
 * @param signal ends the work after a batch of rows
 */
export async function workOnImports(services: Services, signal?: AbortSignal): Promise<void> {
  const runs = (await services
    .knex("import_runs")
    .whereIn("state", WORKING)
    .where((due) => due.whereNotNull("file_name").orWhere({ state: "undoing" }))
    .where((free) => free.whereNull("lease_until").orWhere("lease_until", "<=", now()))
    .orderBy("id")) as ImportRunRow[];
  for (const run of runs) {
    if (signal?.aborted) return;
    await workOn(services, run, signal);
  }
}

async function workOn(services: Services, run: ImportRunRow, signal: AbortSignal | undefined): Promise<void> {
  const lease = new Lease(services, run, signal);
  const handle = run.state === "undoing" ? null : await new ImportFiles(services).open(run.id);
  try {
    if ((run.state !== "undoing" && handle === null) || !(await lease.take())) return;
    if (run.state === "undoing") await undo(services, run, lease);
    else {
      const { format } = optionsOf(run)!;
      const file = new ImportFile(handle!, run.file_name!, format, Number(run.file_bytes));
      await (run.state === "checking" ? check : carryOut)(services, run, file, lease);
    }
  } catch (error) {
    await lease.fail(error);
  } finally {
    await handle?.close();
  }
}

async function check(services: Services, run: ImportRunRow, file: ImportFile, lease: Lease): Promise<void> {
  const work = await workOf(services, run, file, lease);
  const found = await reported(services, run, (report) => checkFile({ ...work, report }));
  await lease.end("checked", { ...summaryColumns(found, work), checked_at: now() });
}

async function carryOut(
  services: Services,
  run: ImportRunRow,
  file: ImportFile,
  lease: Lease,
): Promise<void> {
  const work = await workOf(services, run, file, lease);
  const done = await reported(services, run, (report) => importFile({ ...work, report }, run.id));
  const columns = { ...summaryColumns(done, work), finished_at: now() };
  await lease.end("finished", columns, (trx) =>
    recordRun(trx, "import_finished", run.id, requesterOf(run)!, done.counts),
  );
}

async function undo(services: Services, run: ImportRunRow, lease: Lease): Promise<void> {
  const { origin } = requesterOf(run)!;
  const actor = await actorOf(services, run, "users.delete");
  const onProgress = () => lease.keep();
  const by = { origin, actorId: actor.id };
  const counts = await undoRun(services.knex, run.id, { ...by, onProgress });
  await lease.end("undone", { undone_at: now() }, (trx) =>
    recordRun(trx, "import_undone", run.id, by, counts ?? {}),
  );
}

async function workOf(
  services: Services,
  run: ImportRunRow,
  file: ImportFile,
  lease: Lease,
): Promise<Omit<FileImport, "report">> {
  const { format: _format, map, ...options } = optionsOf(run)!;
  const actor = await actorOf(services, run, "users.create");
  return {
    ...{ services, file, origin: requesterOf(run)!.origin },
    options: {
      ...{ ...options, actor, source: run.source as SourceName },
      names: fieldNames(map) ?? new Map<string, string>(),
    },
    onProgress: (summary) => lease.keep({ rows_read: summary.rows, bytes_read: file.read }),
  };
}

/** The progress is that of the whole file, also of one that was read in a single batch. */
const summaryColumns = (summary: ImportSummary, { file, options }: Pick<FileImport, "file" | "options">) => ({
  summary: JSON.stringify({
    ...{ ...summary.json(), refused_rows: summary.refused },
    lacks_passwords: lacksPasswords(summary, options),
  } satisfies UploadSummary),
  rows_read: summary.rows,
  bytes_read: file.size,
  reported_at: now(),
});

async function reported<T>(
  services: Services,
  { id }: ImportRunRow,
  work: (report: ImportReport) => Promise<T>,
): Promise<T> {
  const report = new ImportReport(await new ImportFiles(services).create(id, "report"), LONGEST_REPORT);
  return work(report).finally(() => report.close());
}

/** Who asked for the work, with the rights of now. @throws ActionForbidden */
async function actorOf(services: Services, run: ImportRunRow, permission: string): Promise<Actor> {
  const { actorId, isBound } = requesterOf(run)!;
  const bounds = isBound ? { scopes: [], expiresAt: 0 } : undefined;
  const actor = await accountActor(services.authority, services.knex, actorId, bounds);
  if (!actor?.can(permission)) throw new ActionForbidden();
  return actor;
}
