import { expect } from "chai";
import { generate } from "otplib";
import { DAY, now, SECOND } from "../../../src/lib/clock.js";
import { ROUTES } from "../../../src/web/routes.js";
import type { Row } from "../../support/app/crawl.js";
import { endGrace, GRACE_DAYS, requireTwoFactor } from "../../support/app/second-factor.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { NO_ROW } from "../../support/contract/operations.js";
import { follow, withoutPassword } from "../../support/providers/providers.js";

const SETUP = "/user/two-factor-setup";
const SETTINGS = "/user/two-factor-authentication";
const CONFIRM = "/user/confirmed-two-factor-authentication";
const CODES = "/user/two-factor-recovery-codes";
const NEXT = "?next=%2Fprofile";

/** The routes that stay open, besides those for everyone. */
const OPEN = [
  "oauth.logout.answer",
  ...["logout", "password.confirm", "password.confirm.store", "password.expired", "password.expired.update"],
  ...["two-factor.setup", "two-factor.enable", "two-factor.confirm", "two-factor.disable"],
  ...["passkeys.create", "passkeys.options", "passkeys.store", "passkeys.update", "passkeys.destroy"],
  "password.confirm.passkey-options",
  "password.confirm.provider",
  "user-password.link",
  ...["two-factor.recovery-codes", "two-factor.regenerate", "verification.notice"],
];

