import { Option, type Command } from "commander";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import { toRfc3339 } from "../lib/clock.js";
import { endRun, listRuns, startRun, undoRun } from "../domain/import/import-runs.js";
import { UNSUPPORTED, type Unsupported } from "../domain/import/account-rules.js";
import { PasswordsMissing } from "../domain/import/file-rejected.js";
import { SOURCE_NAMES, type SourceName } from "../domain/import/sources/sources.js";
import { commandOrigin, type CommandLine } from "./command-line.js";
import { CommandFailed, EXIT } from "./failures.js";
import { openToRead, openToWrite } from "./files/files.js";
import { askedCheck, readingOptions, withImportFile, type ReadingOptions } from "./import-options.js";
import { FORMATS, type Format, type ImportFile } from "../domain/import/import-file.js";
import { bar, linesOf } from "./import-lines.js";
import {
  assertPasswords,
  checkFile,
  importFile,
  lacksPasswords,
  type FileImport,
  type FileOptions,
} from "../domain/import/import-passes.js";
import { relyingPartyOf } from "../domain/passkeys/relying-party.js";
import { ImportReport } from "../domain/import/import-report.js";
import type { ImportSummary } from "../domain/import/import-summary.js";
import { counted, table } from "./tables.js";

interface Options extends ReadingOptions {
  from: SourceName;
  check?: string;
  format?: Format;
  role?: string;
  allowAdministrators?: boolean;
  withoutPasswords?: boolean;
  update?: boolean;
  dryRun?: boolean;
  report?: string;
  secretFile?: string;
  roles?: string;
  issuers?: string;
  keepIds?: boolean;
  withoutPasskeys?: boolean;
  unsupported: Unsupported;
  invite?: boolean;
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
    .option("--roles <file>", "their roles and those here: CSV without a heading, or a JSON object")
    .option("--keep-ids", "keep ids that are UUIDs; others become the external id")
    .option("--issuers <file>", "their names of sign-in providers and the issuers of these, likewise")
    .option("--allow-administrators", "import accounts for which the file names a role that can administer")
    .option("--without-passwords", "import although no row has a password")
    .option("--without-passkeys", "leave passkeys out, because this service has another domain")
    .addOption(
      new Option("--unsupported <action>", "what to do with accounts whose password hash can't be verified")
        .choices([...UNSUPPORTED])
        .default("reject" satisfies Unsupported),
    )
    .option("--invite", "invite the owners of new accounts without a password to choose one")
    .option("--secret-file <file>", "the keys under which Laravel or better-auth encrypts second factors")
    .option("--update", "complete accounts that an import made and nobody has used or changed")
    .option("--map <fields>", "fields under other names, as email=mail,first_name=profile.first")
    .option("--hash-key-file <file>", "the secret of the hashes: of a Firebase project, a pepper, a salt")
    .option("--hashes <file>", "the hashes that Auth0 hands out in a file of their own")
    .option(
      "--check <email>",
      "ask for the known password of an account, and write nothing if it is another one",
    )
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
  await withImportFile(path, options.format, async (file) => {
    // opened before the first row, so that an import with a wrong path changes nothing
    const report =
      options.report === undefined ? undefined : new ImportReport(await openToWrite(options.report));
    await importOpened(line, file, options, report).finally(() => report?.close());
  });
}

/** The text of a file, which can be a pipe. @throws CommandFailed */
async function textIn(path: string): Promise<string> {
  const file = await openToRead(path).catch(() => {
    throw new CommandFailed(`${path} can't be read.`, EXIT.usage);
  });
  return file.readFile("utf8").finally(() => file.close());
}

const PAIRS = z.record(z.string(), z.string().nullable());

