import { expect } from "chai";
import type { Knex } from "knex";
import { selectOne } from "../../src/database/raw.js";
import { inTransaction } from "../../src/database/transaction.js";
import { onMariaDb } from "../support/app/config.js";
import { useWorld } from "../support/app/world.js";

const lost = (): Error => Object.assign(new Error("deadlock found"), { code: "ER_LOCK_DEADLOCK" });

describe("inTransaction", () => {
  const world = useWorld();
  const write = (knex: Knex, key: string, hits: number) =>
    knex("rate_limits").insert({ key, hits, expires_at: 1 }).onConflict("key").merge();
  const hits = async (key: string): Promise<number | undefined> =>
    ((await world.services.knex("rate_limits").where({ key }).first("hits")) as { hits: number } | undefined)
      ?.hits;
  const messageOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "it did not fail",
      (error: Error) => error.message,
    );

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

  it("undoes only the nested transaction when the work goes on after its failure", async () => {
    await inTransaction(world.services.knex, async (trx) => {
      await write(trx, "outer", 1);
      const inner = inTransaction(trx, async (nested) => {
        await inTransaction(nested, (innermost) => write(innermost, "innermost", 1));
        throw new RangeError("no");
      });
      await inner.catch(() => write(trx, "after", 1));
    });
    expect([await hits("outer"), await hits("innermost"), await hits("after")]).to.deep.equal([
      1,
      undefined,
      1,
    ]);
  });

  it("runs nested transactions that are started together one after the other", async () => {
    await inTransaction(world.services.knex, async (trx) => {
      const failing = inTransaction(trx, async (nested) => {
        await write(nested, "failing", 1);
        await nested("rate_limits").select("hits");
        throw new RangeError("no");
      });
      const others = ["second", "third"].map((key) => inTransaction(trx, (nested) => write(nested, key, 1)));
      await Promise.allSettled([failing, ...others]);
    });
    expect([await hits("failing"), await hits("second"), await hits("third")]).to.deep.equal([
      undefined,
      1,
      1,
    ]);
  });

  it("reads what it has written, while others don't see it", async () => {
    const { knex } = world.services;
    await inTransaction(knex, async (trx) => {
      await write(trx, "inside", 1);
      expect(await trx("rate_limits").where({ key: "inside" }).first("hits")).to.deep.include({ hits: 1 });
      expect(await trx.raw("select 1")).to.exist;
      expect(await selectOne(trx, "select hits from rate_limits where `key` = ?", ["inside"])).to.exist;
      expect(trx.isTransaction).to.equal(true);
      expect(knex.isTransaction).not.to.equal(true);
    });
  });

  it("rejects statements that are sent after the end of the transaction", async () => {
    let kept: Knex | undefined;
    await inTransaction(world.services.knex, async (trx) => {
      await write(trx, "in time", 1);
      await inTransaction(trx, (nested) => Promise.resolve((kept = nested)));
      expect(await messageOf(write(kept!, "late", 1))).to.include("has ended");
      kept = trx;
    });
    expect(await messageOf(write(kept!, "late", 1))).to.include("has ended");
    expect([await hits("in time"), await hits("late")]).to.deep.equal([1, undefined]);
  });

  if (!onMariaDb())
    it("undoes the work whose commit fails, and the connection serves the next transaction", async () => {
      const { knex } = world.services;
      const failing = inTransaction(knex, async (trx) => {
        await trx.raw("pragma defer_foreign_keys = on");
        await write(trx, "undone", 1);
        await trx("sign_in_networks").insert({ user_id: "nobody", network: "::", last_used_at: 0 });
      });
      expect(await messageOf(failing)).to.include("FOREIGN KEY");
      await inTransaction(knex, (trx) => write(trx, "next", 1));
      expect([await hits("undone"), await hits("next")]).to.deep.equal([undefined, 1]);
    });
});
