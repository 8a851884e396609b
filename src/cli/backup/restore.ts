import type { FileHandle } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import knex, { type Knex } from "knex";
import { isEmbedded, sqliteFile } from "../../config/addresses.js";
import type { Environment } from "../../config/env.js";
import { knexConfig, serverOf } from "../../database/knex-config.js";
import { FORMER_MIGRATIONS } from "../../database/former-migrations.js";
import { migrationStatus } from "../../database/migrate.js";
import { recordActivity } from "../../domain/audit/record.js";
import { assertOpens, verifyAppKey } from "../../domain/upkeep/app-key.js";
import { Encryption } from "../../lib/encryption.js";
import { now } from "../../lib/clock.js";
import { commandOrigin, type CommandLine } from "../command-line.js";
import { CommandFailed, EXIT } from "../failures.js";
import { openNew } from "../files/files.js";
import { asOperator, asOwnerOf } from "../files/rights.js";
import { counted } from "../tables.js";
import { assertComplete, openBackup, type Manifest } from "./manifest.js";
import { assertNotOpen } from "./open-database.js";
import { leftOutLines, restorePictures } from "./pictures.js";
import { checkClient, checkDump, dropTables, dumpServer, loadDump } from "./server.js";
import { checkSqlite, replaceSqlite } from "./sqlite.js";

/** `restore <folder>`. It uses connections of its own, because it replaces what the services have open. */
export function addRestore(program: Command, line: CommandLine): void {
  program
    .command("restore <folder>")
    .description("replace the database with a backup and add its pictures; stop the service first")
    .option("--force", "replace a database that has accounts")
    .action((folder: string, { force = false }: { force?: boolean }) => restore(line, folder, force));
}

async function restore(line: CommandLine, folder: string, isForced: boolean): Promise<void> {
  const { env } = line.config;
  const { manifest, database } = await openBackup(folder);
  try {
    const file = sqliteFile(env.DATABASE_URL);
    if (file !== null) await assertNotOpen(file);
    await assertFits(env, manifest, database, join(folder, manifest.file));
    const encryption = new Encryption(env.APP_KEY, env.APP_PREVIOUS_KEYS);
    if (typeof manifest.app_key_check === "string") assertOpens(encryption, manifest.app_key_check);
    const accounts = await withDatabase(env, countAccounts);
    if (accounts > 0 && !isForced)
      throw new CommandFailed(`The database has ${counted(accounts, "account")}. Use --force to replace it.`);
    const kept = await (manifest.database === "mysql"
      ? replaceServer(env, database, accounts > 0 ? `${resolve(folder)}.before-${now()}.sql` : null)
      : replaceFile(env, database));
    const leftOut = await restorePictures(folder, env.AVATAR_DIR);
    const pending = await recordRestore(env, encryption, { folder, created_at: manifest.created_at });
    const { created_at } = manifest;
    line.print(
      { restored: folder, created_at, former_file: kept, left_out: leftOut, pending_migrations: pending },
      [
        `Restored the backup of ${created_at}.`,
        ...(kept === null ? [] : [`The former database is ${kept}.`]),
        ...leftOutLines(leftOut),
        ...(pending === 0 ? [] : [`The backup is from an earlier version. Run: authdock migrate`]),
      ],
    );
  } finally {
    await database.close();
  }
}

/** @returns the number of pending migrations, with which it can't be recorded */
const recordRestore = (env: Environment, encryption: Encryption, changes: object): Promise<number> =>
  withDatabase(env, async (database) => {
    await verifyAppKey(database, encryption);
    const { length } = (await migrationStatus(database)).pending;
    const activity = { event: "backup_restored", actorId: null, changes } as const;
    if (length === 0) await recordActivity(database, activity, commandOrigin());
    return length;
  });

/** @throws CommandFailed when the backup is for another kind of database, damaged, or of a later version */
async function assertFits(
  env: Environment,
  manifest: Manifest,
  copy: FileHandle,
  path: string,
): Promise<void> {
  const { database, migrations, version } = manifest;
  if (isEmbedded(env.DATABASE_URL) !== (database === "sqlite"))
    throw new CommandFailed(`The backup is of ${database}, and DATABASE_URL isn't.`, EXIT.usage);
  const tables = database === "sqlite" ? asOperator(() => checkSqlite(path)) : checkDump(copy, path);
  assertComplete(await tables, path);
  const known = await withDatabase(env, async (target) => {
    const { completed, pending } = await migrationStatus(target);
    return new Set([...FORMER_MIGRATIONS, ...completed, ...pending]); // `migrate` carries the former ones over
  });
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new CommandFailed(
      `The backup is of version ${version}, which is later. Unknown: ${unknown.join(", ")}`,
    );
}

/** @returns the name of the former file; null if there was none */
function replaceFile({ DATABASE_URL }: Environment, copy: FileHandle): Promise<string | null> {
  const file = DATABASE_URL.slice("sqlite:".length);
  return replaceSqlite(copy, file, `${file}.before-${now()}`);
}

/**
 * Drops tables only when the tools that load others work and the former ones are in a file.
 * @param keptAs null when there is nothing to keep
 */
const replaceServer = (env: Environment, copy: FileHandle, keptAs: string | null): Promise<string | null> =>
  withDatabase(env, async (database) => {
    await database.raw("select 1"); // joins a node that answers
    const server = serverOf(env.DATABASE_URL, database);
    await checkClient(server);
    if (keptAs !== null) await dumpServer(server, await asOwnerOf(keptAs, () => openNew(keptAs)));
    await dropTables(database);
    await loadDump(server, copy);
    return keptAs;
  });

async function countAccounts(database: Knex): Promise<number> {
  if (!(await database.schema.hasTable("users"))) return 0;
  const [row] = (await database("users").count({ count: "*" })) as { count: number }[];
  return Number(row!.count);
}

async function withDatabase<T>(
  { DATABASE_URL }: Environment,
  work: (database: Knex) => Promise<T>,
): Promise<T> {
  const database = knex(knexConfig(DATABASE_URL));
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}
