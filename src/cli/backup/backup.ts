import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { isEmbedded } from "../../config/addresses.js";
import { PRODUCT_VERSION } from "../../lib/version.js";
import { migrationStatus } from "../../database/migrate.js";
import { driverErrorOf } from "../../database/errors.js";
import { serverOf } from "../../database/knex-config.js";
import { copySqlite } from "../../database/sqlite-copy.js";
import { recordActivity } from "../../domain/audit/record.js";
import { readAppKeyCheck } from "../../domain/upkeep/app-key.js";
import { now, toRfc3339 } from "../../lib/clock.js";
import { commandOrigin, type CommandLine } from "../command-line.js";
import { CommandFailed, EXIT } from "../failures.js";
import { assertComplete, PICTURES, sha256OfFile, writeManifest, type Manifest } from "./manifest.js";
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
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CommandFailed(`${folder} isn't empty.`, EXIT.usage);
  const { completed } = await migrationStatus(line.services.knex);
  const created = mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    const { database, file } = await copyDatabase(line, folder);
    const path = join(folder, file);
    const tables = await (database === "sqlite" ? checkSqlite(path) : checkDump(path));
    assertComplete(tables, path);
    copyPictures(line, folder);
    const manifest: Manifest = {
      ...{ format: 1, version: PRODUCT_VERSION, created_at: toRfc3339(now()) },
      ...{ database, file, sha256: await sha256OfFile(path) },
      ...{ migrations: completed, tables },
      app_key_check: (await readAppKeyCheck(line.services.knex)) ?? null,
    };
    writeManifest(folder, manifest);
    const isRecorded = await recordBackup(line, folder);
    line.print({ folder, ...manifest, is_recorded: isRecorded }, [
      `Wrote ${folder}: ${database}, ${tables.length} tables, checked.`,
      "It has no APP_KEY. Keep that elsewhere: without it, secrets in the backup can't be read.",
      ...(isRecorded ? [] : ["It couldn't be recorded in the audit log: run authdock doctor"]),
    ]);
  } catch (error) {
    // half a backup must not be mistaken for one
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
    if (created !== undefined) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
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
  if (isEmbedded(DATABASE_URL)) {
    const file = join(folder, "database.sqlite");
    await copySqlite(line.services.knex, file).catch((error: unknown) => {
      const isFull = driverErrorOf(error).code?.startsWith("SQLITE_FULL") === true;
      throw isFull ? new CommandFailed(`There isn't enough space for a backup in ${folder}.`) : error;
    });
    chmodSync(file, 0o600);
    return { database: "sqlite", file: "database.sqlite" };
  }
  await dumpServer(serverOf(DATABASE_URL, line.services.knex), join(folder, "database.sql"));
  return { database: "mysql", file: "database.sql" };
}

function copyPictures(line: CommandLine, folder: string): void {
  const { AVATAR_DIR } = line.config.env;
  if (existsSync(AVATAR_DIR)) cpSync(AVATAR_DIR, join(folder, PICTURES), { recursive: true });
}
