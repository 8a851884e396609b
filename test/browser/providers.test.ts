import { expect } from "chai";
import type { Visit } from "../support/browser/chromium.js";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";

describeWith("Chromium", "The form of a sign-in provider in a browser", () => {
  const { world, product } = useRunningProduct();
  const opened = async (user = {}, options = {}): Promise<Visit> => {
    const ada = await product.signedIn(await world.make.user({ role: "system_admin", ...user }), options);
    await ada.open("/admin/settings/providers/create");
    return ada;
  };
  const choose = (ada: Visit, tile: string) =>
    ada.leaving(() => ada.page.locator(".choice-tiles a", { hasText: tile }).click());
  const consoleOf = (ada: Visit) => ada.page.locator("main form a[target=_blank]").getAttribute("href");

  it("adds Google with its tile: only the credentials are entered", async () => {
    const ada = await opened();
    await choose(ada, "Google");
    expect(await consoleOf(ada)).to.match(/^https:\/\/console\.cloud\.google\.com\//);
    await ada.fill({ "Client ID": "harbour" });
    await ada.page.locator("#client_secret").fill("secret");
    await ada.press("Add provider", "main form");
    expect(await world.services.knex("sign_in_providers").first()).to.include({
      kind: "oidc",
      name: "Google",
      issuer: "https://accounts.google.com",
    });
  });

  it("asks for the tenant of Microsoft, and stays with its tile when that is missing", async () => {
    const ada = await opened({ locale: "tr" }, { javaScriptEnabled: false });
    await choose(ada, "Microsoft");
    expect(await consoleOf(ada)).to.match(/^https:\/\/entra\.microsoft\.com\//);
    expect(await ada.page.locator("#issuer-hint").innerText()).to.contain("{tenantid} yerine");
    await ada.fill({ "İstemci kimliği": "liman" });
    await ada.page.locator("#client_secret").fill("secret");
    await ada.press("Sağlayıcıyı ekle", "main form");
    expect(await ada.page.locator("#issuer-error").innerText()).to.contain("Kendi kiracınızınkini girin");
    expect(await ada.page.locator(".choice-tiles [aria-current]").innerText()).to.contain("Microsoft");
  });

  it("has no issuer for GitHub, and says so of its kind", async () => {
    const ada = await opened();
    await choose(ada, "GitHub");
    expect(await consoleOf(ada)).to.equal("https://github.com/settings/developers");
    expect(await ada.page.locator("#issuer, #emails_are_verified").count()).to.equal(0);
    await ada.fill({ "Client ID": "harbour" });
    await ada.page.locator("#client_secret").fill("secret");
    await ada.press("Add provider", "main form");
    expect(await world.services.knex("sign_in_providers").first()).to.include({
      kind: "github",
      issuer: null,
    });
  });
});