describe("A required second factor", () => {
  const world = useWorld();
  const place = async (visitor: Visitor, path: string) => (await visitor.get(path)).headers["location"];
  const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(now() / SECOND) });
  const keyIn = ({ text }: { text: string }): string =>
    /class="setup-key">(.*?)<\/p>/s.exec(text)![1]!.replaceAll(/<[^>]*>|\s/g, "");

  /** A signed-in account whose grace period is over. */
  async function overdue(role = "user") {
    const made = await world.signedIn(await world.make.user({ role }));
    await made.visitor.get("/profile"); // for its CSRF token
    await requireTwoFactor(world, "everyone");
    await endGrace(world);
    return made;
  }

  describe("after the grace period", () => {
    const rows: readonly Row[] = ROUTES;
    for (const row of rows) {
      const isForAll = row.guards.some((guard) => guard === "public" || guard === "guest");
      const isOpen = OPEN.includes(row.name) || isForAll;
      it(`${isOpen ? "leaves open" : "leads to the setup from"} ${row.method} ${row.path}`, async () => {
        const { visitor } = await overdue("system_admin");
        const path = row.path.replaceAll(/:\w+/g, NO_ROW);
        const fields = { _method: row.method, _csrf: visitor.csrfToken };
        const answer =
          row.method === "GET"
            ? await visitor.get(path)
            : row.upload === undefined
              ? await visitor.submit(path, fields)
              : await visitor.send((agent) => agent.post(path).field(fields));
        const to = answer.headers["location"] ?? "";
        if (isOpen) return void expect(answer.status).to.be.below(500).and.not.equal(405);
        expect(answer.status).to.equal(row.method === "GET" ? 302 : 303);
        expect(to).to.match(/^\/user\/two-factor-setup(\?|$)/);
        if (row.method === "GET") expect(to).to.equal(`${SETUP}?next=${encodeURIComponent(path)}`);
      });
    }

    it("says why, without the menu, and lets the person sign out", async () => {
      const { visitor } = await overdue();
      const page = await visitor.get(SETUP);
      expect(page.status).to.equal(200);
      expect(textOf(page))
        .to.contain("Your account must have a second factor. Set it up to continue.")
        .and.contain("Sign out")
        .and.not.contain("Not now")
        .and.not.contain("Dashboard");
      expect((await visitor.submit("/logout")).headers["location"]).to.equal("/login");
    });

    it("leads through the setup and then to the requested page", async () => {
      const { visitor } = await overdue();
      expect(await place(visitor, "/profile")).to.equal(SETUP + NEXT);
      await visitor.get(SETUP + NEXT);
      const started = await visitor.submit(SETTINGS, { next: "/profile" });
      expect(started.headers["location"]).to.equal(SETUP + NEXT);
      const key = keyIn(await visitor.get(SETUP + NEXT));

      const wrong = await visitor.submit(CONFIRM, { next: "/profile", code: "000000" });
      expect(wrong.status).to.equal(422);
      expect(wrong.text).to.contain('name="next" value="/profile"').and.not.contain("account-nav");
      const right = await visitor.submit(CONFIRM, { next: "/profile", code: await codeOf(key) });
      expect(right.headers["location"]).to.equal(CODES + NEXT);
      expect((await visitor.get(CODES + NEXT)).text).to.match(/href="\/profile">\s*Continue/);
      expect((await visitor.get("/profile")).status).to.equal(200);
      expect(await place(visitor, SETUP + NEXT)).to.equal("/profile");
    });

    it("cancels an unfinished setup without losing the page to continue at", async () => {
      const { visitor } = await overdue();
      await visitor.submit(SETTINGS, { next: "/profile" });
      const cancelled = await visitor.delete(SETTINGS, { cancel: "1", next: "/profile" });
      expect(cancelled.headers["location"]).to.equal(SETUP + NEXT);
      expect(textOf(await visitor.get(SETUP + NEXT))).to.contain("Setup cancelled.");
    });

    it("asks for the password first if it was entered a while ago, and comes back", async () => {
      world.freezeTime();
      const { visitor } = await overdue();
      world.advance(DAY / 24);
      await visitor.get(SETUP + NEXT);
      const rejected = await visitor.submit(
        SETTINGS,
        { next: "/profile" },
        { Referer: "http://localhost/x" },
      );
      expect(rejected.headers["location"]).to.match(/^\/user\/confirm-password/);
      expect((await visitor.get("/user/confirm-password")).status).to.equal(200);
      expect((await visitor.get(SETUP)).text).to.contain('name="current_password"');
    });

    it("mails the link that sets a password, which an account without one can need to confirm who it is", async () => {
      const { user, visitor } = await overdue();
      await withoutPassword(world, user);
      await visitor.get(SETUP);
      const page = await follow(visitor, await visitor.submit("/user/password/link"));
      expect(page.path).to.equal("/user/security");
      expect(await place(visitor, "/user/security")).to.match(/^\/user\/two-factor-setup/);
      expect(textOf(await visitor.get(SETUP))).to.contain("We've emailed you a link to set a password.");
    });

    it("leads a person who signs in to the setup and then to the requested page", async () => {
      const { user } = await overdue();
      const visitor = world.visitor();
      const answer = await visitor.signIn(user, { next: "/user/tokens" });
      expect(answer.headers["location"]).to.equal("/user/tokens");
      expect(await place(visitor, "/user/tokens")).to.equal(`${SETUP}?next=%2Fuser%2Ftokens`);
    });

    it("leads an imported account there whose second factor couldn't be carried, until it has one", async () => {
      const user = await world.make.user();
      await world.services.knex("users").where({ id: user.id }).update({ two_factor_lost: true });
      const visitor = world.visitor();
      await visitor.signIn(user);
      expect(await place(visitor, "/profile")).to.equal(`${SETUP}${NEXT}`);
      await visitor.get(SETUP + NEXT);
      await visitor.submit(SETTINGS, { next: "/profile" });
      await visitor.submit(CONFIRM, {
        code: await codeOf(keyIn(await visitor.get(SETUP))),
        next: "/profile",
      });
      expect((await visitor.get("/profile")).status).to.equal(200);
    });

    it("tells scripts so", async () => {
      const { visitor } = await overdue();
      const answer = await visitor.get("/profile", { Accept: "application/json" });
      expect(answer.status).to.equal(403);
      expect((answer.body as { data: object }).data).to.deep.include({ code: "two_factor_setup_required" });
    });

    it("comes after a password that must be replaced", async () => {
      const { user, visitor } = await overdue();
      await world.services.knex("users").where({ id: user.id }).update({ password_must_change: true });
      expect(await place(visitor, "/profile")).to.equal("/password/expired");
      expect(await place(visitor, SETUP)).to.equal("/password/expired");
      expect((await visitor.get("/password/expired")).status).to.equal(200);
    });

    it("doesn't change a form's data", async () => {
      const { user, visitor } = await overdue();
      const answer = await visitor.put("/user/profile-information", { first_name: "Eve" });
      expect(answer.headers["location"]).to.equal(SETUP);
      const row = (await world.services.knex("users").where({ id: user.id }).first()) as object;
      expect(row).to.include({ first_name: "Ada" });
    });

    it("continues only at pages of this service", async () => {
      const { visitor } = await overdue();
      for (const next of ["//evil.test", "https://evil.test", "/\\evil.test"])
        expect((await visitor.get(`${SETUP}?next=${encodeURIComponent(next)}`)).text).not.to.contain(
          `name="next" value="${next}"`,
        );
    });
  });

  describe("during the grace period", () => {
    it("is announced after sign-in and on the dashboard, with the date and a link", async () => {
      const user = await world.make.user();
      await requireTwoFactor(world, "everyone");
      const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(
        now() + GRACE_DAYS * DAY,
      );
      const notice = `Your account must have a second factor by ${date}`;
      const visitor = world.visitor();
      await visitor.signIn(user, { next: "/profile" });
      const first = await visitor.get("/profile");
      expect(textOf(first)).to.contain(notice);
      expect(first.text).to.contain(`href="${SETUP}"`);
      expect(textOf(await visitor.get("/profile"))).not.to.contain(notice);
      const dashboard = await visitor.get("/dashboard");
      expect(textOf(dashboard).split(notice)).to.have.length(2);
      expect(dashboard.text).to.contain(`href="${SETUP}"`);

      const setup = await visitor.get(SETUP);
      expect(textOf(setup)).to.contain(`by ${date}`).and.contain("Not now");
    });

    it("isn't announced to people with a second factor, or whom the rule doesn't cover", async () => {
      const [user, other] = [await world.make.user(), await world.make.user()];
      await requireTwoFactor(world, "administrators");
      const { visitor } = await world.signedIn(user);
      expect(textOf(await visitor.get("/dashboard"))).not.to.contain("must have a second factor");
      expect(await place(visitor, SETUP)).to.equal("/dashboard");
      const protectedVisitor = (await world.signedIn(other)).visitor;
      await world.make.twoFactor(other);
      await requireTwoFactor(world, "everyone");
      expect(textOf(await protectedVisitor.get("/dashboard"))).not.to.contain("must have a second factor");
    });
  });

  it("can't be turned off by its owner", async () => {
    const { user, visitor } = await world.signedIn();
    const factor = await world.make.twoFactor(user);
    await requireTwoFactor(world, "everyone");
    const profile = await visitor.get("/user/security");
    expect(textOf(profile)).to.contain("so you can't turn it off");
    expect(profile.text).not.to.contain("Turn off");
    const answer = await visitor.delete(SETTINGS, { code: await factor.code() });
    expect(answer.status).to.equal(403);
    expect(textOf(answer)).to.contain("so you can't turn it off");
    await requireTwoFactor(world, "none");
    expect((await visitor.delete(SETTINGS, { code: await factor.code() })).status).to.equal(303);
  });

  it("is shown to administrators, with the date", async () => {
    const { user, visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
    await world.make.twoFactor(user);
    const names = ["Unprotected", "Protected", "Late"];
    const [open, done, late] = await Promise.all(names.map((last_name) => world.make.user({ last_name })));
    await world.make.twoFactor(done!);
    await requireTwoFactor(world, "everyone");
    await world.services
      .knex("users")
      .where({ id: late!.id })
      .update({ two_factor_required_at: now() - GRACE_DAYS * DAY });
    const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(
      now() + GRACE_DAYS * DAY,
    );
    const list = textOf(await visitor.get("/admin/users"));
    expect(list).to.contain(`${open!.email} User Active Required by ${day}`);
    expect(list).to.contain(`${done!.email} User Active On`);
    expect(list).to.contain(`${late!.email} User Active Overdue`);
    const pageOf = async ({ id }: { id: string }) => textOf(await visitor.get(`/admin/users/${id}`));
    expect(await pageOf(open!)).to.match(/Off\. Only the password protects this account\. Required by \w/);
    expect(await pageOf(done!)).to.match(/Turned on [^.]+ Required/);
    expect(await pageOf(late!)).to.contain("Until it is set up, this account can do nothing else.");
  });
});

