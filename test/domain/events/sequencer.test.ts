import { expect } from "chai";
import { sequenceEvents } from "../../../src/domain/events/sequencer.js";
import { inTransaction } from "../../../src/database/transaction.js";
import { ownOrigin } from "../../../src/domain/audit/origin.js";
import { recordActivity } from "../../../src/domain/audit/record.js";
import type { SequencedEvent } from "../../../src/models/events/event.js";
import { useWorld } from "../../support/app/world.js";
import { makeWebhook } from "../../support/webhooks/webhooks.js";

describe("The sequencer of events", () => {
  const world = useWorld();
  const record = (trx = world.services.knex, id = "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e") =>
    recordActivity(trx, { event: "user_deleted", actorId: null, subject: { type: "user", id } }, ownOrigin());
  const sequence = async (): Promise<SequencedEvent[]> => {
    const seen: SequencedEvent[] = [];
    await sequenceEvents(world.services, (_trx, events) => Promise.resolve(void seen.push(...events)));
    return seen;
  };

  it("gives events their positions in the order of their insertion, and fans each out once", async () => {
    for (let count = 0; count < 3; count++) await record();
    const first = await sequence();
    await record();
    const second = await sequence();
    expect(await sequence()).to.deep.equal([]);
    const all = [...first, ...second];
    expect(all).to.have.length(4);
    const stored = (await world.services.knex("events").orderBy("seq")) as SequencedEvent[];
    expect(stored).to.deep.equal(all);
    for (const [index, { position }] of all.entries()) expect(position - all[0]!.position).to.equal(index);
  });

  it("takes more events than fit into one transaction", async () => {
    await inTransaction(world.services.knex, async (trx) => {
      for (let count = 0; count < 501; count++) await record(trx);
    });
    const all = await sequence();
    expect(new Set(all.map(({ position }) => position))).to.have.property("size", 501);
  });

  it("takes fewer at a time where each makes many deliveries, so that others can write in between", async () => {
    const owner = await world.make.user();
    for (let count = 0; count < 500; count++) await makeWebhook(world, owner);
    for (let count = 0; count < 9; count++) await record();
    const together: number[] = [];
    await sequenceEvents(world.services, (_trx, { length }) => Promise.resolve(void together.push(length)));
    expect(together).to.deep.equal([4, 4, 1]);
  });

  it("leaves the events as they were when the fan-out fails", async () => {
    await record();
    const failing = sequenceEvents(world.services, () => Promise.reject(new Error("killed")));
    await failing.then(
      () => expect.fail("it has to fail"),
      () => undefined,
    );
    expect(await sequence()).to.have.length(1);
  });

  it("sees nothing of a change that was rolled back", async () => {
    const { knex } = world.services;
    await inTransaction(knex, async (trx) => {
      await record(trx);
      throw new Error("rolled back");
    }).catch(() => undefined);
    expect(await sequence()).to.deep.equal([]);
  });
});
