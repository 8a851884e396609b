import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import type { Knex } from "knex";
import type { Server } from "../../database/knex-config.js";
import { CommandFailed } from "../failures.js";
import { writeNew } from "../files/files.js";
import { startProgram } from "../files/rights.js";
import { FROM_START } from "./manifest.js";

/** The tools of MariaDB, and those of MySQL, which take the same options. */
const DUMP = ["mariadb-dump", "mysqldump"];
const CLIENT = ["mariadb", "mysql"];

/** Of one moment, without locks; binary columns as digits, so that the file is text. */
const DUMP_OPTIONS = [
  "--single-transaction",
  "--quick",
  "--hex-blob",
  "--no-tablespaces",
  "--skip-lock-tables",
];

/** Writes the database as SQL, and closes the file. @throws CommandFailed */
export async function dumpServer(server: Server, target: FileHandle): Promise<void> {
  await withTool(DUMP, server, [...DUMP_OPTIONS], async (child) => {
    await pipeline(child.stdout, target.createWriteStream({ flush: true }));
  }).finally(() => target.close().catch(() => undefined));
}

/** The tables in the file at this path. @throws CommandFailed when the tool was interrupted */
export async function checkDump(file: FileHandle, path: string): Promise<string[]> {
  const tables: string[] = [];
  let last = "";
  const input = file.createReadStream(FROM_START);
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    const [, table] = /^CREATE TABLE `([^`]+)`/.exec(line) ?? [];
    if (table !== undefined) tables.push(table);
    if (line !== "") last = line;
  }
  if (!last.startsWith("-- Dump completed")) throw new CommandFailed(`${path} is incomplete.`);
  return tables.sort();
}

/** Connects as `loadDump` will. @throws CommandFailed when the tool is missing or can't sign in */
export async function checkClient(server: Server): Promise<void> {
  await withTool(CLIENT, server, ["--execute=select 1"], () => Promise.resolve());
}

/** Runs the statements of the file. @throws CommandFailed */
export async function loadDump(server: Server, file: FileHandle): Promise<void> {
  await withTool(CLIENT, server, ["--binary-mode"], async (child) => {
    await pipeline(file.createReadStream(FROM_START), child.stdin);
  });
}

export async function dropTables(database: Knex): Promise<void> {
  // MySQL names the columns in capital letters
  const tables = (await database("information_schema.tables")
    .whereRaw("table_schema = database() and table_type = 'BASE TABLE'")
    .select({ name: "table_name" })) as { name: string }[];
  await database.transaction(async (trx) => {
    await trx.raw("set foreign_key_checks = 0");
    for (const { name } of tables) await trx.raw("drop table ??", [name]);
    await trx.raw("set foreign_key_checks = 1");
  });
}

type Child = ReturnType<typeof startProgram>;

/** The password is in a file that only this account can read, because arguments show in the list of processes. */
async function withTool(
  names: readonly string[],
  { database, settings }: Server,
  options: readonly string[],
  work: (child: Child) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "authdock-"));
  try {
    const file = join(folder, "client.cnf");
    await writeNew(file, `[client]\n${settings}`);
    const parameters = [
      `--defaults-extra-file=${file}`,
      "--default-character-set=utf8mb4",
      ...options,
      database,
    ];
    await run(names, parameters, work);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(
  [name, ...others]: readonly string[],
  parameters: readonly string[],
  work: (child: Child) => Promise<void>,
): Promise<void> {
  const child = startProgram(name!, parameters);
  const started = once(child, "spawn").then(
    () => true,
    () => false,
  );
  if (!(await started)) {
    if (others.length > 0) return run(others, parameters, work);
    throw new CommandFailed(`Neither mariadb-dump and mariadb nor the tools of MySQL are installed.`);
  }
  const exited = once(child, "close") as Promise<[number | null]>;
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  // when the tool ends early, its exit code says more than the broken pipe
  const worked = await work(child).catch((error: unknown) => error);
  child.stdin.end();
  const [code] = await exited;
  if (code !== 0) throw new CommandFailed(`${name} failed: ${errors.trim() || `exit code ${code}`}`);
  if (worked instanceof Error) throw worked;
}
