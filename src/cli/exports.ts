import { pipeline } from "node:stream/promises";
import { Option, type Command } from "commander";
import { csv } from "../lib/text/csv.js";
import { EXPORT_COLUMNS, exportUsers, type ExportedUser } from "../domain/users/user-export.js";
import { FORMATS, type Format } from "../domain/import/import-file.js";
import type { CommandLine } from "./command-line.js";
import { openToWrite } from "./files/files.js";
import { counted } from "./tables.js";
import { filtersOf, type FilterOptions } from "./users/users.js";

interface ExportOptions extends FilterOptions {
  format: Format;
}

/** `export users <file>`. */
export function addExportCommands(program: Command, line: CommandLine): void {
  program
    .command("export")
    .description("write accounts to a file")
    .command("users <file>")
    .description("write accounts, oldest first, without passwords; `import users --from authdock` reads them")
    .addOption(new Option("--format <format>", "the format").choices([...FORMATS]).default("csv"))
    .option("--search <words>", "in name, email and id")
    .option("--status <status>", "with this status")
    .option("--role <role>", "with this role")
    .option("--created-from <date>", "created on this day (UTC) or later, as YYYY-MM-DD")
    .option("--created-to <date>", "created on this day (UTC) or earlier")
    .action((file: string, options: ExportOptions) => writeUsers(line, file, options));
}

async function writeUsers(
  line: CommandLine,
  file: string,
  { format, ...filters }: ExportOptions,
): Promise<void> {
  const operator = await line.operator();
  const recordedFilters = Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const users = await exportUsers(operator, {
    filters: filtersOf(filters),
    sort: "created_at",
    recordedFilters,
  });
  let rows = 0;
  const batches = async function* (): AsyncGenerator<ExportedUser[]> {
    for await (const batch of users) {
      rows += batch.length;
      yield batch;
    }
  };
  const content = format === "csv" ? csv(EXPORT_COLUMNS, batches()) : jsonLines(batches());
  const target = await openToWrite(file);
  await pipeline(content, target.createWriteStream());
  line.print({ file, rows }, [`Wrote ${counted(rows, "account")} to ${file}`]);
}

async function* jsonLines(batches: AsyncIterable<ExportedUser[]>): AsyncGenerator<string> {
  for await (const users of batches) yield users.map((user) => `${JSON.stringify(cellsOf(user))}\n`).join("");
}

const cellsOf = (user: ExportedUser): object =>
  Object.fromEntries(Object.entries(EXPORT_COLUMNS).map(([name, cellOf]) => [name, cellOf(user)]));
