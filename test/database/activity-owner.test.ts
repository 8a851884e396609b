import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { now } from "../../src/lib/clock.js";
import { scratchDatabase } from "../support/database/database.js";

const MIGRATION = "2026_11_22_000300_activity_log_owner";

describe("The migration that adds owners to the audit log", function () {
  this.timeout(60_000);
  let database: Awaited<ReturnType<typeof scratchDatabase>>;
  beforeEach(async () => {
    database = await scratchDatabase();
  });
  afterEach(() => database.drop());

  it("derives the owner from each row, in several batches", async () => {
    const { knex } = database;
    await knex.migrate.latest();
    for (;;) {
      const last = (await knex("migrations").orderBy("id", "desc").first("name")) as { name: string };
      await knex.migrate.down();
      if (last.name === MIGRATION) break;
    }
    const user = uuidv7();
    const person = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.test", password: "x" };
    await knex("users").insert({ id: user, ...person, search_key: "ada", created_at: 0, updated_at: 0 });
    const row = (event: string, changes: object, actor_id: string | null = null) => ({
      id: uuidv7(),
      event,
      actor_id,
      changes: JSON.stringify(changes),
      created_at: now(),
    });
    const owned = [
      row("token_created", { name: "laptop" }, user),
      row("token_revoked", { owner_id: user }, uuidv7()),
      row("token_revoked", { user_id: user }),
      row("login_failed", { email: "ada@example.test" }),
    ];
    const others = [
      row("token_revoked", { user_id: null }),
      row("login_failed", { email: "nobody@example.test" }),
      row("login", {}, user),
    ];
    const many = Array.from({ length: 1000 }, () => row("login_failed", {}));
    for (const rows of [many.slice(0, 500), many.slice(500), owned, others])
      await knex("activity_log").insert(rows);
    await knex.migrate.latest();
    const found = (await knex("activity_log")
      .where({ owner_id: user })
      .orderBy("id")
      .pluck("id")) as string[];
    expect(found).to.deep.equal(owned.map(({ id }) => id).sort());
  });
});
