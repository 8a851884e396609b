import { expect } from "chai";
import type { Knex } from "knex";
import { groupCommit } from "../../src/database/sqlite/group-commit.js";
import { onMariaDb } from "../support/app/config.js";
import { queriesDuring } from "../support/app/queries.js";
import { useWorld } from "../support/app/world.js";

const INSERT = "insert into settings (`key`, value, updated_at) values (?, ?, 0)";

describe("Statements that share a commit", () => {
  const world = useWorld();
  const write = (key: string, value: string | null = "1"): Promise<number> =>
    groupCommit(world.services.knex, INSERT, [key, value] as Knex.RawBinding[]);
  const written = async (): Promise<string[]> =>
    (await world.services
      .knex("settings")
      .whereIn("key", ["together.a", "together.b", "together.c"])
      .orderBy("key")
      .pluck("key")) as string[];

  it("are all committed, each with its number of changed rows", async () => {
    expect(await Promise.all([write("together.a"), write("together.b")])).to.deep.equal([1, 1]);
    expect(await written()).to.deep.equal(["together.a", "together.b"]);
  });

  it("are all committed when there are many", async () => {
    const keys = Array.from({ length: 45 }, (_, n) => `many.${n}`);
    expect(await Promise.all(keys.map((key) => write(key)))).to.deep.equal(keys.map(() => 1));
    expect(await world.services.knex("settings").whereIn("key", keys)).to.have.length(45);
  });

  if (!onMariaDb())
    it("share a commit on SQLite", async () => {
      const seen = await queriesDuring(world.services.knex, () =>
        Promise.all([write("together.a"), write("together.b")]),
      );
      expect(seen).to.deep.equal(["BEGIN;", INSERT, INSERT, "COMMIT;"]);
      expect(await written()).to.deep.equal(["together.a", "together.b"]);
    });

  if (!onMariaDb())
    it("fail together without effects, and later statements succeed", async () => {
      const outcomes = await Promise.allSettled([write("together.a"), write("together.b", null)]);
      expect(outcomes.map(({ status }) => status)).to.deep.equal(["rejected", "rejected"]);
      expect(await written()).to.be.empty;
      expect(await write("together.c")).to.equal(1);
      expect(await written()).to.deep.equal(["together.c"]);
    });
});
