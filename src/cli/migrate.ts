import { migrate, migrationStatus, unlockMigrations } from "../database/migrate.js";
import { isSqlite } from "../database/table.js";
import type { Services } from "../domain/services.js";
import { ValidationFailed } from "../lib/failures.js";

/** `migrate`, `migrate status`, `migrate unlock`. @throws ValidationFailed */
export async function migrateCommand(services: Services, [act]: string[]): Promise<void> {
  if (act === undefined) return bringUpToDate(services);
  if (act === "status") return showStatus(services);
  if (act === "unlock") return unlock(services);
  throw new ValidationFailed({ migrate: ["Use migrate, migrate status or migrate unlock."] });
}

async function bringUpToDate({ config }: Services): Promise<void> {
  const onWait = (): void => console.error("Waiting for another migration to finish…");
  const names = await migrate(config.env.DATABASE_URL, onWait);
  console.log(names.length === 0 ? "The database is up to date." : `Migrated: ${names.join(", ")}`);
}

async function showStatus({ knex }: Services): Promise<void> {
  const { completed, pending, runner } = await migrationStatus(knex);
  for (const name of completed) console.log(`done      ${name}`);
  for (const name of pending) console.log(`pending   ${name}`);
  if (runner !== null) console.log(`A migration is running on connection ${runner}.`);
}

async function unlock({ knex }: Services): Promise<void> {
  const runner = await unlockMigrations(knex);
  if (runner !== null)
    console.log(`Ended the migration on connection ${runner}. Run migrate to continue it.`);
  else if (isSqlite(knex)) console.log("Nothing to unlock: on SQLite a lock ends with its process.");
  else console.log("No migration is running. Run migrate to continue one that was interrupted.");
}