describe("The security settings", () => {
  const world = useWorld();

  it("say how many accounts each rule covers, and ask before accounts must act", async () => {
    const { user, visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
    await world.make.user();
    const page = textOf(await visitor.get("/admin/settings/security"));
    expect(page).to.contain("1 account, 1 without a second factor.");
    expect(page).to.contain("2 accounts, 2 without a second factor.");

    const change = { auth_two_factor_required: "administrators", auth_two_factor_grace_days: "0" };
    const asked = await visitor.put("/admin/settings/security", change);
    expect(asked.status).to.equal(422);
    expect(textOf(asked))
      .to.contain("1 account has no second factor.")
      .and.contain("Your own account has no");
    const sealed = /name="_confirmed" value="([^"]*)"/.exec(asked.text)![1]!;
    const saved = await visitor.put("/admin/settings/security", { _confirmed: sealed });
    expect(saved.status).to.equal(303);
    expect((await visitor.get("/admin/settings/security")).headers["location"]).to.match(/two-factor-setup/);
    await world.make.twoFactor(user);
    expect((await visitor.get("/admin/settings/security")).status).to.equal(200);
  });

  it("reject the rule without the feature, and the end of the feature with the rule", async () => {
    const { user, visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
    await world.make.twoFactor(user);
    const put = async (fields: Record<string, string>) =>
      textOf(await visitor.put("/admin/settings/security", fields));
    await world.services.settings.write({ "auth.two_factor": "0", "auth.passkeys": "0" });
    expect(await put({ auth_two_factor_required: "everyone" })).to.contain(
      "Turn on two-factor authentication or passkeys first.",
    );
    await world.services.settings.write({ "auth.two_factor": "1" });
    await requireTwoFactor(world, "everyone");
    expect(await put({ auth_two_factor: "0" })).to.contain(
      "Remove the requirement before you turn this off.",
    );
  });

  it("show an immediate rule to people who can only read them", async () => {
    await world.make.role("reader", 5, ["settings.read"]);
    const { user, visitor } = await world.signedIn(await world.make.user({ role: "reader" }));
    await world.make.twoFactor(user);
    await requireTwoFactor(world, "everyone", 0);
    const page = textOf(await visitor.get("/admin/settings/security"));
    expect(page)
      .to.contain("Require a second factor Everyone")
      .and.contain("Grace period (days) Immediately");
  });
});
