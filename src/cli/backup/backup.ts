import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { isEmbedded } from "../../config/addresses.js";
import { PRODUCT_VERSION } from "../../lib/version.js";
import { migrationStatus } from "../../database/migrate.js";
import { driverErrorOf } from "../../database/errors.js";
import { serverOf } from "../../database/knex-config.js";
import { copySqlite } from "../../database/sqlite/sqlite-copy.js";
import { recordActivity } from "../../domain/audit/record.js";
import { readAppKeyCheck } from "../../domain/upkeep/app-key.js";
import { now, toRfc3339 } from "../../lib/clock.js";
import { commandOrigin, type CommandLine } from "../command-line.js";
import { CommandFailed, EXIT } from "../failures.js";
import { openNew, openPlain, writeNew } from "../files/files.js";
import { asOperator, asOwnerOf } from "../files/rights.js";
import { assertComplete, sha256Of, writeManifest, type Manifest } from "./manifest.js";
import { backUpPictures, leftOutLines } from "./pictures.js";
import { addRestore } from "./restore.js";
import { checkDump, dumpServer } from "./server.js";
import { checkSqlite } from "./sqlite.js";

/** `backup <folder>`, `restore <folder>`. */
export function addBackupCommands(program: Command, line: CommandLine): void {
  program
    .command("backup <folder>")
    .description("write database, pictures and logos to a new folder, while the service runs, and check them")
    .action((folder: string) => backUp(line, folder));
  addRestore(program, line);
}

async function backUp(line: CommandLine, folder: string): Promise<void> {
  const { config } = line;
  const { knex } = line.services;
  const { completed } = await migrationStatus(knex);
  const created = await asOwnerOf(folder, () => makeEmpty(folder));
  try {
    const { database, file } = await copyDatabase(line, folder);
    const path = join(folder, file);
    const { tables, sha256 } = await examine(database, path);
    const leftOut = await backUpPictures(config.env.AVATAR_DIR, folder);
    const manifest: Manifest = {
      ...{ format: 1, version: PRODUCT_VERSION, created_at: toRfc3339(now()) },
      ...{ database, file, sha256 },
      ...{ migrations: completed, tables },
      app_key_check: (await readAppKeyCheck(knex)) ?? null,
    };
    await asOwnerOf(folder, () => writeManifest(folder, manifest));
    const isRecorded = await recordBackup(line, folder);
    line.print({ folder, ...manifest, left_out: leftOut, is_recorded: isRecorded }, [
      `Wrote ${folder}: ${database}, ${tables.length} tables, checked.`,
      "It has no APP_KEY. Keep that elsewhere: without it, secrets in the backup can't be read.",
      ...leftOutLines(leftOut),
      ...(isRecorded ? [] : ["It couldn't be recorded in the audit log: run authdock doctor"]),
    ]);
  } catch (error) {
    // half a backup must not be mistaken for one
    await asOwnerOf(folder, () => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
      if (created !== undefined) rmSync(folder, { recursive: true, force: true });
    });
    throw error;
  }
}

/** Checks the copy. @throws CommandFailed */
async function examine(
  database: Manifest["database"],
  path: string,
): Promise<Pick<Manifest, "tables" | "sha256">> {
  const copy = await openPlain(path);
  try {
    const tables = database === "sqlite" ? asOperator(() => checkSqlite(path)) : checkDump(copy, path);
    assertComplete(await tables, path);
    return { tables: await tables, sha256: await sha256Of(copy) };
  } finally {
    await copy.close();
  }
}

/** @returns the first folder that was created, if any. @throws CommandFailed when there are files in it */
function makeEmpty(folder: string): string | undefined {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CommandFailed(`${folder} isn't empty.`, EXIT.usage);
  return mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** A database that can't be written to is a reason for a backup. @returns whether it could be recorded */
async function recordBackup({ services }: CommandLine, folder: string): Promise<boolean> {
  const activity = { event: "backup_created", actorId: null, changes: { folder } } as const;
  return recordActivity(services.knex, activity, commandOrigin()).then(
    () => true,
    () => false,
  );
}

async function copyDatabase(line: CommandLine, folder: string): Promise<Pick<Manifest, "database" | "file">> {
  const { DATABASE_URL } = line.config.env;
  const { knex } = line.services;
  if (isEmbedded(DATABASE_URL)) {
    const file = join(folder, "database.sqlite");
    // SQLite accepts an empty file
    await asOwnerOf(folder, () => writeNew(file, ""));
    await copySqlite(knex, file, (work) => asOwnerOf(folder, work)).catch((error: unknown) => {
      const isFull = driverErrorOf(error).code?.startsWith("SQLITE_FULL") === true;
      throw isFull ? new CommandFailed(`There isn't enough space for a backup in ${folder}.`) : error;
    });
    return { database: "sqlite", file: "database.sqlite" };
  }
  const target = await asOwnerOf(folder, () => openNew(join(folder, "database.sql")));
  await dumpServer(serverOf(DATABASE_URL, knex), target);
  return { database: "mysql", file: "database.sql" };
}
