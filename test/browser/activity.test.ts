import { expect } from "chai";
import { DAY, now } from "../../src/lib/clock.js";
import type { Visit } from "../support/browser/chromium.js";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";

/** The colours on the canvas, read from a copy. */
const COLOURS = `(() => {
  const drawn = document.querySelector("canvas[data-chart]");
  const copy = Object.assign(document.createElement("canvas"), { width: drawn.width, height: drawn.height });
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(drawn, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4)
    if (data[at + 3] === 255) colours.add([data[at], data[at + 1], data[at + 2]].join());
  return [...colours];
})()`;

/** The colour of the first series in the legend, as the canvas reports it. */
const SWATCH = `(() => {
  const context = document.createElement("canvas").getContext("2d");
  context.fillStyle = getComputedStyle(document.querySelector("[data-swatch]")).backgroundColor;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].join();
})()`;

describeWith("Chromium", "An administrator in a browser", () => {
  const { world, product } = useRunningProduct();
  // figures are cached for a minute, also between tests
  let minute = 0;
  beforeEach(() => world.advance((minute += 2) * 60_000));

  const administrator = async (options = {}): Promise<Visit> =>
    product.signedIn(await world.make.user({ role: "system_admin" }), options);
  const coloursOf = ({ page }: Visit): Promise<string[]> => page.evaluate(COLOURS);

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
    await ada.press("Search");
    expect(await ada.page.locator("tbody tr").count()).to.equal(1);
    await ada.follow("Signed in");
    expect(await ada.text())
      .to.contain("grace@example.test")
      .and.contain("Chrome on Linux");
    await ada.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await ada.page.getByRole("button", { name: "Copy" }).click();
    await ada.page.getByText("Copied", { exact: true }).waitFor();
    const trace = await ada.page.locator("#trace-id").innerText();
    expect(await ada.page.evaluate("navigator.clipboard.readText()")).to.equal(trace);
    await ada.follow("All events with the target Grace Hopper");
    expect(await ada.text()).to.contain("Sign-in failed");
    expect(await ada.page.locator("details.list-more-filters").getAttribute("open")).not.to.equal(null);
    await ada.page.getByLabel("IP address").fill("nonsense");
    await ada.press("Search");
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
    await ada.setColorScheme("light");
    const light = await coloursOf(ada);
    expect(light.length).to.be.above(2);
    expect(light).to.include(await ada.page.evaluate(SWATCH));
    await ada.setColorScheme("dark");
    expect(await coloursOf(ada)).not.to.deep.equal(light);
    await ada.page.locator("details.chart-numbers > summary").click();
    expect(await ada.page.locator(".chart-table tbody tr").count()).to.equal(30);
  });

  it("reads the same figures as text without JavaScript", async () => {
    const ada = await administrator({ javaScriptEnabled: false });
    await ada.open("/dashboard");
    expect(await ada.page.locator("canvas").isVisible()).to.equal(false);
    await ada.page.locator("details.chart-numbers > summary").click();
    expect(await ada.page.locator(".chart-table tbody tr").first().innerText()).to.match(/\t1\t0$/);
  });
});
