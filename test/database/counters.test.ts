import { expect } from "chai";
import type { Count } from "../../src/lib/counters/counters.js";
import { MINUTE, now } from "../../src/lib/clock.js";
import { onMariaDb } from "../support/app/config.js";
import { queriesDuring } from "../support/app/queries.js";
import { useWorld } from "../support/app/world.js";

describe("Counters in the database", () => {
  const world = useWorld();
  const addAll = (hits: Record<string, number>): Promise<Map<string, Count>> =>
    world.services.counters.addAll(new Map(Object.entries(hits)), MINUTE);

  it("are increased together, each in its own window", async () => {
    world.freezeTime();
    await addAll({ "ip:192.0.2.1": 2 });
    const first = now() + MINUTE;
    world.advance(1000);
    const counts = await addAll({ "ip:192.0.2.1": 3, "ip:2001:db8::1": 1, 'odd "key" \\ ü': 4 });
    expect([...counts].sort()).to.deep.equal([
      ["ip:192.0.2.1", { hits: 5, resetsAt: first }],
      ["ip:2001:db8::1", { hits: 1, resetsAt: first + 1000 }],
      ['odd "key" \\ ü', { hits: 4, resetsAt: first + 1000 }],
    ]);
  });

  it("start again after their window, each by itself", async () => {
    world.freezeTime();
    await addAll({ early: 5 });
    world.advance(MINUTE - 1);
    await addAll({ late: 5 });
    world.advance(1);
    const counts = await addAll({ early: 1, late: 1 });
    expect([counts.get("early")!.hits, counts.get("late")!.hits]).to.deep.equal([1, 6]);
    expect(counts.get("early")!.resetsAt).to.equal(now() + MINUTE);
  });

  it("are exact when many callers increase the same ones in different orders", async () => {
    const names = ["a", "b", "c", "d"];
    const rounds = Array.from({ length: 20 }, (_, turn) => [
      ...names.slice(turn % 4),
      ...names.slice(0, turn % 4),
    ]);
    await Promise.all(rounds.map((order) => addAll(Object.fromEntries(order.map((name) => [name, 1])))));
    const counts = await addAll(Object.fromEntries(names.map((name) => [name, 0])));
    expect([...counts.values()].map(({ hits }) => hits)).to.deep.equal([20, 20, 20, 20]);
  });

  if (!onMariaDb())
    it("are written with one statement, and so one commit, on SQLite", async () => {
      const seen = await queriesDuring(world.services.knex, () => addAll({ a: 1, b: 1, c: 1 }));
      expect(seen).to.have.length(1);
    });
});
