import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { useWorld } from "../../support/app/world.js";
import { freePort } from "../../support/database/mariadb.js";
import { BUILT_PARTIES, serveParty } from "../../support/oauth/built-parties.js";
import { sendDue } from "../../support/webhooks/receiver.js";

const RECEIVERS = ["webhooks-node", "webhooks-python", "webhooks-go", "webhooks-rust"];

for (const name of RECEIVERS.filter((receiver) => receiver in BUILT_PARTIES))
  describe(`A receiver of webhooks with ${BUILT_PARTIES[name]!.library}`, () => {
    const world = useWorld({ WEBHOOKS_ALLOW_LOOPBACK: "true" });

    it("accepts what is sent, also while its secret is replaced, and nothing else", async () => {
      const { token } = await world.make.userWithToken({ role: "system_admin" });
      const api = world.api.as(token);
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/`;
      const made = await api.post("/webhooks", { url, types: ["user.updated"] }).expect(201);
      const { id, secret } = made.body.data as { id: string; secret: string };
      const answers = async (first_name: string): Promise<unknown[]> => {
        await api.patch("/auth/me", { first_name }).expect(200);
        await sendDue(world.services);
        const [latest] = await world.services.knex("webhook_deliveries").orderBy("position", "desc");
        return [latest.status, latest.answer_status, latest.answer_excerpt];
      };
      const receiver = await serveParty(name, port, [String(port), secret]);
      try {
        expect(await answers("Zoë 👩‍💻")).to.deep.equal(["delivered", 200, "user.updated"]);
        await api.post(`/webhooks/${id}/secret`).expect(201);
        expect(await answers("Ada")).to.deep.equal(["delivered", 200, "user.updated"]);

        const at = new Date();
        const headers = {
          ...{ "content-type": "application/json", "webhook-id": "1" },
          "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
          "webhook-signature": new Webhook(secret).sign("1", at, '{"type":"user.updated"}'),
        };
        const post = async (body: string): Promise<number> =>
          (await fetch(url, { method: "POST", headers, body })).status;
        expect(await post('{"type":"user.updated"}')).to.equal(200);
        expect(await post('{"type":"user.deleted"}')).to.equal(400);
      } finally {
        await receiver.stop();
      }
    });
  });