/** Name → name, in a JSON object or in two columns; null for an empty one. @throws CommandFailed */
async function mappingIn(path: string): Promise<Map<string, string | null>> {
  const text = await textIn(path);
  try {
    if (text.trimStart().startsWith("{")) return new Map(Object.entries(PAIRS.parse(JSON.parse(text))));
    const rows = parse(text, { bom: true, trim: true, skip_empty_lines: true });
    return new Map(rows.map(([from = "", to = ""]) => [from, to === "" ? null : to]));
  } catch {
    throw new CommandFailed(
      `${path} is neither CSV with two columns nor a JSON object of texts.`,
      EXIT.usage,
    );
  }
}

const withValues = (mapping: ReadonlyMap<string, string | null>): Map<string, string> =>
  new Map([...mapping].filter((pair): pair is [string, string] => pair[1] !== null));

async function linesIn(path: string): Promise<string[]> {
  return (await textIn(path))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

async function importOpened(
  line: CommandLine,
  file: ImportFile,
  given: Options,
  report: ImportReport | undefined,
): Promise<void> {
  const { services, origin, actor } = await line.operator();
  const { from, role, dryRun, update, allowAdministrators, withoutPasswords } = given;
  const { secretFile, roles, issuers, keepIds, withoutPasskeys, unsupported, invite } = given;
  const reading = await readingOptions(from, given);
  const check = await askedCheck(line, given.check);
  const options: FileOptions = {
    ...reading,
    ...{ source: from, actor },
    ...(role !== undefined && { role }),
    ...{ updates: update ?? false, allowAdministrators: allowAdministrators ?? false },
    withoutPasswords: withoutPasswords ?? false,
    ...(roles !== undefined && { roles: await mappingIn(roles) }),
    ...(issuers !== undefined && { issuers: withValues(await mappingIn(issuers)) }),
    ...{ keepIds: keepIds ?? false, withoutPasskeys: withoutPasskeys ?? false },
    ...{ unsupported, invites: invite ?? false },
    secrets: secretFile === undefined ? [] : await linesIn(secretFile),
  };
  const progress = (what: string) => (summary: ImportSummary) =>
    line.terminal.progress?.(bar(file.share, summary, what));
  const work = { services, origin, file, options };
  const found = await checkFile({
    ...{ ...work, check },
    report: dryRun ? report : undefined,
    onProgress: progress("checked"),
  });
  if (!dryRun) assertWithPasswords(found, options);
  await check?.assert(services.passwords, reading.hashKey?.secret ?? null);
  const imported = { ...work, report, onProgress: progress("imported") };
  const done = dryRun ? found : await importedIn(imported, from);
  line.terminal.progress?.("");
  if (done.counts.refused > 0) line.exitCode = EXIT.failed;
  line.print(done.json(), [
    ...linesOf(done, relyingPartyOf(services.config.env).id),
    ...(dryRun && lacksPasswords(found, options)
      ? ["No row has a password: the import would need --without-passwords"]
      : []),
    ...unusedHashes(options),
  ]);
}

async function importedIn(work: FileImport, source: string): Promise<ImportSummary> {
  const { knex } = work.services;
  const by = { origin: work.origin, actorId: null };
  const run = await startRun(knex, source, by);
  const done = await importFile(work, run);
  await endRun(knex, run, "finished", by, done.counts);
  return done;
}

const unusedHashes = ({ hashes }: FileOptions): string[] =>
  hashes && hashes.unused > 0 ? [`Hashes that belong to no row: ${hashes.unused}`] : [];

function assertWithPasswords(summary: ImportSummary, options: FileOptions): void {
  try {
    assertPasswords(summary, options);
  } catch (error) {
    if (!(error instanceof PasswordsMissing)) throw error;
    throw new CommandFailed(`${error.message} --without-passwords imports it.`);
  }
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
  const by = { origin: commandOrigin(), actorId: null };
  const result = await undoRun(line.services.knex, run, by);
  if (result === null) throw new CommandFailed(`There is no import ${run}; see \`authdock import list\`.`);
  await endRun(line.services.knex, run, "undone", by, result);
  const { deleted, kept } = result;
  line.print(result, [`Deleted ${counted(deleted, "account")}, kept ${kept} that were used or changed`]);
}
