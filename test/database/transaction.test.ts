import { expect } from "chai";
import type { Knex } from "knex";
import { inTransaction } from "../../src/database/transaction.js";
import { useWorld } from "../support/app/world.js";

const lost = (): Error => Object.assign(new Error("deadlock found"), { code: "ER_LOCK_DEADLOCK" });

describe("inTransaction", () => {
  const world = useWorld();
  const write = (knex: Knex, key: string, hits: number) =>
    knex("rate_limits").insert({ key, hits, expires_at: 1 }).onConflict("key").merge();
  const hits = async (key: string): Promise<number | undefined> =>
    ((await world.services.knex("rate_limits").where({ key }).first("hits")) as { hits: number } | undefined)
      ?.hits;

  it("commits the work and returns its result", async () => {
    const result = await inTransaction(world.services.knex, async (trx) => {
      await write(trx, "a", 1);
      return "done";
    });
    expect(result).to.equal("done");
    expect(await hits("a")).to.equal(1);
  });

  it("runs the work again after a deadlock, and keeps nothing of the failed attempts", async () => {
    let tries = 0;
    await inTransaction(world.services.knex, async (trx) => {
      await write(trx, `try ${++tries}`, tries);
      if (tries < 3) throw lost();
    });
    expect(tries).to.equal(3);
    expect([await hits("try 1"), await hits("try 2"), await hits("try 3")]).to.deep.equal([
      undefined,
      undefined,
      3,
    ]);
  });

  it("lets two transactions succeed that lock the same rows in opposite order", async () => {
    const { knex } = world.services;
    await write(knex, "left", 0);
    await write(knex, "right", 0);
    let waiting: (() => void)[] = [];
    /** Waits until both have their first lock, which guarantees a deadlock where they run in parallel. */
    const meet = (): Promise<void> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 2) waiting.forEach((go) => go());
        setTimeout(resolve, 200); // where they run one after the other, the second never arrives
      });
    let tries = 0;
    const swap = (first: string, second: string): Promise<void> =>
      inTransaction(knex, async (trx) => {
        tries++;
        await trx("rate_limits").where({ key: first }).increment("hits", 1);
        if (tries <= 2) await meet();
        await trx("rate_limits").where({ key: second }).increment("hits", 1);
      });
    await Promise.all([swap("left", "right"), swap("right", "left")]);
    waiting = [];
    expect([await hits("left"), await hits("right")]).to.deep.equal([2, 2]);
  });

  it("fails after six attempts with the error of the database", async () => {
    let tries = 0;
    const error = await inTransaction(world.services.knex, () => {
      tries++;
      return Promise.reject(lost());
    }).catch((reason: unknown) => reason);
    expect(error).to.include({ code: "ER_LOCK_DEADLOCK" });
    expect(tries).to.equal(6);
  });

  it("repeats only the outermost transaction when a nested one fails", async () => {
    const tries = { whole: 0, part: 0 };
    await inTransaction(world.services.knex, async (trx) => {
      tries.whole++;
      await inTransaction(trx, () => {
        tries.part++;
        return tries.whole === 1 ? Promise.reject(lost()) : Promise.resolve();
      });
    });
    expect(tries).to.deep.equal({ whole: 2, part: 2 });
  });

  it("doesn't retry after other errors, and rolls back", async () => {
    let tries = 0;
    const error = await inTransaction(world.services.knex, async (trx) => {
      tries++;
      await write(trx, "b", 1);
      throw new RangeError("no");
    }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(RangeError);
    expect(tries).to.equal(1);
    expect(await hits("b")).to.equal(undefined);
  });
});
