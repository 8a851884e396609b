import { cpSync, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import knex, { type Knex } from "knex";
import { isEmbedded } from "../../config/addresses.js";
import type { Environment } from "../../config/env.js";
import { knexConfig, serverOf } from "../../database/knex-config.js";
import { migrationStatus } from "../../database/migrate.js";
import { recordActivity } from "../../domain/audit/record.js";
import { assertOpens, verifyAppKey } from "../../domain/upkeep/app-key.js";
import { Encryption } from "../../lib/encryption.js";
import { now } from "../../lib/clock.js";
import { commandOrigin, type CommandLine } from "../command-line.js";
import { CommandFailed, EXIT } from "../failures.js";
import { assertComplete, PICTURES, readManifest, type Manifest } from "./manifest.js";
import { giveTo, ownerOf } from "./owner.js";
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
  const manifest = await readManifest(folder);
  const path = join(folder, manifest.file);
  await assertFits(env, manifest, path);
  const encryption = new Encryption(env.APP_KEY, env.APP_PREVIOUS_KEYS);
  if (typeof manifest.app_key_check === "string") assertOpens(encryption, manifest.app_key_check);
  const accounts = await withDatabase(env, countAccounts);
  if (accounts > 0 && !isForced)
    throw new CommandFailed(`The database has ${accounts} accounts. Use --force to replace it.`);
  const kept = await (manifest.database === "mysql"
    ? replaceServer(env, path, accounts > 0 ? `${resolve(folder)}.before-${now()}.sql` : null)
    : replaceFile(env, path));
  restorePictures(env, join(folder, PICTURES));
  const pending = await withDatabase(env, async (database) => {
    await verifyAppKey(database, encryption);
    const { length } = (await migrationStatus(database)).pending;
    const changes = { folder, created_at: manifest.created_at };
    const activity = { event: "backup_restored", actorId: null, changes } as const;
    if (length === 0) await recordActivity(database, activity, commandOrigin());
    return length;
  });
  line.print(
    { restored: folder, created_at: manifest.created_at, former_file: kept, pending_migrations: pending },
    [
      `Restored the backup of ${manifest.created_at}.`,
      ...(kept === null ? [] : [`The former database is ${kept}.`]),
      ...(pending === 0 ? [] : [`The backup is from an earlier version. Run: authdock migrate`]),
    ],
  );
}

/** @throws CommandFailed when the backup is for another kind of database, damaged, or of a later version */
async function assertFits(env: Environment, manifest: Manifest, path: string): Promise<void> {
  const { database, migrations, version } = manifest;
  if (isEmbedded(env.DATABASE_URL) !== (database === "sqlite"))
    throw new CommandFailed(`The backup is of ${database}, and DATABASE_URL isn't.`, EXIT.usage);
  assertComplete(await (database === "sqlite" ? checkSqlite(path) : checkDump(path)), path);
  const known = await withDatabase(env, async (target) => {
    const { completed, pending } = await migrationStatus(target);
    return new Set([...completed, ...pending]);
  });
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new CommandFailed(
      `The backup is of version ${version}, which is later. Unknown: ${unknown.join(", ")}`,
    );
}

/** @returns the name of the former file; null if there was none */
function replaceFile({ DATABASE_URL }: Environment, path: string): string | null {
  const file = DATABASE_URL.slice("sqlite:".length);
  return replaceSqlite(path, file, `${file}.before-${now()}`);
}

/**
 * Drops tables only when the tools that load others work and the former ones are in a file.
 * @param keptAs null when there is nothing to keep
 */
const replaceServer = (env: Environment, path: string, keptAs: string | null): Promise<string | null> =>
  withDatabase(env, async (database) => {
    await database.raw("select 1"); // joins a node that answers
    const server = serverOf(env.DATABASE_URL, database);
    await checkClient(server);
    if (keptAs !== null) await dumpServer(server, keptAs);
    await dropTables(database);
    await loadDump(server, path);
    return keptAs;
  });

function restorePictures({ AVATAR_DIR }: Environment, pictures: string): void {
  if (!existsSync(pictures)) return;
  const owner = ownerOf(AVATAR_DIR);
  cpSync(pictures, AVATAR_DIR, { recursive: true });
  giveTo(owner, AVATAR_DIR);
}

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
