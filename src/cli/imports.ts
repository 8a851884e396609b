import type { WriteStream } from "node:fs";
import { once } from "node:events";
import { Option, type Command } from "commander";
import { UserImport, type NumberedRow, type RowOutcome } from "../domain/import/import-users.js";
import { personOf, SOURCE_NAMES, type SourceName } from "../domain/import/sources.js";
import { commandOrigin, type CommandLine } from "./command-line.js";
import { EXIT } from "./failures.js";
import { openToWrite } from "./files/files.js";
import { FORMATS, formatOf, ImportFile, type Format } from "./import-file.js";
import { printable } from "./tables.js";

/** Rows of one transaction: few enough that others don't wait long. */
const BATCH = 250;
/** The rejected rows that are shown; the report has all. */
const SHOWN = 20;

interface ImportOptions {
  from: SourceName;
  format?: Format;
  role?: string;
  allowAdministrators?: true;
  dryRun?: true;
  report?: string;
}

/** `import users <file>`. */
export function addImportCommands(program: Command, line: CommandLine): void {
  program
    .command("import")
    .description("take over accounts of another application")
    .command("users <file>")
    .description("import accounts with their password hashes; run it again to continue")
    .addOption(
      new Option("--from <application>", "what made the file").choices(SOURCE_NAMES).makeOptionMandatory(),
    )
    .addOption(new Option("--format <format>", "by default from the name of the file").choices([...FORMATS]))
    .option("--role <role>", "the role of accounts for which the file names none; user by default")
    .option("--allow-administrators", "import accounts for which the file names a role that can administer")
    .option("--dry-run", "check the file and write nothing")
    .option("--report <file>", "write what happened to rows that weren't imported, as JSON lines")
    .action((file: string, options: ImportOptions) => importUsers(line, file, options));
}

type Counts = Record<RowOutcome["outcome"], number>;

async function importUsers(line: CommandLine, path: string, options: ImportOptions): Promise<void> {
  const file = await ImportFile.open(path, options.format ?? formatOf(path));
  try {
    await importFrom(line, file, options);
  } finally {
    await file.close();
  }
}

async function importFrom(line: CommandLine, file: ImportFile, options: ImportOptions): Promise<void> {
  const { from, role, dryRun: isDryRun = false, allowAdministrators = false } = options;
  const given = { isDryRun, allowAdministrators, source: from, ...(role !== undefined && { role }) };
  const users = await UserImport.open(line.services, commandOrigin(), given);
  const report = await Report.open(options.report);
  const counts: Counts = { created: 0, exists: 0, refused: 0 };
  for await (const rows of batches(file, from)) {
    for (const outcome of await users.add(rows)) {
      counts[outcome.outcome]++;
      if (outcome.outcome !== "created") await report.add(outcome);
    }
    line.terminal.progress?.(bar(file, counts));
  }
  await users.finish();
  await report.close();
  line.terminal.progress?.("");
  if (counts.refused > 0) line.exitCode = EXIT.failed;
  line.print({ ...counts, dry_run: isDryRun, refused_rows: report.shown }, [
    ...report.shown.map((row) => `Line ${row.line}: ${printable(`${row.reason} ${row.email ?? ""}`.trim())}`),
    ...(counts.refused > SHOWN
      ? [`… and ${counts.refused - SHOWN} more; --report writes all of them to a file`]
      : []),
    `${isDryRun ? "Would be created" : "Created"} ${counts.created}, already there ${counts.exists}, refused ${counts.refused}`,
  ]);
}

async function* batches(file: ImportFile, source: SourceName): AsyncGenerator<NumberedRow[]> {
  let rows: NumberedRow[] = [];
  for await (const { line, row } of file.records()) {
    rows.push({ line, person: () => personOf(source, row()) });
    if (rows.length < BATCH) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

const WIDTH = 30;

function bar({ read, size }: ImportFile, counts: Counts): string {
  const share = size === 0 ? 1 : Math.min(1, read / size);
  const filled = Math.round(share * WIDTH);
  const marks = `${"#".repeat(filled)}${"-".repeat(WIDTH - filled)}`;
  const rows = counts.created + counts.exists + counts.refused;
  return `[${marks}] ${Math.floor(share * 100)} %  ${rows} rows, ${counts.refused} refused`;
}

/** The rows that weren't imported, in a file that only its owner can read. */
class Report {
  /** The first rejected rows. */
  readonly shown: RowOutcome[] = [];

  private constructor(private readonly stream: WriteStream | null) {}

  /** Opens the file before the first row, so that an import with a wrong path changes nothing. */
  static async open(path: string | undefined): Promise<Report> {
    return new Report(path === undefined ? null : (await openToWrite(path)).createWriteStream());
  }

  async add(row: RowOutcome): Promise<void> {
    if (row.outcome === "refused" && this.shown.length < SHOWN) this.shown.push(row);
    if (this.stream?.write(`${JSON.stringify(row)}\n`) === false) await once(this.stream, "drain");
  }

  async close(): Promise<void> {
    if (this.stream === null) return;
    this.stream.end();
    await once(this.stream, "close");
  }
}
