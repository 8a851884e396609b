import { expect } from "chai";
import { generate } from "otplib";
import sharp from "sharp";
import { DAY, MINUTE, now, SECOND } from "../../src/lib/clock.js";
import type { Visit } from "../support/browser/chromium.js";
import { PASSWORD } from "../support/app/factories.js";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";
import { PRODUCT_NAME } from "../../src/config/product.js";

const NEW_PASSWORD = "four-unrelated-words-here";

const codeFor = (secret: string): Promise<string> => generate({ secret, epoch: Math.floor(now() / SECOND) });

const linkIn = (text: string): string => /https?:\/\/\S+/.exec(text)![0];

async function signIn(visit: Visit, email: string, password = PASSWORD): Promise<void> {
  await visit.open("/login");
  await visit.fill({ Email: email, Password: password });
  await visit.press("Sign in");
}

const openAccountMenu = (visit: Visit): Promise<void> =>
  visit.page.locator("details.account-menu > summary").click();

async function signOut(visit: Visit): Promise<void> {
  await openAccountMenu(visit);
  await visit.press("Sign out", "details.account-menu");
}

describeWith("Chromium", "A user in a browser", () => {
  const { world, product } = useRunningProduct();

  it("registers, verifies the address with the mailed link, signs in and signs out", async () => {
    await world.services.settings.write({ "auth.email_verification": "1" });
    const grace = await product.visit();
    await grace.open("/");
    await grace.follow("Create an account");
    await grace.page.getByLabel("First name").fill("Grace");
    await grace.page.getByLabel("Last name").fill("Hopper");
    await grace.page.getByLabel("Email", { exact: true }).fill("grace@example.test");
    await grace.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    expect(await grace.page.getByLabel("Confirm password").isVisible()).to.equal(false);
    await grace.page.getByRole("button", { name: "Show password" }).click();
    expect(await grace.page.locator("#password").getAttribute("type")).to.equal("text");
    await grace.press("Create account");
    expect(await grace.text()).to.contain("Check your email");
    const [mail] = await product.mails();
    expect(mail!.to).to.equal("grace@example.test");
    await grace.open(linkIn(mail!.text));
    await grace.press("Verify address");
    expect(await grace.text()).to.contain("Your email address is verified.");
    await signIn(grace, "grace@example.test");
    expect(grace.location).to.equal("/dashboard");
    expect(await grace.text()).to.contain("grace@example.test · Verified");
    await signOut(grace);
    expect(await grace.text()).to.contain("You've signed out.");
  });

  it("confirms the new password without JavaScript, where it can't be shown", async () => {
    const grace = await product.visit({ javaScriptEnabled: false });
    await grace.open("/register");
    await grace.fill({ "First name": "Grace", "Last name": "Hopper", Email: "grace@example.test" });
    await grace.fill({ Password: PASSWORD, "Confirm password": "something-else" });
    await grace.press("Create account");
    expect(await grace.text()).to.contain("There's a problem with your entries");
    await grace.fill({ Password: PASSWORD, "Confirm password": PASSWORD });
    await grace.press("Create account");
    expect(grace.location).to.equal("/dashboard");
  });

  it("corrects the address after registering, and the page goes on when the phone opens the link", async () => {
    await world.services.settings.write({ "auth.email_verification": "1" });
    const grace = await product.visit();
    await grace.open("/register");
    await grace.fill({ "First name": "Grace", "Last name": "Hopper", Email: "grcae@example.test" });
    await grace.fill({ Password: PASSWORD });
    await grace.page.clock.install();
    await grace.press("Create account");
    expect(grace.location).to.equal("/email/verify");
    expect(await grace.text()).to.contain("This page continues when you've opened the link");
    await grace.page.getByText("Wrong address? Change it").click();
    expect(await grace.page.locator("#new-email").inputValue()).to.equal("grcae@example.test");
    await grace.page.locator("#new-email").fill("grace@example.test");
    await grace.press("Change address");
    expect(await grace.text()).to.contain("the next step to grace@example.test");
    const mail = (await product.mails()).at(-1)!;
    const phone = await product.visit();
    await phone.open(linkIn(mail.text));
    await phone.press("Verify address");
    await grace.leaving(() => grace.page.clock.runFor(5000));
    expect(grace.location).to.equal("/login");
    expect(await grace.text()).to.contain("Your email address is verified.");
    expect(await grace.page.getByLabel("Email").inputValue()).to.equal("grace@example.test");
  });

  it("enters a wrong password and sees an error", async () => {
    const user = await world.make.user();
    const ada = await product.visit();
    await ada.open("/dashboard");
    await ada.fill({ Email: user.email, Password: "wrong-password" });
    await ada.press("Sign in");
    expect(await ada.text()).to.contain("These credentials do not match our records.");
    expect(await ada.page.locator(":focus").getAttribute("role")).to.equal("alert");
    await ada.fill({ Password: PASSWORD });
    await ada.press("Sign in");
    expect(await ada.text()).to.contain("Hello Ada Lovelace");
  });

  it("turns on two-factor authentication and signs in with a code and with a recovery code", async () => {
    const user = await world.make.user();
    const ada = await product.visit();
    await signIn(ada, user.email);
    await ada.follow("Two-factor authentication: Set up");
    await ada.press("Set up", "#two-factor");
    const key = (await ada.page.locator(".setup-key code").allInnerTexts()).join("");
    // six digits submit themselves
    await ada.leaving(async () => ada.fill({ "Code from the app": await codeFor(key) }));
    const codes = await ada.page.locator(".recovery-codes code").allInnerTexts();
    expect(codes).to.have.length(8);
    await signOut(ada);

    world.advance(MINUTE); // a code works only once
    await signIn(ada, user.email);
    await ada.leaving(async () => ada.fill({ Code: await codeFor(key) }));
    expect(ada.location).to.equal("/dashboard");
    await signOut(ada);

    await signIn(ada, user.email);
    await ada.page.getByText("Use a recovery code").click();
    await ada.fill({ "Recovery code": codes[0]! });
    await ada.leaving(() => ada.page.getByLabel("Recovery code").press("Enter"));
    expect(ada.location).to.equal("/dashboard");
    await ada.open("/user/two-factor-recovery-codes");
    expect(await ada.page.locator(".recovery-codes code").allInnerTexts()).to.deep.equal(codes.slice(1));
  });

  it("sees another browser in the list of sessions and signs it out", async () => {
    const user = await world.make.user();
    const desk = await product.signedIn(user);
    const phone = await product.signedIn(user);
    await desk.open("/browser-sessions");
    expect(await desk.page.getByRole("button", { name: /^Sign out/ }).count()).to.be.at.least(2);
    await desk.page.getByRole("button", { name: /^Sign out Chrome on Linux/ }).click();
    await desk.press("Sign out", "dialog[open]");
    expect(await desk.text()).to.contain("Session ended.");
    await phone.open("/dashboard");
    expect(phone.location).to.match(/^\/login/);
  });

  it("finds its own events of one kind in the security log", async () => {
    const ada = await product.signedIn(await world.make.user());
    await ada.open("/user/security");
    await ada.leaving(() => ada.page.locator("#access").getByRole("link", { name: "Security log" }).click());
    expect(await ada.text()).to.contain("Signed in");
    await ada.page.getByLabel("Kind").selectOption("access");
    await ada.leaving(() => ada.page.locator("main form button[type=submit]").click());
    expect(await ada.text()).to.contain("Nothing matches these filters.");
  });

  it("changes the password, which signs out every other browser", async () => {
    const user = await world.make.user();
    const ada = await product.signedIn(user);
    const other = await product.signedIn(user);
    await ada.open("/user/security");
    await ada.fill({ "Current password": PASSWORD, "New password": NEW_PASSWORD }, "#password");
    expect(await ada.page.locator("#password [data-rule].is-met").count()).to.equal(1);
    await ada.press("Change password", "#password");
    expect(await ada.text()).to.contain("Your password was changed");
    await other.open("/dashboard");
    expect(other.location).to.match(/^\/login/);
    const subjects = (await product.mails()).map(({ subject }) => subject);
    expect(subjects).to.include(`Your ${PRODUCT_NAME} password was changed`);
  });

  it("has to choose a new password when the old one has expired", async () => {
    const user = await world.make.user();
    await world.services.settings.write({ "auth.password_expiry_days": "30" });
    world.advance(31 * DAY);
    const ada = await product.visit();
    await signIn(ada, user.email);
    expect(ada.location).to.equal("/password/expired");
    await ada.open("/profile");
    expect(ada.location).to.equal("/password/expired");
    await ada.fill({ "Current password": PASSWORD, "New password": NEW_PASSWORD });
    await ada.press("Change password");
    expect(await ada.text()).to.contain("Your password was changed");
    await ada.open("/dashboard");
    expect(await ada.text()).to.contain("Changed today");
  });

  it("resets a forgotten password with the mailed link", async () => {
    const user = await world.make.user();
    const ada = await product.visit();
    await ada.open("/login");
    await ada.follow("Forgot your password?");
    await ada.fill({ Email: user.email });
    await ada.press("Send link");
    expect(await ada.text()).to.contain(
      "belongs to an account, we've sent a link to choose a new password. It works for 60 minutes.",
    );
    const [mail] = await product.mails();
    await ada.open(linkIn(mail!.text));
    await ada.fill({ "New password": NEW_PASSWORD });
    await ada.press("Save password");
    await ada.fill({ Email: user.email, Password: NEW_PASSWORD });
    await ada.press("Sign in");
    expect(ada.location).to.equal("/dashboard");
  });

  it("changes name and address; the new address takes effect with its link", async () => {
    const user = await world.make.user();
    const ada = await product.signedIn(user);
    await ada.open("/profile");
    await ada.fill({ "Last name": "King", Email: "ada.king@example.test" }, "#information");
    await ada.press("Save", "#information");
    expect(await ada.text()).to.contain("Waiting for you to verify ada.king@example.test");
    const mail = (await product.mails()).find(({ to }) => to === "ada.king@example.test");
    await ada.open(linkIn(mail!.text));
    await ada.press("Verify address");
    await openAccountMenu(ada);
    expect(await ada.page.locator(".account-menu-head").innerText()).to.contain("ada.king@example.test");
  });

  it("uploads an avatar, sees it on the page, and removes it", async () => {
    const ada = await product.signedIn(await world.make.user());
    const picture = sharp({ create: { width: 320, height: 200, channels: 3, background: "#1b7f5c" } });
    const file = { name: "me.png", mimeType: "image/png", buffer: await picture.png().toBuffer() };
    await ada.open("/profile");
    await ada.page.locator("#avatar").setInputFiles(file);
    await ada.press("Upload", "#picture");
    expect(await ada.text()).to.contain("Picture changed.");
    const shown = ada.page.locator("details.account-menu > summary img");
    expect(await shown.evaluate((image) => (image as { naturalWidth?: number }).naturalWidth)).to.equal(256);
    await ada.confirm("Remove picture", "Remove picture", "#picture");
    expect(await shown.count()).to.equal(0);
  });

  it("creates an access token, sees it once in a dialog, uses it and revokes it", async () => {
    const ada = await product.signedIn(await world.make.user());
    await ada.open("/user/tokens");
    await ada.fill({ Name: "Deploy pipeline" });
    await ada.press("Create token");
    const dialog = ada.page.getByRole("dialog");
    const token = await dialog.locator("code").innerText();
    await ada.page.keyboard.press("Escape");
    await ada.page.keyboard.press("Escape");
    await ada.page.mouse.click(5, 5);
    expect(await dialog.isVisible()).to.equal(true);
    const me = () => world.api.as(token).get("/auth/me");
    expect((await me()).status).to.equal(200);
    await dialog.getByRole("checkbox").check();
    await ada.press("I've stored it");
    expect(await ada.page.content())
      .to.contain("Deploy pipeline")
      .and.not.contain(token);
    await ada.confirm("Revoke", "Revoke token");
    expect(await ada.text()).to.contain("Token revoked.");
    expect((await me()).status).to.equal(401);
  });

  it("switches to Turkish and to dark mode, and both are kept", async () => {
    const user = await world.make.user();
    const ada = await product.visit();
    await ada.open("/login");
    await ada.leaving(() => ada.page.getByLabel("Language").selectOption("tr"));
    expect(await ada.page.locator("h1").innerText()).to.equal("Oturum aç");
    await ada.leaving(() => ada.page.getByLabel("Tema").selectOption("dark"));
    expect(await ada.page.locator("html").getAttribute("data-bs-theme")).to.equal("dark");
    await ada.fill({ "E-posta": user.email, Parola: PASSWORD });
    await ada.press("Oturum aç");
    // after sign-in, the language of the profile applies in every browser
    await openAccountMenu(ada);
    await ada.leaving(() => ada.page.getByLabel("Language").selectOption("tr"));
    expect(await ada.page.locator("html").getAttribute("data-bs-theme")).to.equal("dark");
    const elsewhere = await product.signedIn(user);
    await elsewhere.open("/dashboard");
    expect(await elsewhere.text()).to.contain("Merhaba Ada Lovelace");
  });

  it("can use the site without JavaScript", async () => {
    const user = await world.make.user();
    const ada = await product.visit({ javaScriptEnabled: false, colorScheme: "dark" });
    await ada.open("/login");
    expect(await ada.page.evaluate("matchMedia('(scripting: none)').matches")).to.equal(true);
    expect(await ada.page.evaluate("getComputedStyle(document.body).backgroundColor")).to.match(
      /^oklch\(0\.[0-3]/,
    );
    await ada.page.getByLabel("Language").selectOption("tr");
    await ada.press("Apply");
    await ada.page.getByLabel("Dil").selectOption("en");
    await ada.press("Uygula");
    await ada.fill({ Email: user.email, Password: PASSWORD });
    await ada.press("Sign in");
    await ada.open("/user/tokens");
    await ada.fill({ Name: "Deploy pipeline" });
    await ada.press("Create token");
    expect(await ada.page.getByRole("dialog").locator("code").innerText()).to.match(/^adk_pat_/);
    await ada.open("/dashboard");
    await signOut(ada);
    expect(await ada.text()).to.contain("You've signed out.");
  });

  it("can use the site without a mouse: skips to the content, opens and closes the menu", async () => {
    const ada = await product.signedIn(await world.make.user());
    await ada.open("/dashboard");
    const { keyboard } = ada.page;
    const focused = ada.page.locator(":focus");
    await keyboard.press("Tab");
    expect(await focused.innerText()).to.equal("Skip to content");
    await keyboard.press("Enter");
    expect(await focused.getAttribute("id")).to.equal("content");
    const menu = ada.page.locator("details.account-menu");
    await menu.locator("summary").focus();
    await keyboard.press("Enter");
    await keyboard.press("Tab");
    expect(await focused.innerText()).to.equal("Profile");
    await keyboard.press("Escape");
    expect(await menu.getAttribute("open")).to.equal(null);
    expect(await focused.evaluate((element) => element.nodeName)).to.equal("SUMMARY");
  });

  it("deletes the account and can't sign in afterwards", async () => {
    const user = await world.make.user();
    const ada = await product.signedIn(user);
    await ada.open("/profile");
    await ada.follow("Delete account…");
    await ada.fill({ "Current password": PASSWORD });
    await ada.press("Delete my account");
    expect(await ada.text()).to.contain("Your account was deleted.");
    await signIn(ada, user.email);
    expect(await ada.text()).to.contain("These credentials do not match our records.");
  });
});
