import { expect } from "chai";
import { inTransaction } from "../../src/database/transaction.js";
import { ownOrigin } from "../../src/domain/audit/origin.js";
import { recordEvent } from "../../src/domain/audit/record-events.js";
import { ROUNDS, together, until, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

const PEOPLE = 8;
const CHANGES = 4;

describeWith("MariaDB", "Events that two processes commit and read", function () {
  this.timeout(30_000 + ROUNDS * 10_000);
  const fleet = useFleet(2, { API_RATE_PER_MINUTE: "100000" });

  interface Read {
    id: string;
    subject: { id: string };
    data: { first_name: string };
  }
  /** Reads with the cursor of the answer before, from each process in turn. */
  function readerWith(token: string) {
    const events: Read[] = [];
    let cursor = "latest";
    let turn = 0;
    async function read(): Promise<void> {
      const api = fleet.api(turn++ % 2).as(token);
      const { status, body } = await api.get(`/events?per_page=7&cursor=${cursor}`);
      expect(status).to.equal(200);
      events.push(...(body.data.items as Read[]));
      cursor = body.meta.next_cursor as string;
    }
    return { events, read };
  }

  it("are all read, when one commits later than what was inserted after it", async () => {
    const root = await fleet.make.userWithToken({ role: "system_admin" });
    const { knex } = fleet.services;
    for (let round = 0; round < ROUNDS; round++) {
      const [early, late] = [await fleet.make.user(), await fleet.make.user()];
      const reader = readerWith(root.token);
      await reader.read();
      const isRead = (id: string) => reader.events.some(({ subject }) => subject.id === id);
      const reads = (id: string) =>
        until("it is read", async () => {
          await reader.read();
          return isRead(id);
        });
      await inTransaction(knex, async (trx) => {
        await recordEvent(trx, "invitation.accepted", late.id, { actorId: null, origin: ownOrigin() });
        const { status } = await fleet
          .api(round % 2)
          .as(root.token)
          .patch(`/users/${early.id}`, { first_name: `Early${round}` });
        expect(status).to.equal(200);
        await reads(early.id);
        expect(isRead(late.id)).to.equal(false);
      });
      await reads(late.id);
      const rows = (await knex("events").whereIn("subject_id", [early.id, late.id]).orderBy("position")) as {
        subject_id: string;
        seq: number;
      }[];
      expect(rows.map(({ subject_id }) => subject_id)).to.deep.equal([early.id, late.id]);
      expect(rows[0]!.seq).to.be.greaterThan(rows[1]!.seq);
    }
  });

  it("are read once each, and in the order of each subject, while both write", async () => {
    const root = await fleet.make.userWithToken({ role: "system_admin" });
    const ids: string[] = [];
    for (let n = 0; n < PEOPLE; n++) ids.push((await fleet.make.user()).id);
    const reader = readerWith(root.token);
    await reader.read();
    const names = Array.from({ length: CHANGES }, (_, index) => `Name${index}`);
    const changes = together(PEOPLE, async (n) => {
      for (const [index, first_name] of names.entries()) {
        const api = fleet.api((n + index) % 2).as(root.token);
        expect((await api.patch(`/users/${ids[n]!}`, { first_name })).status).to.equal(200);
      }
    });
    await until("all are read", async () => {
      await reader.read();
      return reader.events.length >= PEOPLE * CHANGES;
    });
    await changes;
    for (let more = 0; more < 4; more++) await reader.read();
    expect(new Set(reader.events.map(({ id }) => id)).size).to.equal(reader.events.length);
    for (const id of ids) {
      const own = reader.events.filter(({ subject }) => subject.id === id);
      expect(own.map(({ data }) => data.first_name)).to.deep.equal(names);
    }
  });
});
