import { expect } from "chai";
import type { Visit } from "../support/browser/chromium.js";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";

describeWith("Chromium", "The roles pages in a browser", () => {
  const { world, product } = useRunningProduct();
  const root = async (): Promise<Visit> => product.signedIn(await world.make.user({ role: "system_admin" }));
  const granted = async (name: string): Promise<string[]> => {
    const roles = [...(await world.services.authority.current()).values()];
    return [...(roles.find((role) => role.name === name)?.permissions ?? [])].sort();
  };
  const press = async ({ page }: Visit, ...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** The accessible name of the focused element. */
  const focused = ({ page }: Visit): Promise<string> =>
    page.evaluate("(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()");
  /** Presses Tab until this element has the focus. */
  async function tabTo(visit: Visit, name: string): Promise<void> {
    for (let step = 0; step < 60; step++) {
      await press(visit, "Tab");
      if ((await focused(visit)).replaceAll(/\s+/g, " ") === name) return;
    }
    throw new Error(`Nothing is called ${name}.`);
  }

  it("create, change and delete a role with the keyboard alone, and update the holder's menu", async () => {
    const ada = await root();
    const grace = await world.make.user();
    const other = await product.signedIn(grace);
    await other.open("/profile");
    expect(await other.text()).not.to.contain("Applications");

    await ada.open("/admin/roles/create");
    await ada.page.locator("#label").focus();
    await ada.page.keyboard.type("Şube müdürü");
    await press(ada, "Tab");
    expect(await ada.page.locator("#name").inputValue()).to.equal("sube_muduru");
    await press(ada, "Tab");
    await ada.page.keyboard.type("5");
    for (const box of ["View: Dashboard", "View: Users", "View: Applications"]) {
      await tabTo(ada, box);
      await press(ada, "Space");
    }
    await tabTo(ada, "Create role");
    await ada.leaving(() => press(ada, "Enter"));
    expect(await ada.text()).to.contain("The role “Şube müdürü” was created.");
    expect(await granted("sube_muduru")).to.deep.equal(["api-clients.read", "dashboard.read", "users.read"]);

    await world.make.withoutRoles(grace);
    await world.make.giveRole(grace, "sube_muduru");
    await other.page.reload();
    expect(await other.text()).to.contain("Applications");

    await ada.page.getByLabel("View: Applications").uncheck();
    await ada.press("Save");
    expect(await ada.text())
      .to.contain("Changes saved.")
      .and.contain("1 user");
    await other.page.reload();
    expect(await other.text()).not.to.contain("Applications");

    await world.make.withoutRoles(grace);
    await ada.page.reload();
    await ada.confirm(/^Delete/, "Delete role");
    expect(await ada.text()).to.contain("The role “Şube müdürü” was deleted.");
  });

  it("select and clear all permissions of an area with one button, except disabled ones", async () => {
    await world.make.role("lead", 4, ["roles.read", "roles.update", "users.read", "users.update"]);
    const { id } = await world.make.role("helper", 8, ["users.delete"]);
    const visit = await product.signedIn(await world.make.user({ role: "lead" }));
    await visit.open(`/admin/roles/${id}`);
    const all = visit.page.getByRole("button", { name: "All permissions for Users" });
    const selected = (): Promise<string[]> =>
      visit.page.evaluate(
        "[...document.querySelectorAll('[name=permissions]:checked')].map((box) => box.value)",
      );
    await all.click();
    expect(await selected()).to.deep.equal(["users.read", "users.update", "users.delete"]);
    await all.click();
    expect(await selected()).to.deep.equal(["users.delete"]);
    await all.click();
    await visit.press("Save");
    expect(await granted("helper")).to.deep.equal(["users.delete", "users.read", "users.update"]);
  });

  it("keep an edited key when the label changes", async () => {
    const ada = await root();
    await ada.open("/admin/roles/create");
    await ada.page.locator("#label").fill("2nd Line Support!");
    expect(await ada.page.locator("#name").inputValue()).to.equal("nd_line_support");
    await ada.page.locator("#name").fill("second_line");
    await ada.page.locator("#label").fill("Second line");
    expect(await ada.page.locator("#name").inputValue()).to.equal("second_line");
  });

  it("work without JavaScript", async () => {
    const ada = await product.signedIn(await world.make.user({ role: "system_admin" }), {
      javaScriptEnabled: false,
    });
    await ada.open("/admin/roles/create");
    expect(await ada.page.locator("[data-all-of-row]:visible").count()).to.equal(0);
    await ada.fill({ Name: "Editor", Key: "editor", Rank: "5" });
    await ada.page.getByLabel("View: Users").check();
    await ada.press("Create role");
    expect(await granted("editor")).to.deep.equal(["users.read"]);
  });
});
