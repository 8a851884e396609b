import { expect } from "chai";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";

describeWith("Chromium", "An organisation in a browser", () => {
  const { world, product } = useRunningProduct();

  it("is created, gets a member, changes its owner, and is left and deleted", async () => {
    const grace = await world.make.user({ first_name: "Grace", last_name: "Hopper" });
    const ada = await product.signedIn(await world.make.user({ role: "system_admin" }));
    await ada.open("/admin/organisations");
    await ada.follow("New organisation");
    await ada.fill({ Name: "Acme", "Short name": "acme" });
    await ada.press("Create organisation");

    await ada.leaving(() => ada.page.locator(".nav-tabs").getByText("Members").click());
    await ada.page.locator("#new-email").fill(grace.email);
    await ada.press("Add member");
    expect(await ada.text()).to.contain("Grace Hopper is now a member.");
    await ada.open("/organisations/acme");
    await ada.confirm("Leave", "Leave", "[aria-labelledby=details-title]");
    expect(await ada.text()).to.contain("An organisation always has an owner.");

    await ada.open("/organisations/acme/members");
    await ada.page.getByLabel("Role of Grace Hopper", { exact: true }).selectOption("owner");
    await ada.leaving(() => ada.page.getByLabel("Save the role of Grace Hopper").click());
    expect(await ada.text()).to.contain("The role of Grace Hopper is now: Owner.");
    await ada.open("/organisations/acme");
    await ada.confirm("Leave", "Leave", "[aria-labelledby=details-title]");
    expect(await ada.text()).to.contain("You left Acme.");

    const owner = await product.signedIn(grace);
    await owner.open("/profile");
    await owner.leaving(() => owner.page.locator(".account-nav").getByText("Organisations").click());
    await owner.follow("Acme");
    await owner.confirm("Delete", "Delete organisation", "[aria-labelledby=delete-title]");
    expect(await owner.text()).to.contain("The organisation Acme was deleted.");
    expect(await world.services.knex("organisations")).to.deep.equal([]);
  });
});
