import { expect } from "chai";
import type { Locator } from "playwright-core";
import { PRODUCT_NAME } from "../../src/config/product.js";
import { DAY, MINUTE, now } from "../../src/lib/clock.js";
import { LOCALES, translatorOf } from "../../src/texts/translate.js";
import { cliJson } from "../support/app/command-line.js";
import { PASSWORD, type UserOptions } from "../support/app/factories.js";
import { invited } from "../support/app/invited.js";
import { describeWith } from "../support/app/requires.js";
import type { Visit } from "../support/browser/chromium.js";
import { useRunningProduct } from "../support/browser/running-product.js";
import { authorizePath } from "../support/oauth/authorization-request.js";
import { makeClient } from "../support/oauth/oauth.js";

const NEW_PASSWORD = "four-unrelated-words-here";
const linkIn = (text: string): string => /https?:\/\/\S+/.exec(text)![0];

/** Whether an element begins less than 30 px below the other one. */
async function isBelow(element: Locator, other: Locator): Promise<boolean> {
  const [{ y: top }, { y, height }] = [(await element.boundingBox())!, (await other.boundingBox())!];
  return top >= y + height && top < y + height + 30;
}

for (const locale of LOCALES)
  describeWith("Chromium", `In a browser in the language ${locale}`, () => {
    const { world, product } = useRunningProduct();
    const t = translatorOf(locale);

    async function guest(): Promise<Visit> {
      const visit = await product.visit();
      await visit.addCookies([{ name: "authdock_locale", value: locale }]);
      return visit;
    }
    async function administrator(options: UserOptions = {}): Promise<Visit> {
      const verified = { role: "system_admin", email_verified_at: now(), locale };
      return product.signedIn(await world.make.user({ ...verified, ...options }));
    }
    async function signIn(visit: Visit, email: string, password = PASSWORD): Promise<void> {
      await visit.open("/login");
      await visit.fill({ [t("field.email")]: email, [t("field.password")]: password });
      await visit.press(t("login.submit"));
    }

    it("a dialog opens in sight at the end of a page, and Cancel leads back to the same place", async () => {
      const { id } = await world.make.user();
      const ada = await administrator();
      await ada.page.setViewportSize({ width: 1280, height: 400 });
      await ada.open(`/admin/users/${id}`);
      const opener = ada.page.locator("main a[data-dialog]:visible").last();
      await opener.scrollIntoViewIfNeeded();
      const before = await ada.page.evaluate("scrollY");
      expect(before).to.be.above(100);
      await opener.click();
      const { y, height } = (await ada.page.getByRole("dialog").boundingBox())!;
      expect([y >= 0, y + height <= 400]).to.deep.equal([true, true]);
      await ada.page.getByRole("dialog").getByText(t("form.cancel"), { exact: true }).click();
      expect(await ada.page.getByRole("dialog").count()).to.equal(0);
      expect(await ada.page.evaluate("scrollY")).to.equal(before);
    });

    it("the page of tokens and the mail about a new one say what it can do", async () => {
      const ada = await administrator();
      await ada.open("/user/tokens");
      expect(await ada.text()).to.contain(t("tokens.scopes.recorded"));
      await ada.fill({ [t("field.name")]: "Deploy" });
      await ada.press(t("tokens.create"));
      const [mail] = await product.mails();
      const values = { token: "Deploy", app: PRODUCT_NAME, time: "…" };
      const [, ability] = t("mail.token_created.intro", values).split("…");
      expect(mail!.text.replaceAll(/\s+/g, " ")).to.contain(ability!);
    });

    it("a mistyped code is reported beside its field, and the next one signs in", async () => {
      const user = await world.make.user({ locale });
      const { code } = await world.make.twoFactor(user);
      const ada = await guest();
      await signIn(ada, user.email);
      const field = ada.page.getByLabel(t("field.code"), { exact: true });
      await ada.leaving(() => field.fill("000000"));
      expect(await isBelow(ada.page.getByText(t("two_factor.wrong_either")), field)).to.equal(true);
      expect(await field.evaluate((input) => input.ownerDocument.activeElement === input)).to.equal(true);
      const right = await code();
      await ada.leaving(() => ada.page.keyboard.type(`${right.slice(0, 3)}-${right.slice(3)}`));
      expect(ada.location).to.equal("/dashboard");
    });

    it("a wrong address is corrected while the page waits, which goes on by itself", async () => {
      await world.services.settings.write({ "auth.email_verification": "1" });
      const grace = await guest();
      await grace.page.clock.install();
      await grace.open("/register");
      const name = { [t("field.first_name")]: "Grace", [t("field.last_name")]: "Hopper" };
      await grace.fill({
        ...name,
        [t("field.email")]: "grcae@example.test",
        [t("field.password")]: PASSWORD,
      });
      await grace.press(t("register.submit"));
      expect(await grace.text()).to.contain(t("verify.waiting"));
      await grace.page.getByText(t("verify.wrong"), { exact: true }).click();
      await grace.fill({ [t("field.email")]: "grace@example.test" });
      await grace.press(t("verify.wrong.submit"));
      expect(await grace.text()).to.contain(t("verify.sent.to", { email: "grace@example.test" }));
      const phone = await guest();
      await phone.open(linkIn((await product.mails()).at(-1)!.text));
      await phone.press(t("verify.link.submit"));
      await grace.leaving(() => grace.page.clock.runFor(5000));
      expect(await grace.text()).to.contain(t("verify.done"));
    });

    it("verification says how many accounts it will ask, and each sees on the dashboard that it is open", async () => {
      const users = [await world.make.user({ locale }), await world.make.user({ locale })];
      const ada = await administrator();
      await ada.open("/admin/settings/security");
      await ada.page.getByLabel(t("field.auth_email_verification")).check();
      await ada.press(t("form.save"));
      expect(await ada.text()).to.contain(t("settings.warning.verification_on", { count: users.length }));
      const grace = await product.signedIn(users[0]!);
      await grace.open("/dashboard");
      expect(await grace.text()).to.contain(t("dashboard.email.unverified"));
    });

    it("invited people are found with a filter and invited again with one button", async () => {
      await world.make.user({ first_name: "Alan" });
      const { user } = await invited(world.services, { first_name: "Grace", locale });
      const expires = { expires_at: now() + 7 * DAY - MINUTE };
      await world.services.knex("password_resets").where({ user_id: user.id }).update(expires);
      const ada = await administrator();
      await ada.open("/admin/users");
      await ada.page.getByText(t("list.more_filters")).click();
      await ada.page.getByLabel(t("users.invited.filter")).selectOption({ label: t("users.invited.only") });
      await ada.press(t("list.search"), "main");
      expect(await ada.page.locator("main tbody tr").allInnerTexts()).to.have.length(1);
      const [before, after] = t("users.invited.until", { time: "…" }).split("…");
      expect(await ada.page.locator("main tbody").innerText()).to.contain((before || after)!.trim());
      await ada.follow("Grace Lovelace");
      await ada.press(t("account.invitation.send"));
      expect((await product.mails()).at(-1)!.to).to.equal(user.email);
    });

    it("a banned person reads the reason after the right password, and comes back at the end of the ban", async () => {
      const grace = await world.make.user({ email: "grace@example.test", locale });
      const ada = await administrator();
      await ada.open(`/admin/users/${grace.id}`);
      await ada.page.getByText(t("account.status.act.banned"), { exact: true }).click();
      const dialog = ada.page.getByRole("dialog");
      await dialog.getByLabel(t("field.reason")).fill("Reklam gönderiyor");
      await dialog.getByLabel(t("account.status.tell")).check();
      await dialog.getByLabel(t("field.days")).fill("7");
      await ada.press(t("account.status.submit.banned"), "dialog[open]");
      const reason = t("inactive.reason", { reason: "Reklam gönderiyor" });
      const visit = await guest();
      await signIn(visit, grace.email, "wrong-horse-battery");
      expect(await visit.text()).not.to.contain(reason);
      await signIn(visit, grace.email);
      expect(await visit.text()).to.contain(reason);
      world.advance(7 * DAY + MINUTE);
      await signIn(visit, grace.email);
      expect(visit.location).to.equal("/dashboard");
    });

    it("several accounts are deleted at once, after a review that names them", async () => {
      for (const name of ["Grace", "Alan"]) await world.make.user({ first_name: name });
      const ada = await administrator();
      await ada.open("/admin/users");
      await ada.page.getByLabel(t("users.bulk.select_all")).check();
      const act = ada.page.getByLabel(t("users.bulk.act"));
      await act.selectOption({ label: t("users.bulk.act.deletion") });
      await ada.press(t("users.bulk.preview"));
      expect(await ada.page.getByRole("dialog").innerText())
        .to.contain("Grace Lovelace")
        .and.contain("Alan Lovelace");
      await ada.press(t("users.bulk.confirm.deletion", { count: 2 }), "dialog[open]");
      expect(await ada.text()).to.contain(t("users.bulk.done.deletion", { count: 2 }));
    });

    it("an application is made from one of five kinds, and its first page has the secret filled in", async () => {
      const ada = await administrator();
      await ada.open("/admin/api-clients/create");
      for (const kind of ["web", "single_page", "native", "device"] as const)
        await ada.page.getByRole("radio", { name: t(`clients.kind.${kind}`) }).check();
      await ada.page.getByRole("radio", { name: t("clients.kind.machine") }).check();
      await ada.fill({ [t("field.name")]: "Nightly export" });
      await ada.press(t("clients.create.submit"));
      const dialog = ada.page.getByRole("dialog");
      const secret = await dialog.locator("[data-secret]").innerText();
      expect(await dialog.textContent()).to.contain(`:${secret}`);
      await dialog.getByLabel(t("secret_once.stored")).check();
      await ada.press(t("secret_once.done"));
      const tabs = ada.page.locator("main nav a", { hasText: t("clients.tab.connect") });
      expect(await tabs.getAttribute("aria-current")).to.equal("page");
    });

    it("consent is one line for each thing, and the form of tokens offers no scope without use", async () => {
      const { client } = await makeClient(world);
      const ada = await product.signedIn(await world.make.user({ locale }));
      await ada.open(authorizePath(client, { scope: "openid profile email files.read" }));
      expect(await ada.text()).to.contain(t("oauth.consent.asks", { name: client.name }));
      const lines = await ada.page.locator("main li").allInnerTexts();
      expect(new Set(lines).size).to.equal(lines.length);
      expect(lines.map((line) => line.trim())).to.include.members([
        ...(["name", "email", "picture", "locale", "timezone"] as const).map((what) =>
          t(`oauth.may.see.${what}`),
        ),
        t("oauth.scope.files.read"),
      ]);
      await ada.open("/user/tokens");
      expect(await ada.page.content())
        .to.contain('value="users.read"')
        .and.not.contain('value="files.');
    });

    it("Health is found by another word, and shows problems first", async () => {
      const ada = await administrator();
      await ada.open("/profile");
      await ada.page.keyboard.press("Control+k");
      await ada.page.keyboard.type("doctor");
      await ada.page
        .getByRole("dialog")
        .getByText(t("combobox.found", { count: 1 }))
        .waitFor();
      await ada.leaving(() => ada.page.keyboard.press("Enter"));
      expect(ada.location).to.equal("/admin/health");
      const states = (await ada.page.locator("main li").allTextContents()).map(
        (line) => line.trim().split(":")[0]!,
      );
      const order = (["failed", "warning", "ok"] as const).map((state) => t(`health.state.${state}`));
      expect(states).to.include(t("health.state.ok"));
      expect(states).to.deep.equal(
        states.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)),
      );
    });

    it("the search finds settings by other words, and begins with the pages opened last", async () => {
      const grace = await world.make.user({ first_name: "Grace" });
      const ada = await administrator();
      await ada.open(`/admin/users/${grace.id}`);
      await ada.open("/profile");
      const dialog = ada.page.getByRole("dialog", { name: t("search.title") });
      await ada.page.keyboard.press("Control+k");
      const recent = dialog.getByRole("group", { name: t("search.recent") });
      await recent.getByRole("option", { name: "Grace Lovelace" }).waitFor();
      const option = (name: string): Locator => dialog.getByRole("option", { name }).first();
      for (const [word, found] of [
        ["2fa", t("nav.security")],
        ["smtp", t("settings.mail.title")],
        ["log out", t("nav.sign_out")],
        ["logo", t("settings.branding.title")],
      ] as const) {
        await dialog.getByRole("combobox").fill(word);
        await option(found).waitFor();
      }
      await ada.leaving(() => option(t("settings.branding.title")).click());
      expect(ada.location).to.equal("/admin/settings/branding");
    });

    it("the first administrator goes from the one-time password to the page asked for, and is guided", async () => {
      const email = "ada@example.test";
      const { password } = (await cliJson(world.services, "admin", "create", email)) as { password: string };
      await world.services.knex("users").update({ locale });
      const ada = await guest();
      await ada.open("/admin/settings/branding");
      await ada.fill({ [t("field.email")]: email, [t("field.password")]: password });
      await ada.press(t("login.submit"));
      expect(await ada.text()).to.contain(t("expired.set_by_other.title"));
      await ada.fill({ [t("field.current_password")]: password, [t("new_password.label")]: NEW_PASSWORD });
      await ada.press(t("expired.submit"));
      expect(ada.location).to.equal("/admin/settings/branding");
      await ada.open("/dashboard");
      const guide = ada.page.getByRole("region", { name: t("set_up.title") });
      expect(await guide.innerText()).to.match(
        new RegExp(t("dashboard.security.progress", { done: "\\d", total: 6 })),
      );
      await guide.getByRole("link", { name: t("set_up.administrator") }).click();
      expect(ada.location).to.equal("/admin/users/create");
      await ada.open("/dashboard");
      await ada.press(t("set_up.dismiss"));
      expect(await ada.text()).to.contain(t("set_up.dismissed"));
      expect(await guide.count()).to.equal(0);
    });
  });
