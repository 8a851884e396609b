import { expect } from "chai";
import { setClock } from "../../src/lib/clock.js";
import type { User } from "../../src/models/user.js";
import { describeWith } from "../support/app/requires.js";
import { PASSWORD } from "../support/app/factories.js";
import { useRunningProduct } from "../support/browser/running-product.js";

describeWith("Chromium", "Time zones in a browser", () => {
  const { world, product } = useRunningProduct();
  let ada: User;
  beforeEach(async () => {
    setClock(() => Date.UTC(2026, 0, 15, 12));
    ada = await world.make.user();
  });
  const profile = async (options = {}) => {
    const visit = await product.signedIn(ada, options);
    await visit.open("/profile");
    return visit;
  };
  const stored = async (email = ada.email): Promise<string> =>
    (await world.services.knex("users").where({ email }).first()).timezone;

  it("are proposed by the browser at registration", async () => {
    const visit = await product.visit({ timezoneId: "Europe/Istanbul" });
    await visit.open("/register");
    await visit.fill({
      "First name": "Grace",
      "Last name": "Hopper",
      Email: "grace@example.test",
      Password: PASSWORD,
    });
    await visit.press("Create account");
    expect(await stored("grace@example.test")).to.equal("Europe/Istanbul");
  });

  it("are searched and chosen with the keyboard", async () => {
    const visit = await profile();
    const { page } = visit;
    const field = page.getByRole("combobox", { name: "Time zone" });
    const options = page.getByRole("listbox").getByRole("option");
    expect(await field.inputValue()).to.equal("(UTC+00:00) UTC");
    await field.focus();
    expect(await options.count()).to.equal(0);
    await page.keyboard.press("ArrowDown");
    expect(await field.getAttribute("aria-expanded")).to.equal("true");
    expect(await page.locator('[aria-selected="true"]').innerText()).to.equal("(UTC+00:00) UTC");
    await page.keyboard.type("new york");
    expect(await options.allInnerTexts()).to.deep.equal(["(UTC-05:00) America/New_York"]);
    expect(await page.getByText("1 found").count()).to.equal(1);
    await page.keyboard.press("ArrowDown");
    const active = (await field.getAttribute("aria-activedescendant"))!;
    expect(await page.locator(`[id="${active}"]`).getAttribute("aria-selected")).to.equal("true");
    await page.keyboard.press("Enter");
    expect(await field.inputValue()).to.equal("(UTC-05:00) America/New_York");
    expect(await field.getAttribute("aria-expanded")).to.equal("false");
    await visit.press("Save");
    expect(await stored()).to.equal("America/New_York");
  });

  it("are chosen by a click, and found by offset and without accents", async () => {
    const visit = await profile();
    const field = visit.page.getByRole("combobox", { name: "Time zone" });
    await field.fill("+03:00 İstanbul");
    await visit.page.getByRole("listbox").getByRole("option").click();
    await visit.press("Save");
    expect(await stored()).to.equal("Europe/Istanbul");
  });

  it("stay unchanged after Escape, or when the focus leaves a search without a choice", async () => {
    const { page } = await profile();
    const field = page.getByRole("combobox", { name: "Time zone" });
    await field.fill("nowhere");
    expect(await page.getByRole("listbox").innerText()).to.equal("Nothing found");
    await page.keyboard.press("Escape");
    expect(await field.inputValue()).to.equal("(UTC+00:00) UTC");
    await field.fill("berlin");
    await page.keyboard.press("Tab");
    expect(await field.inputValue()).to.equal("(UTC+00:00) UTC");
    expect(await page.getByRole("listbox").count()).to.equal(0);
  });

  it("are a native choice without JavaScript", async () => {
    const visit = await profile({ javaScriptEnabled: false });
    await visit.page.getByLabel("Time zone").selectOption({ label: "(UTC+01:00) Europe/Berlin" });
    await visit.press("Save");
    expect(await stored()).to.equal("Europe/Berlin");
  });
});
