import { expect } from "chai";
import type { Visit } from "../support/browser/chromium.js";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";

const SECRET = /adk_cs_[0-9A-Za-z]{49}/;

describeWith("Chromium", "The secret of an API client in a browser", () => {
  const { world, product } = useRunningProduct();
  const clients = async (): Promise<{ id: string; secret_hash: Buffer }[]> =>
    world.services.knex("oauth_clients").select("id", "secret_hash");

  /** Registers a client; the dialog with its secret is open. */
  async function created(options = {}): Promise<{ ada: Visit; secret: string }> {
    const ada = await product.signedIn(await world.make.user({ role: "system_admin" }), options);
    await ada.open("/dashboard");
    await ada.follow("Applications");
    await ada.follow("New application");
    await ada.fill({ Name: "Team calendar", "Redirect addresses": "https://calendar.example.test/cb" });
    await ada.press("Create application");
    return { ada, secret: await ada.page.locator("[data-secret]").innerText() };
  }
  const dialogOf = ({ page }: Visit) => page.getByRole("dialog");
  /** The message that the page shows before it is left; the answer is "stay". */
  const leavingIsAsked = ({ page }: Visit): Promise<string> =>
    new Promise((resolve) =>
      page.once("dialog", (asked) => void asked.dismiss().then(() => resolve(asked.type()))),
    );

  it("is shown in a dialog that neither Escape nor a click outside closes, with the client's ID", async () => {
    const { ada, secret } = await created();
    expect(secret).to.match(SECRET);
    for (let time = 1; time <= 3; time++) await ada.page.keyboard.press("Escape");
    await ada.page.mouse.click(5, 5);
    expect(await dialogOf(ada).isVisible()).to.equal(true);
    expect(await dialogOf(ada).innerText()).to.contain((await clients())[0]!.id);
    expect(await ada.page.getByRole("button", { name: "I've stored it" }).isDisabled()).to.equal(true);
  });

  it("is in the settings to paste, which are the first page of the new application", async () => {
    const { ada, secret } = await created();
    await dialogOf(ada).locator("summary", { hasText: "Grafana" }).click();
    expect(await dialogOf(ada).innerText()).to.contain(`client_secret = ${secret}`);
    await ada.page.getByLabel("I've copied it to a safe place").check();
    await ada.press("I've stored it");
    expect(ada.location).to.match(/\/connect$/);
    expect(await ada.page.locator(".nav-tabs [aria-current=page]").innerText()).to.equal("Connect");
    expect(await ada.page.content()).not.to.contain(secret);
    await ada.leaving(() => ada.page.locator(".nav-tabs").getByText("Settings").click());
  });

  it("of a machine is made by choosing its tile, without redirect addresses", async () => {
    const ada = await product.signedIn(await world.make.user({ role: "system_admin" }));
    await ada.open("/admin/api-clients/create");
    await ada.page.getByLabel("Machine").check();
    await ada.fill({ Name: "Nightly export" });
    await ada.press("Create application");
    const secret = await ada.page.locator("[data-secret]").innerText();
    expect(await dialogOf(ada).innerText()).to.contain("curl");
    expect(await ada.page.content()).to.contain(`:${secret.trim()}`);
  });

  it("is still shown after the reader goes back, once or repeatedly", async () => {
    const { ada, secret } = await created();
    await dialogOf(ada).click();
    for (let time = 1; time <= 3; time++) {
      await ada.page.evaluate(
        `new Promise((resolve) => { addEventListener("popstate", resolve, { once: true }); history.back(); })`,
      );
      expect(await dialogOf(ada).locator("[data-secret]").innerText()).to.equal(secret);
    }
  });

  it("isn't lost by closing, reloading or leaving the page without a warning", async () => {
    const { ada, secret } = await created();
    await dialogOf(ada).click(); // browsers ask only after the user has interacted with the page
    for (const away of ["location.reload()", 'location.href = "/dashboard"']) {
      const asked = leavingIsAsked(ada);
      await ada.page.evaluate(`setTimeout(() => { ${away} })`);
      expect(await asked, away).to.equal("beforeunload");
      expect(await dialogOf(ada).locator("[data-secret]").innerText()).to.equal(secret);
    }
  });

  it("can be copied and acknowledged, and is then shown nowhere", async () => {
    const { ada, secret } = await created();
    await ada.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await ada.page.getByRole("button", { name: "Copy" }).click();
    await ada.page.getByText("Copied", { exact: true }).waitFor();
    expect(await ada.page.evaluate("navigator.clipboard.readText()")).to.equal(secret);
    await ada.press("I've stored it");
    const [client] = await clients();
    expect(ada.location).to.equal(`/admin/api-clients/${client!.id}/connect`);
    for (const act of [() => ada.page.reload(), () => ada.page.goBack(), () => ada.page.goForward()]) {
      await act();
      expect(await ada.page.content()).not.to.match(SECRET);
      expect(await dialogOf(ada).count()).to.equal(0);
    }
    expect(await clients()).to.have.length(1);
  });

  it("isn't shown again after a confirmed reload, which creates no second client", async () => {
    const { ada } = await created();
    ada.page.on("dialog", (asked) => void asked.accept());
    await ada.page.reload();
    expect(await ada.page.content()).not.to.match(SECRET);
    expect(await ada.text()).to.contain("Team calendar");
    expect(await clients()).to.have.length(1);
  });

  it("can be replaced after a confirmation and is shown once again", async () => {
    const { ada, secret } = await created();
    await dialogOf(ada).getByRole("checkbox").check();
    await ada.press("I've stored it");
    await ada.leaving(() => ada.page.locator(".nav-tabs").getByText("Settings").click());
    await ada.confirm("Replace secret", "Replace secret");
    const next = await ada.page.locator("[data-secret]").innerText();
    expect(next).to.match(SECRET).and.not.equal(secret);
    await dialogOf(ada).getByRole("checkbox").check();
    await ada.press("I've stored it");
    await ada.confirm(/^Delete/, "Delete application");
    expect(await ada.text()).to.contain("The application “Team calendar” and its tokens were deleted");
  });

  it("can be read without JavaScript, and a reload creates no second client", async () => {
    const { ada, secret } = await created({ javaScriptEnabled: false });
    expect(secret).to.match(SECRET);
    expect(await dialogOf(ada).isVisible()).to.equal(true);
    await ada.page.reload();
    expect(await ada.page.content()).not.to.match(SECRET);
    expect(await ada.text()).to.contain("This form was already sent, and the application exists.");
    expect(await clients()).to.have.length(1);
  });
});
