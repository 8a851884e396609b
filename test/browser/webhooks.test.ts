import { expect } from "chai";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";
import { isSignedWith, sendDue, useReceiver } from "../support/webhooks/receiver.js";

describeWith("Chromium", "A webhook in a browser", () => {
  const { world, product } = useRunningProduct({ WEBHOOKS_ALLOW_LOOPBACK: "true" });
  const receiver = useReceiver();

  it("is created, tested, repaired, paused, resumed and deleted", async () => {
    const ada = await product.signedIn(await world.make.user({ role: "system_admin" }));
    await ada.open("/dashboard");
    await ada.follow("Webhooks");
    await ada.follow("New webhook");
    await ada.fill({ Address: receiver.url });
    for (const type of ["user.created", "user.deleted"]) await ada.page.getByLabel(type).check();
    await ada.press("Create webhook");
    const secret = (await ada.page.locator("[data-secret]").innerText()).trim();
    await ada.page.getByLabel("I've copied it to a safe place").check();
    await ada.press("I've stored it");
    expect(await ada.page.content()).not.to.contain(secret);
    expect(await ada.page.getByLabel("user.deleted").isChecked()).to.equal(true);

    receiver.answer = () => ({ status: 500, body: "out of order" });
    await ada.follow("Deliveries");
    await ada.press("Send a test event");
    await sendDue(world.services);
    await ada.page.reload();
    expect(await ada.page.locator("tbody").innerText()).to.match(
      /webhook\.test[^]*Failed[^]*HTTP status 500/,
    );
    await ada.follow("webhook.test");
    expect(await ada.page.locator("main").innerText()).to.contain("out of order");

    receiver.reset();
    await ada.press("Send again");
    await sendDue(world.services);
    await ada.page.reload();
    expect(await ada.page.locator("main").innerText()).to.match(/Delivered[^]*"type": "webhook\.test"/);
    expect(receiver.received.map((event) => isSignedWith(secret, event))).to.deep.equal([true]);

    await ada.follow("All deliveries");
    await ada.leaving(() => ada.page.locator(".nav-tabs").getByText("Settings").click());
    await ada.press("Pause");
    expect(await ada.text()).to.contain("New events aren't sent.");
    await ada.press("Resume");
    await ada.confirm("Delete", "Delete webhook", "[aria-labelledby=delete-title]");
    expect(await ada.text())
      .to.contain(`The webhook for ${receiver.url} was deleted.`)
      .and.to.contain("No webhooks yet.");
  });
});
