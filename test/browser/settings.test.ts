import { expect } from "chai";
import type { Visit } from "../support/browser/chromium.js";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";

describeWith("Chromium", "The settings pages in a browser", () => {
  const { world, product } = useRunningProduct();
  const settings = () => world.services.settings.read();
  const opened = async (page: string, options = {}): Promise<Visit> => {
    const ada = await product.signedIn(await world.make.user({ role: "system_admin" }), options);
    await ada.open(`/admin/settings/${page}`);
    return ada;
  };
  /** The displayed rules, with a tick before those that the example meets. */
  const rules = ({ page }: Visit): Promise<string[]> =>
    page
      .locator("[data-policy-example] li:visible")
      .evaluateAll((items) =>
        items.map(
          (item) => (item.classList.contains("is-met") ? "✓ " : "") + item.querySelector("span")!.textContent,
        ),
      );

  it("check an example password against the policy without submitting it", async () => {
    const ada = await opened("security");
    const sent: string[] = [];
    ada.page.on("request", (request) => sent.push(request.url() + (request.postData() ?? "")));
    expect(await rules(ada)).to.deep.equal(["at least 8 characters"]);
    await ada.fill({ "Example password": "tr0ubador" });
    expect(await rules(ada)).to.deep.equal(["✓ at least 8 characters"]);
    await ada.fill({ "Minimum length": "10" });
    expect(await rules(ada)).to.deep.equal(["at least 10 characters"]);
    await ada.page.getByLabel("Require numbers", { exact: true }).check();
    await ada.page.getByLabel("Require uppercase and lowercase letters").check();
    await ada.page.getByLabel("Require symbols", { exact: true }).check();
    expect(await rules(ada)).to.deep.equal([
      "at least 10 characters",
      "an uppercase and a lowercase letter",
      "✓ a number",
      "a symbol",
    ]);
    await ada.fill({ "Example password": "Tr0ubador & 3" });
    expect((await rules(ada)).every((rule) => rule.startsWith("✓"))).to.equal(true);
    await ada.page.getByText("4 of 4 rules met.").waitFor({ state: "attached" });
    await ada.page.getByLabel("Example password").press("Enter");
    await ada.page.getByLabel("Reject common passwords (recommended)").check();
    await ada.page
      .getByText("It can't be one of the most common passwords. Only the server checks that.")
      .waitFor();
    await ada.press("Save");
    expect(await ada.text()).to.contain("Settings saved.");
    expect((await settings()).get("auth.password_min_length")).to.equal(10);
    expect((await settings()).get("auth.password_blocklist")).to.equal(true);
    expect(decodeURIComponent(sent.join("\n"))).not.to.contain("Tr0ubador");
  });

  it("preview the branding while it is typed, for light and dark pages", async () => {
    const ada = await opened("branding");
    const preview = ada.page.locator("[data-branding-preview]");
    const buttons = (): Promise<string[]> =>
      ada.page.evaluate(
        "[...document.querySelectorAll('.branding-preview .btn-primary')].map((part) => getComputedStyle(part).backgroundColor)",
      );
    const shipped = await buttons();
    await ada.fill({ Name: "Harbour", "Accent colour": "#ffd43b", "Welcome text": "Hello" });
    await preview.getByText("Shows your changes before you save them.").waitFor();
    expect(await preview.locator("[data-name]").allInnerTexts()).to.deep.equal(["Harbour", "Harbour"]);
    expect(await preview.locator("[data-text]").allInnerTexts()).to.deep.equal(["Hello", "Hello"]);
    await ada.page.waitForFunction(
      "getComputedStyle(document.querySelectorAll('.branding-preview .btn-primary')[1]).backgroundColor === 'rgb(255, 212, 59)'",
    );
    const [light] = await buttons();
    expect(light).not.to.be.oneOf([shipped[0], "rgb(255, 212, 59)"]);
    expect((await settings()).get("branding.accent")).to.equal("");
    await ada.press("Save");
    expect((await settings()).get("branding.accent")).to.equal("#ffd43b");
  });

  it("can be used with the keyboard alone, including the warning", async () => {
    const ada = await opened("security");
    const { keyboard } = ada.page;
    const focused = (): Promise<string> => ada.page.evaluate("document.activeElement.id");
    for (let steps = 0; steps < 60 && (await focused()) !== "auth_two_factor"; steps++)
      await keyboard.press("Tab");
    expect(await focused()).to.equal("auth_two_factor");
    await keyboard.press("Space");
    const passed: string[] = [];
    for (let steps = 0; steps < 4 && (await focused()) !== "auth_login_throttle-1"; steps++) {
      await keyboard.press("Tab");
      passed.push(await focused());
    }
    expect(passed).to.deep.equal([
      ...["auth_passkeys", "auth_two_factor_required-none", "auth_two_factor_grace_days"],
      "auth_login_throttle-1",
    ]);
    await keyboard.press("ArrowDown");
    await ada.leaving(() => keyboard.press("Enter"));
    expect(await ada.page.locator("dialog[open]").innerText()).to.contain("Nothing has been saved yet.");
    expect(await ada.page.evaluate("document.activeElement.innerText")).to.equal("Cancel");
    expect((await settings()).get("auth.two_factor")).to.equal(true);
    await keyboard.press("Tab");
    expect(await ada.page.evaluate("document.activeElement.innerText")).to.equal("Save anyway");
    await ada.leaving(() => keyboard.press("Enter"));
    expect(await ada.text()).to.contain("Settings saved.");
    expect((await settings()).get("auth.two_factor")).to.equal(false);
    expect((await settings()).get("auth.login_throttle")).to.equal(false);
  });

  it("save nothing when the warning is cancelled", async () => {
    const ada = await opened("security");
    await ada.page.getByLabel("Two-factor authentication").uncheck();
    await ada.press("Save");
    await ada.page.keyboard.press("Escape");
    expect(await ada.page.locator("dialog[open]").count()).to.equal(0);
    expect(await ada.page.getByLabel("Two-factor authentication").isChecked(), "the entry").to.equal(false);
    expect((await settings()).get("auth.two_factor")).to.equal(true);
  });

  it("link to each other, and refer to an invalid field by its label", async () => {
    const ada = await opened("general");
    await ada.follow("Email");
    await ada.page.getByLabel("Mail server below").check();
    await ada.press("Save");
    await ada.page.getByRole("link", { name: "Enter a host." }).click();
    expect(ada.page.url()).to.match(/#mail_host$/);
    await ada.follow("Captcha");
    expect(await ada.text()).to.contain("Save both keys first.");
  });

  it("work without JavaScript: the policy is written out, and the warning is a page", async () => {
    const ada = await opened("security", { javaScriptEnabled: false });
    expect(await ada.page.getByLabel("Example password").isVisible()).to.equal(false);
    expect(await ada.text()).to.contain("at least 8 characters");
    await ada.page.getByLabel("Two-factor authentication").uncheck();
    await ada.press("Save");
    await ada.press("Save anyway");
    expect((await settings()).get("auth.two_factor")).to.equal(false);
  });
});
