import { expect } from "chai";
import type { User } from "../../../../src/models/user.js";
import { textOf } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";
import { makeDelivery, makeWebhook } from "../../../support/webhooks/webhooks.js";

describe("The deliveries of a webhook in the administration", () => {
  const world = useWorld();
  let owner: User;
  let webhook: string;
  beforeEach(async () => {
    world.freezeTime();
    owner = await world.make.user({ role: "system_admin", email: "owner@example.test" });
    webhook = (await makeWebhook(world, owner)).id;
  });
  const log = (): string => `/admin/webhooks/${webhook}/deliveries`;
  const asOwner = async () => (await world.signedIn(owner)).visitor;

  it("can be tested when there is none yet, by who may change the webhook", async () => {
    const ask = "Send a test event";
    expect(textOf(await (await asOwner()).get(log()))).to.contain(`${ask} to see`);
    await world.make.role("readers", 1, ["webhooks.read"]);
    const reader = await world.signedIn(await world.make.user({ role: "readers" }));
    const shown = textOf(await reader.visitor.get(log()));
    expect(shown).to.contain("What is sent to the address is listed here.").and.not.to.contain(ask);
  });

  it("wait without a next attempt while the webhook is paused, unless they are tests", async () => {
    const failed = await makeDelivery(world, webhook);
    const test = await makeDelivery(world, webhook, { event_type: "webhook.test", position: 0 });
    const visitor = await asOwner();
    await visitor.submit(`/admin/webhooks/${webhook}/paused`, { _method: "PUT", paused: "1" });
    const page = async (id: string): Promise<string> => textOf(await visitor.get(`${log()}/${id}`));

    await visitor.submit(`${log()}/${failed}/retry`);
    expect(await page(failed))
      .to.contain("The event is sent again when it is resumed.")
      .and.to.match(/Next attempt\s+When the webhook is resumed/);
    await visitor.submit(`${log()}/${test}/retry`);
    expect(await page(test))
      .to.contain("The event is sent again within a few seconds.")
      .and.not.to.contain("When the webhook is resumed");

    await makeDelivery(world, webhook, { position: 2 });
    await visitor.submit(`/admin/webhooks/${webhook}/retry`, { since: "all" });
    expect(textOf(await visitor.get(log()))).to.contain("1 delivery is sent again when it is resumed.");
  });
});
