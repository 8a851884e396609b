import { expect } from "chai";
import { DAY, now } from "../../src/lib/clock.js";
import type { Visit } from "../support/browser/chromium.js";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";

const FILL = 'getComputedStyle(document.querySelector("svg .chart-good")).fill';
const SWATCH = 'getComputedStyle(document.querySelector(".chart-swatch.chart-good")).backgroundColor';

describeWith("Chromium", "An administrator in a browser", () => {
  const { world, product } = useRunningProduct();
  // figures are cached for a minute, also between tests
  let minute = 0;
  beforeEach(() => world.advance((minute += 2) * 60_000));

  const administrator = async (options = {}): Promise<Visit> =>
    product.signedIn(await world.make.user({ role: "system_admin" }), options);

  it("finds an event, opens it, and continues to all events of the same user", async () => {
    const grace = await world.make.user({
      first_name: "Grace",
      last_name: "Hopper",
      email: "grace@example.test",
    });
    await world.visitor().signIn(grace);
    const other = world.visitor();
    await other.get("/login");
    await other.submit("/login", { email: grace.email, password: "wrong" });
    const ada = await administrator();
    await ada.open("/dashboard");
    await ada.follow("Activity");
    await ada.page.getByLabel("Event", { exact: true }).selectOption({ label: "Signed in" });
    await ada.fill({ Actor: "hopper" });
    await ada.press("Search", "main");
    expect(await ada.page.locator("tbody tr").count()).to.equal(1);
    await ada.follow("Signed in");
    expect(await ada.text())
      .to.contain("grace@example.test")
      .and.contain("Chrome on Linux");
    await ada.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await ada.page.getByRole("button", { name: "Copy" }).click();
    await ada.page.getByText("Copied", { exact: true }).waitFor();
    const trace = await ada.page.locator("#trace-id").innerText();
    expect(await ada.page.evaluate("navigator.clipboard.readText()")).to.equal(trace);
    await ada.follow("All events with the target Grace Hopper");
    expect(await ada.text()).to.contain("Sign-in failed");
    expect(await ada.page.locator("details.list-more-filters").getAttribute("open")).not.to.equal(null);
    await ada.page.getByLabel("IP address").fill("nonsense");
    await ada.press("Search", "main");
    expect(await ada.text()).to.contain("Enter an IP address.");
  });

  it("exports the same rows to a file", async () => {
    const ada = await administrator();
    await ada.open("/admin/activity?event=login");
    const saved = ada.page.waitForEvent("download");
    await ada.page.getByRole("link", { name: "Export as CSV" }).click();
    expect((await saved).suggestedFilename()).to.match(/^activity-\d{4}-\d\d-\d\d\.csv$/);
  });

  it("sees a chart of sign-ins in the colours of the theme", async () => {
    const user = await world.make.user();
    await world.visitor().signIn(user);
    await world.services.knex("activity_log").update({ created_at: now() - 3 * DAY });
    const ada = await administrator();
    await ada.open("/dashboard");
    const today = ada.page.locator("svg .chart-good").last();
    for (const scheme of ["light", "dark"] as const) {
      await ada.setColorScheme(scheme);
      expect(await ada.page.evaluate(FILL)).to.equal(await ada.page.evaluate(SWATCH));
      expect((await today.boundingBox())!.height, "today's sign-in").to.be.above(10);
    }
    await ada.page.locator("details.chart-numbers > summary").click();
    expect(await ada.page.locator(".chart-table tbody tr").count()).to.equal(30);
  });

  it("sees the chart and the same figures as text without JavaScript", async () => {
    const ada = await administrator({ javaScriptEnabled: false });
    await ada.open("/dashboard");
    expect(await ada.page.locator(".chart svg").isVisible()).to.equal(true);
    await ada.page.locator("details.chart-numbers > summary").click();
    expect(await ada.page.locator(".chart-table tbody tr").first().innerText()).to.match(/\t1\t0$/);
  });
});
