import { expect } from "chai";
import { KILLS, startServer, until, useFleet, useFolder } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { makeWebhook } from "../support/webhooks/webhooks.js";
import { useReceiver } from "../support/webhooks/receiver.js";

for (const tool of ["SQLite", "MariaDB"] as const)
  describeWith(tool, `SIGKILL while events are sent to webhooks on ${tool}`, function () {
    this.timeout(20_000 + KILLS * 60_000);
    const folder = useFolder();
    const onSqlite = [() => `sqlite:${folder.path}/authdock.sqlite`];
    const fleet = useFleet(1, { WEBHOOKS_ALLOW_LOOPBACK: "true" }, ...(tool === "SQLite" ? onSqlite : []));
    const receiver = useReceiver();
    const isHolding = { now: false };

    /** When the service is killed. */
    const STEPS: Record<string, () => Promise<void>> = {
      "between the commit and the queue": () => Promise.resolve(),
      "between the queue and the request": () => until("it is queued", async () => (await queued()) > 0),
      "between the request and its result": () =>
        until("it is sent", () => Promise.resolve(receiver.received.length > 0)),
    };
    const queued = async (): Promise<number> =>
      Number(
        (await fleet.services.knex("webhook_deliveries").where({ status: "pending" }).count({ n: "*" }))[0]![
          "n"
        ],
      );

    for (const [step, reached] of Object.entries(STEPS))
      it(`loses no event and keeps the order: ${step}`, async () => {
        const admin = await fleet.make.userWithToken({ role: "system_admin" });
        const ada = await fleet.make.user();
        await fleet.services.knex("webhooks").del();
        await makeWebhook(fleet, admin.user, { url: receiver.url, types: ["user.updated"] });
        const names: string[] = [];
        for (let round = 0; round < KILLS; round++) {
          receiver.received.length = 0;
          isHolding.now = true;
          receiver.answer = () => (isHolding.now ? null : { status: 204 });
          const changed = ["One", "Two", "Three"].map((name) => `${name}${round}`);
          for (const first_name of changed) {
            const { status } = await fleet.api(0).as(admin.token).patch(`/users/${ada.id}`, { first_name });
            expect(status).to.equal(200);
          }
          names.push(...changed);
          await reached();
          await fleet.servers[0]!.stop("SIGKILL");
          isHolding.now = false;
          // as if the lease of the killed process had ended
          await fleet.services.knex("webhook_deliveries").update({ leased_until: null });
          fleet.servers[0] = await startServer(fleet.variables);
          const { knex } = fleet.services;
          await until("everything was delivered", async () => {
            const [row] = await knex("webhook_deliveries").where({ status: "delivered" }).count({ n: "*" });
            return Number(row!["n"]) === names.length;
          });
          const received = receiver.received.map(({ event }) => event.data["first_name"] as string);
          expect([...new Set(received)]).to.deep.equal(changed);
        }
      });
  });
