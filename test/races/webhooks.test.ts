import { expect } from "chai";
import { together, until, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { makeWebhook } from "../support/webhooks/webhooks.js";
import { useReceiver } from "../support/webhooks/receiver.js";

const PEOPLE = 12;
const CHANGES = ["One", "Two", "Three"];

describeWith("MariaDB", "Events for webhooks on two processes", function () {
  this.timeout(90_000);
  const fleet = useFleet(2, { WEBHOOKS_ALLOW_LOOPBACK: "true", API_RATE_PER_MINUTE: "100000" });
  const receiver = useReceiver();

  it("are sent once each, and in the order of each subject", async () => {
    const admin = await fleet.make.userWithToken({ role: "system_admin" });
    await makeWebhook(fleet, admin.user, { url: receiver.url, types: ["user.updated"] });
    const ids: string[] = [];
    for (let n = 0; n < PEOPLE; n++) ids.push((await fleet.make.user({ email: `p${n}@example.test` })).id);
    await together(PEOPLE, async (n) => {
      for (const [index, first_name] of CHANGES.entries()) {
        const api = fleet.api((n + index) % 2).as(admin.token);
        expect((await api.patch(`/users/${ids[n]!}`, { first_name })).status).to.equal(200);
      }
    });
    const { knex } = fleet.services;
    await until("everything was delivered", async () => {
      const [row] = await knex("webhook_deliveries").where({ status: "delivered" }).count({ n: "*" });
      return Number(row!["n"]) === PEOPLE * CHANGES.length;
    });
    const events = receiver.received.map(({ event }) => event);
    expect(new Set(events.map(({ id }) => id)).size).to.equal(events.length);
    for (const id of ids) {
      const names = events.filter(({ subject }) => subject.id === id).map(({ data }) => data["first_name"]);
      expect(names).to.deep.equal(CHANGES);
    }
  });
});
