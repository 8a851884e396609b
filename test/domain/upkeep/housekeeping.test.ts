import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { DatabaseCounters } from "../../../src/database/database-counters.js";
import { anonymiseDeletedAccounts } from "../../../src/domain/upkeep/anonymise.js";
import { removeOrphanedAvatars } from "../../../src/domain/profile/avatars.js";
import { MaintenanceBudget } from "../../../src/lib/maintenance-budget.js";
import { prune } from "../../../src/domain/upkeep/prune.js";
import { notifyOfExpiringTokens } from "../../../src/domain/tokens/token-expiry-notices.js";
import { DAY, now } from "../../../src/lib/clock.js";
import { AVATAR_DIR, onMariaDb } from "../../support/app/config.js";
import { plansDuring, queriesDuring } from "../../support/app/queries.js";
import { useWorld } from "../../support/app/world.js";

const hex = (serial: number): string => serial.toString(16).padStart(32, "0");

describe("Housekeeping", function () {
  this.timeout(60_000);
  const world = useWorld();
  const knex = () => world.services.knex;
  const during = (work: () => PromiseLike<unknown>) => queriesDuring(knex(), work);
  afterEach(() => rm(AVATAR_DIR, { recursive: true, force: true }));

  async function pictures(count: number): Promise<void> {
    await mkdir(AVATAR_DIR, { recursive: true });
    const old = new Date(Date.now() - 2 * DAY);
    for (let serial = 0; serial < count; serial++) {
      const file = join(AVATAR_DIR, `${hex(serial)}.webp`);
      await writeFile(file, "");
      await utimes(file, old, old);
    }
  }

  /** Accounts that were deleted that long ago. */
  async function deleted(count: number, days: number): Promise<void> {
    const deleted_at = now() - days * DAY;
    const times = { created_at: deleted_at, updated_at: deleted_at, deleted_at };
    const person = { first_name: "Ada", last_name: "Lovelace", password: "x", search_key: "ada" };
    const rows = Array.from({ length: count }, () => {
      const id = uuidv7();
      return { id, email: `${id}@example.test`, ...person, ...times };
    });
    for (let start = 0; start < count; start += 50)
      await knex()("users").insert(rows.slice(start, start + 50));
  }

  it("finds due rows with an index, in every table", async () => {
    await pictures(3);
    await deleted(3, 31);
    const { services } = world;
    const plans = await plansDuring(knex(), async () => {
      await prune(services);
      await notifyOfExpiringTokens(services);
      await new DatabaseCounters(knex()).prune();
    });
    expect(plans.size).to.be.greaterThan(12);
    for (const [sql, plan] of plans)
      if (/from .?settings/.test(sql)) continue;
      else if (onMariaDb()) expect(plan, sql).to.match(/"possible_keys":"|Impossible|no matching row/);
      else
        expect(plan, sql)
          .to.match(/USING (COVERING )?INDEX|INTEGER PRIMARY KEY/)
          .and.not.match(/"SCAN (?!CONSTANT ROW|json_each)/);
  });

  it("looks up 500 avatars per query", async () => {
    const asked = async (): Promise<number> =>
      // other work of the service may ask, too
      (await during(() => removeOrphanedAvatars(world.services))).filter((sql) => /avatar/.test(sql)).length;
    await pictures(3);
    expect(await asked()).to.equal(1);
    await pictures(501);
    expect(await asked()).to.equal(2);
  });

  it("keeps the avatars of existing accounts, however many there are", async () => {
    await pictures(600);
    const user = await world.make.user();
    await knex()("users")
      .where({ id: user.id })
      .update({ avatar: `${hex(7)}.webp` });
    expect(await removeOrphanedAvatars(world.services)).to.equal(599);
    expect(await removeOrphanedAvatars(world.services)).to.equal(0);
  });

  it("doesn't read anonymised accounts again", async () => {
    await deleted(620, 31);
    expect(await anonymiseDeletedAccounts(world.services)).to.equal(620);
    await deleted(1, 31);
    let done = 0;
    const queries = await during(async () => (done = await anonymiseDeletedAccounts(world.services)));
    expect(done).to.equal(1);
    const sent = queries.filter((sql) => !/^(begin|commit)/i.test(sql));
    // the due rows, and the one account with its passkeys, links, origin, words, tokens, tools, organisations, deliveries and events
    expect(sent).to.have.length(17);
  });

  it("anonymises each account once with any number of processes", async () => {
    await deleted(60, 31);
    const [one, other] = await Promise.all([1, 2].map(() => anonymiseDeletedAccounts(world.services)));
    expect(one! + other!).to.equal(60);
  });

  it("ends a round that takes too long or is stopped, and does the rest in the next", async () => {
    await deleted(620, 31);
    const stopping = new AbortController();
    stopping.abort();
    expect(
      (await prune(world.services, new MaintenanceBudget(Infinity, stopping.signal)))["users (anonymised)"],
    ).to.equal(0);
    expect((await prune(world.services, new MaintenanceBudget(0)))["users (anonymised)"]).to.equal(0);
    expect((await prune(world.services))["users (anonymised)"]).to.equal(620);
  });
});
