import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import knex, { type Knex } from "knex";
import { knexConfig, migratingConfig } from "../../src/database/knex-config.js";
import { migrate, migrationStatus, unlockMigrations } from "../../src/database/migrate.js";
import { mariaDbUrl } from "../support/database/mariadb.js";
import {
  contentsOf,
  migrateKilledAfter,
  migrateToRows,
  statementsLeft,
} from "../support/database/migrating.js";
import { IS_TORTURE, runProduct, until, useFolder } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

/** Every statement in `npm run torture`; otherwise the first, the last and some in between. */
const STEP = IS_TORTURE ? 1 : 151;

/**
 * Kills a migration at each of the statements, two at a time, and compares the result with that of an undisturbed
 * run.
 */
async function killEverywhere(freshUrl: () => Promise<string>): Promise<void> {
  const undisturbed = await freshUrl();
  const count = await statementsLeft(undisturbed);
  const expected = await contentsOf(undisturbed);
  const kills = Array.from({ length: count }, (_, index) => index + 1).filter(
    (statement) => statement % STEP === 1 || STEP === 1 || statement === count,
  );
  const killNext = async (): Promise<void> => {
    for (let statement; (statement = kills.shift()) !== undefined;) {
      const url = await freshUrl();
      await migrateKilledAfter(url, statement);
      expect(await contentsOf(url), `killed after statement ${statement}`).to.deep.equal(expected);
    }
  };
  await Promise.all([killNext(), killNext()]);
}

describe("migrate on SQLite", function () {
  this.timeout(IS_TORTURE ? 1_800_000 : 120_000);
  const folder = useFolder();
  let files = 0;
  const fileUrl = (): string => `sqlite:${folder.path}/${++files}.sqlite`;

  it("continues after a kill at any statement", () => killEverywhere(() => Promise.resolve(fileUrl())));

  it("runs once when several processes start together", async () => {
    const [url, undisturbed] = [fileUrl(), fileUrl()];
    const runners = [1, 2, 3].map(() => runProduct("cli", { DATABASE_URL: url }, "migrate"));
    for (const runner of runners) expect((await runner.exited).code, runner.errors).to.equal(0);
    await migrate(undisturbed);
    expect(await contentsOf(url)).to.deep.equal(await contentsOf(undisturbed));
  });
});

describeWith("MariaDB", "migrate on MariaDB", function () {
  this.timeout(IS_TORTURE ? 3_600_000 : 600_000);
  const opened: Knex[] = [];
  const connect = (config: Knex.Config): Knex => {
    const database = knex(config);
    opened.push(database);
    return database;
  };
  afterEach(() => Promise.all(opened.splice(0).map((database) => database.destroy())));

  it("continues after a kill at any statement of an empty database", () => killEverywhere(mariaDbUrl));

  it("continues after a kill at any statement of a database with rows", () =>
    killEverywhere(async () => {
      const url = await mariaDbUrl();
      await migrateToRows(url);
      return url;
    }));

  it("takes over the lock row of a killed knex process", async () => {
    const url = await mariaDbUrl();
    await migrateToRows(url);
    await connect(knexConfig(url))("migrations_lock").update({ is_locked: 1 });
    expect(await migrate(url)).to.not.be.empty;
    expect(await migrate(url)).to.deep.equal([]);
  });

  it("waits for another migration, and reports it once", async () => {
    const url = await mariaDbUrl();
    const other = connect(migratingConfig(url));
    await other.raw("select 1"); // its connection holds the lock
    let waits = 0;
    const waiting = migrate(url, () => waits++);
    await until("the runner waits", () => Promise.resolve(waits > 0));
    expect((await migrationStatus(connect(knexConfig(url)))).runner).to.be.a("number");
    await other.destroy();
    expect(await waiting).to.not.be.empty;
    expect(waits).to.equal(1);
  });

  it("waits for a transaction that uses a table, without blocking other clients", async () => {
    const url = await mariaDbUrl();
    await migrateToRows(url);
    const service = connect(knexConfig(url));
    const transaction = await service.transaction();
    await transaction("users").select("id");
    const migrating = migrate(url);
    const isWaiting = async (): Promise<boolean> => {
      const [rows] = (await service.raw("show processlist")) as [{ State: string | null }[]];
      return rows.some(({ State }) => State?.includes("metadata lock"));
    };
    const attempts = IS_TORTURE ? 14 : 2; // an attempt and its pause take 1.5 seconds
    for (let attempt = 0; attempt < attempts; attempt++) {
      await until("the runner waits for the table", isWaiting);
      expect(await service("users").count({ n: "*" }).first()).to.deep.equal({ n: 1 });
      await until("the runner lets others pass", async () => !(await isWaiting()));
    }
    await transaction.rollback();
    expect(await migrating).to.include("2026_11_15_000100_users_password_changed_at");
  });

  it("has no statement timeout", async () => {
    const database = connect(migratingConfig(await mariaDbUrl()));
    const [[row]] = (await database.raw("select sleep(6) as interrupted")) as [{ interrupted: number }[]];
    expect(row).to.deep.equal({ interrupted: 0 });
  });

  it("unlock ends a migration that hangs", async () => {
    const url = await mariaDbUrl();
    const hanging = connect(migratingConfig(url));
    const hung = hanging.raw("select sleep(600)").then(
      () => "finished",
      () => "ended",
    );
    const operator = connect(knexConfig(url));
    await until("the runner is at work", async () => (await migrationStatus(operator)).runner !== null);
    await sleep(50);
    expect(await unlockMigrations(operator)).to.be.a("number");
    expect(await hung).to.equal("ended");
    expect(await migrate(url)).to.not.be.empty;
    // the server notices a moment later that the connection of the runner has ended
    await until("no runner is left", async () => (await migrationStatus(operator)).runner === null);
    expect(await unlockMigrations(operator)).to.equal(null);
  });
});
