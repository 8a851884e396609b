import { expect } from "chai";
import type { Visit } from "../support/browser/chromium.js";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";

describeWith("Chromium", "The search of the header in a browser", () => {
  const { world, product } = useRunningProduct();
  const opened = async (path = "/profile", options = {}): Promise<Visit> => {
    const ada = await world.make.user({ role: "system_admin" });
    const visit = await product.signedIn(ada, options);
    await visit.open(path);
    return visit;
  };
  const dialogOf = ({ page }: Visit) => page.getByRole("dialog", { name: "Search" });
  const inputOf = (visit: Visit) => dialogOf(visit).getByRole("combobox");
  const optionsOf = (visit: Visit) => dialogOf(visit).getByRole("option");
  const activeOf = (visit: Visit): Promise<string> =>
    visit.page.evaluate(
      `document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.innerText ?? ""`,
    );
  const isFocused = (visit: Visit, selector: string): Promise<boolean> =>
    visit.page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`);

  it("finds and opens a user with the keyboard alone", async () => {
    const grace = await world.make.user({ first_name: "Grace", last_name: "Hopper" });
    const visit = await opened();
    const { keyboard } = visit.page;
    await keyboard.press("/");
    await optionsOf(visit).getByText("Dashboard", { exact: true }).waitFor();
    expect(await isFocused(visit, ".palette input")).to.equal(true);
    await keyboard.type("hopper");
    await optionsOf(visit).getByText("Grace Hopper").waitFor();
    await dialogOf(visit).getByText("1 found").waitFor();
    expect(await activeOf(visit)).to.contain("Grace Hopper");
    await visit.leaving(() => keyboard.press("Enter"));
    expect(visit.location).to.equal(`/admin/users/${grace.id}`);
  });

  it("moves through the results with the arrow keys, around both ends", async () => {
    const visit = await opened();
    const { keyboard } = visit.page;
    await keyboard.press("Control+k");
    await optionsOf(visit).first().waitFor();
    const labels = await optionsOf(visit).allInnerTexts();
    expect(await activeOf(visit)).to.equal("");
    await keyboard.press("ArrowDown");
    expect(await activeOf(visit)).to.equal(labels[0]);
    await keyboard.press("ArrowDown");
    expect(await activeOf(visit)).to.equal(labels[1]);
    await keyboard.press("ArrowUp");
    await keyboard.press("ArrowUp");
    expect(await activeOf(visit)).to.equal(labels.at(-1));
    expect(await dialogOf(visit).locator('[aria-selected="true"]').count()).to.equal(1);
  });

  it("closes with Escape, and returns the focus", async () => {
    const visit = await opened();
    const button = visit.page.getByRole("button", { name: "Search" });
    await button.focus();
    await visit.page.keyboard.press("Enter");
    await optionsOf(visit).first().waitFor();
    await visit.page.keyboard.press("Escape");
    await dialogOf(visit).waitFor({ state: "hidden" });
    expect(await isFocused(visit, "button.app-search")).to.equal(true);
    await visit.page.locator("#profile-first_name").focus();
    await visit.page.keyboard.press("Control+k");
    await optionsOf(visit).first().waitFor();
    await visit.page.keyboard.press("Escape");
    expect(await isFocused(visit, "#profile-first_name")).to.equal(true);
  });

  it("doesn't take a slash from a field", async () => {
    const visit = await opened();
    await visit.page.locator("#profile-first_name").focus();
    await visit.page.keyboard.press("End");
    await visit.page.keyboard.press("/");
    expect(await visit.page.locator("#profile-first_name").inputValue()).to.equal("Ada/");
    expect(await dialogOf(visit).count()).to.equal(0);
  });

  it("leaves the slash to the API docs, where Ctrl+K opens it", async () => {
    const visit = await opened("/api-dock");
    await visit.page.locator("[data-operation]").first().waitFor();
    await visit.page.keyboard.press("/");
    expect(await isFocused(visit, "input:not(.palette input)")).to.equal(true);
    expect(await dialogOf(visit).count()).to.equal(0);
    await visit.page.keyboard.press("Control+k");
    await optionsOf(visit).first().waitFor();
  });

  it("says when nothing is found and when the search fails, and can be searched again", async () => {
    const visit = await opened();
    await visit.page.keyboard.press("Control+k");
    await inputOf(visit).fill("nothing at all");
    await dialogOf(visit).getByText("Nothing found").waitFor();
    expect(await inputOf(visit).getAttribute("aria-expanded")).to.equal("false");
    visit.expected.add(422);
    await inputOf(visit).fill("1 2 3 4 5 6 7 8 9");
    await dialogOf(visit).getByText("The search failed. Try again in a moment.").waitFor();
    await inputOf(visit).fill("roles");
    await optionsOf(visit).getByText("Roles").waitFor();
  });

  it("never opens a result of the former text when Enter follows the new text", async () => {
    const visit = await opened();
    const { page } = visit;
    await visit.context.clock.install();
    let respond = (): void => undefined;
    const held = new Promise<void>((resolve) => (respond = resolve));
    const empty = /\/search\/results\?search=(&|$)/;
    await page.route(empty, async (route) => {
      await held;
      await route.continue().catch(() => undefined); // the page has cancelled it
    });
    const asked = page.waitForRequest(empty);
    await page.keyboard.press("Control+k");
    await asked;
    await visit.context.clock.pauseAt(Date.now() + 60_000); // the search of the new text doesn't begin
    const ended = ["requestfinished", "requestfailed"].map((event) =>
      page.waitForEvent(event as "requestfinished", (request) => empty.test(request.url())),
    );
    await inputOf(visit).fill("nothing");
    respond();
    await Promise.any(ended);
    await visit.leaving(() => page.keyboard.press("Enter"));
    expect(visit.location).to.equal("/search?search=nothing");
  });

  it("is a page without JavaScript", async () => {
    const visit = await opened("/profile", { javaScriptEnabled: false });
    await visit.follow("Search");
    expect(visit.location).to.equal("/search");
    await visit.fill({ "Search pages, settings, users and actions": "roles" });
    await visit.press("Search", "main");
    expect(await visit.page.locator("main .link-list a").allInnerTexts()).to.have.length(1);
    await visit.fill({ "Search pages, settings, users and actions": "sign out" });
    await visit.press("Search", "main");
    await visit.press("Sign out", "main .link-list");
    expect(await visit.text()).to.contain("You've signed out.");
  });

  it("switches to the dark theme and signs out, and shows the pages opened last to their user alone", async () => {
    const grace = await world.make.user({ first_name: "Grace", last_name: "Hopper" });
    const visit = await opened(`/admin/users/${grace.id}`, { locale: "en-GB" }); // an unused browser
    await visit.open("/profile");
    const { keyboard } = visit.page;
    await keyboard.press("Control+k");
    const recent = dialogOf(visit).getByRole("group", { name: "Recent" });
    await recent.waitFor();
    expect(await recent.getByRole("option").allInnerTexts()).to.deep.equal([`Grace Hopper\n${grace.email}`]);
    await keyboard.type("dark");
    await dialogOf(visit).getByText("1 found").waitFor();
    await visit.leaving(() => keyboard.press("Enter"));
    expect(visit.location).to.equal("/profile");
    expect(await visit.page.evaluate("document.documentElement.dataset.bsTheme")).to.equal("dark");
    await keyboard.press("Control+k");
    await keyboard.type("log out");
    await dialogOf(visit).getByText("1 found").waitFor();
    await visit.leaving(() => keyboard.press("Enter"));
    expect(await visit.text()).to.contain("You've signed out.");
    expect(await visit.page.evaluate("localStorage.getItem('authdock-recent')")).to.equal(null);
  });
});
