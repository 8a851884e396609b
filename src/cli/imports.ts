import { Option, type Command } from "commander";
import { toRfc3339 } from "../lib/clock.js";
import { listRuns, undoRun } from "../domain/import/import-runs.js";
import { UserImport, type ImportOptions, type NumberedRow } from "../domain/import/import-users.js";
import { personOf, shouldHavePasswords, SOURCE_NAMES, type SourceName } from "../domain/import/sources.js";
import { commandOrigin, type CommandLine } from "./command-line.js";
import { CommandFailed, EXIT } from "./failures.js";
import { FORMATS, formatOf, ImportFile, type Format } from "./import-file.js";
import { ImportReport } from "./import-report.js";
import { ImportSummary } from "./import-summary.js";
import { counted, table } from "./tables.js";

/** Rows of one transaction: few enough that others don't wait long. */
const BATCH = 250;

interface Options {
  from: SourceName;
  format?: Format;
  role?: string;
  allowAdministrators?: boolean;
  withoutPasswords?: boolean;
  update?: boolean;
  dryRun?: boolean;
  report?: string;
}

/** `import users <file>`, `import list`, `import undo <run>`. */
export function addImportCommands(program: Command, line: CommandLine): void {
  const imports = program.command("import").description("take over accounts of another application");
  imports
    .command("users <file>")
    .description("import accounts with their password hashes; run it again to continue")
    .addOption(
      new Option("--from <application>", "what made the file").choices(SOURCE_NAMES).makeOptionMandatory(),
    )
    .addOption(new Option("--format <format>", "by default from the name of the file").choices([...FORMATS]))
    .option("--role <role>", "the role of accounts for which the file names none; user by default")
    .option("--allow-administrators", "import accounts for which the file names a role that can administer")
    .option("--without-passwords", "import although no row has a password")
    .option("--update", "complete accounts that an import made and nobody has used or changed")
    .option("--dry-run", "check the file and write nothing")
    .option("--report <file>", "write what happened to each row, with its former and new id, as JSON lines")
    .action((file: string, options: Options) => importUsers(line, file, options));
  imports
    .command("list")
    .description("list the runs, with the accounts that nobody has used or changed since")
    .action(() => printRuns(line));
  imports
    .command("undo <run>")
    .description("delete the accounts of a run that nobody has used or changed since")
    .action((run: string) => undo(line, run));
}

async function importUsers(line: CommandLine, path: string, options: Options): Promise<void> {
  const file = await ImportFile.open(path, options.format ?? formatOf(path));
  const report = await ImportReport.open(options.report);
  try {
    // the whole file first, so that a broken one changes nothing
    const found = await readAll(line, file, options, {
      isDryRun: true,
      report: options.dryRun ? report : undefined,
    });
    found.assertColumns(path);
    if (!options.dryRun) assertPasswords(found, options);
    const done = options.dryRun ? found : await readAll(line, file, options, { isDryRun: false, report });
    if (done.counts.refused > 0) line.exitCode = EXIT.failed;
    line.print(done.json(), [
      ...done.lines(),
      ...(options.dryRun && lacksPasswords(found, options)
        ? ["No row has a password: the import would need --without-passwords"]
        : []),
    ]);
  } finally {
    await file.close();
    await report.close();
  }
}

const lacksPasswords = (found: ImportSummary, { from, withoutPasswords }: Options): boolean =>
  shouldHavePasswords(from) && !withoutPasswords && found.hasRows && !found.hasPasswords;

function assertPasswords(found: ImportSummary, options: Options): void {
  if (!lacksPasswords(found, options)) return;
  throw new CommandFailed(
    `No row has a password: is it a file of ${options.from}? It has the fields ${found.fields}. --without-passwords imports it.`,
  );
}

/** Reads the whole file once. */
async function readAll(
  line: CommandLine,
  file: ImportFile,
  { from, role, allowAdministrators = false, update: updates = false }: Options,
  { isDryRun, report }: { isDryRun: boolean; report: ImportReport | undefined },
): Promise<ImportSummary> {
  const options: ImportOptions = {
    ...{ source: from, allowAdministrators, updates, isDryRun },
    ...(role !== undefined && { role }),
  };
  const users = await UserImport.open(line.services, commandOrigin(), options);
  const summary = new ImportSummary(users.run);
  for await (const rows of batches(file, from, summary)) {
    for (const outcome of await users.add(rows)) {
      summary.add(outcome);
      await report?.add(outcome);
    }
    line.terminal.progress?.(bar(file, summary, isDryRun ? "checked" : "imported"));
  }
  await users.finish();
  line.terminal.progress?.("");
  return summary;
}

async function* batches(
  file: ImportFile,
  source: SourceName,
  summary: ImportSummary,
): AsyncGenerator<NumberedRow[]> {
  let rows: NumberedRow[] = [];
  for await (const { line, row } of file.records()) {
    const person = () => {
      const fields = row();
      summary.addFields(fields);
      const { person: found, unread } = personOf(source, fields);
      summary.addUnread(unread);
      return found;
    };
    rows.push({ line, person });
    if (rows.length < BATCH) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

const WIDTH = 30;

function bar({ read, size }: ImportFile, { rows, counts }: ImportSummary, what: string): string {
  const share = size === 0 ? 1 : Math.min(1, read / size);
  const filled = Math.round(share * WIDTH);
  const marks = `${"#".repeat(filled)}${"-".repeat(WIDTH - filled)}`;
  return `[${marks}] ${Math.floor(share * 100)} %  ${rows} rows ${what}, ${counts.refused} refused`;
}

async function printRuns(line: CommandLine): Promise<void> {
  const runs = await listRuns(line.services.knex);
  const values = runs.map((run) => ({
    id: run.id,
    from: run.source,
    started: toRfc3339(run.created_at),
    finished: toRfc3339(run.finished_at),
    undone: toRfc3339(run.undone_at),
    accounts: run.accounts,
    untouched: run.untouched,
  }));
  const headings = ["id", "from", "started", "finished", "undone", "accounts", "untouched"];
  line.print(
    { items: values },
    table(
      headings,
      values.map((run) => Object.values(run)),
    ),
  );
}

async function undo(line: CommandLine, run: string): Promise<void> {
  const result = await undoRun(line.services.knex, run, commandOrigin());
  if (result === null) throw new CommandFailed(`There is no import ${run}; see \`authdock import list\`.`);
  const { deleted, kept } = result;
  line.print(result, [`Deleted ${counted(deleted, "account")}, kept ${kept} that were used or changed`]);
}
