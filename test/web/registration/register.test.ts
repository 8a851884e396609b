import { expect } from "chai";
import { HOUR } from "../../../src/lib/clock.js";
import type { Response } from "supertest";
import { Passwords } from "../../../src/lib/passwords/passwords.js";
import { isTimezone } from "../../../src/lib/timezones.js";
import { PASSWORD, registration } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { visibleOf } from "../../support/app/visible-response.js";
import { textOf, type Fields } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

describe("Registration in a browser", () => {
  const world = useWorld();
  const fields = (overrides: Fields = {}): Fields => registration(overrides) as Fields;
  const users = () => world.services.knex("users");
  const kinds = async (): Promise<string[]> =>
    (await queuedMails(world.services)).map(({ kind, to }) => `${kind} ${to}`);

  async function register(overrides: Fields = {}, visitor = world.visitor()): Promise<Response> {
    await visitor.get("/register");
    return visitor.submit("/register", fields(overrides));
  }

  it("creates the account and signs it in", async () => {
    const visitor = world.visitor();
    const answer = await register({ email: " Grace@Example.test " }, visitor);
    expect(answer.status).to.equal(303);
    expect(answer.headers["location"]).to.equal("/dashboard");
    expect(textOf(await visitor.get("/dashboard"))).to.contain("Grace Hopper");
    const user = await users().first();
    expect(user).to.include({ email: "grace@example.test", status: "active", first_name: "Grace" });
    const roles = world.services.knex("role_user").join("roles", "roles.id", "role_id");
    expect(await roles.pluck("name")).to.deep.equal(["user"]);
    expect(await world.services.passwords.verify(PASSWORD, user.password as string)).to.equal(true);
  });

  it("is recorded, without a notice about a new device", async () => {
    await register();
    const events = (await world.services.knex("activity_log").orderBy("id").pluck("event")) as string[];
    expect(events).to.deep.equal(["registered", "login"]);
    expect(await kinds()).to.deep.equal([]);
  });

  it("gives no API token to a browser", async () => {
    await register();
    expect(await world.services.knex("personal_access_tokens")).to.have.length(0);
    expect(await world.services.knex("sessions")).to.have.length(1);
  });

  it("gives the account the language of the page", async () => {
    const visitor = world.visitor();
    await visitor.get("/register");
    await visitor.submit("/preferences", { locale: "tr" });
    expect(textOf(await visitor.get("/register"))).to.contain("Hesap oluşturun");
    await visitor.submit("/register", fields());
    expect(await users().first()).to.include({ locale: "tr" });
  });

  it("gives the account the time zone of the browser", async () => {
    await register({ timezone: "Europe/Istanbul" });
    expect(await users().first()).to.include({ timezone: "Europe/Istanbul" });
  });

  it("understands other names of a time zone", async () => {
    await register({ timezone: "Asia/Kolkata" });
    expect(isTimezone((await users().first()).timezone)).to.equal(true);
    expect((await users().first()).timezone).to.match(/^Asia\/(Kolkata|Calcutta)$/);
  });

  it("gives the account the time zone of the service without one of the browser, or with an unknown one", async () => {
    await world.services.settings.write({ "general.timezone": "America/New_York" });
    const proposed: Fields[] = [
      {},
      { timezone: "" },
      { timezone: "Moon/Base" },
      { timezone: ["UTC", "UTC"] },
    ];
    for (const [index, fields] of proposed.entries())
      await register({ email: `zone${index}@example.test`, ...fields });
    expect(await users().pluck("timezone")).to.deep.equal(proposed.map(() => "America/New_York"));
  });

  it("shows the form again with the input, except passwords", async () => {
    const answer = await register({ last_name: "", password: "short", password_confirmation: "short" });
    expect(answer.status).to.equal(422);
    expect(textOf(answer)).to.contain("Enter a last name.");
    expect(answer.text).to.contain('value="Grace"').and.not.contain("short");
    expect(await users()).to.have.length(0);
  });

  it("applies the password policy", async () => {
    await world.services.settings.write({ "auth.password_require_numbers": "1" });
    const answer = await register();
    expect(answer.status).to.equal(422);
    expect(textOf(answer)).to.contain("The password must contain at least one number.");
    const other = await register({ password_confirmation: "something-else-1" });
    expect(textOf(other)).to.contain("The password confirmation does not match.");
  });

  it("rejects a taken address with an error at its field", async () => {
    const { email } = await world.make.user();
    const answer = await register({ email: email.toUpperCase() });
    expect(answer.status).to.equal(422);
    expect(answer.text).to.contain('id="email-error"');
    expect(textOf(answer)).to.contain("That email is already in use.");
    expect(await users()).to.have.length(1);
  });

  it("C21: ignores fields that the user can't set", async () => {
    await register({ status: "banned", role: "system_admin", id: "1", email_verified_at: "1", version: "9" });
    expect(await users().first()).to.include({ status: "active", email_verified_at: null });
    expect((await users().first()).id).not.to.equal("1");
    const roles = world.services.knex("role_user").join("roles", "roles.id", "role_id");
    expect(await roles.pluck("name")).to.deep.equal(["user"]);
  });

  it("H22: rejects control and direction characters, NUL in passwords, and lists", async () => {
    for (const odd of ["a\u202eb", "a\0b", "a\u200bb"]) {
      expect((await register({ first_name: odd })).status, "name").to.equal(422);
      expect((await register({ email: `${odd}@example.test` })).status, "email").to.equal(422);
    }
    const nul = `${PASSWORD}\0`;
    expect((await register({ password: nul, password_confirmation: nul })).status).to.equal(422);
    expect((await register({ email: ["a@example.test", "b@example.test"] })).status).to.equal(422);
    expect(await users()).to.have.length(0);
  });

  it("redirects signed-in users to the dashboard", async () => {
    const visitor = world.visitor();
    await visitor.signIn(await world.make.user());
    expect((await visitor.get("/register")).headers["location"]).to.equal("/dashboard");
    expect((await visitor.submit("/register", fields())).headers["location"]).to.equal("/dashboard");
    expect(await users()).to.have.length(1);
  });

  it("is limited to six a minute from an address", async () => {
    const visitor = world.visitor();
    await visitor.get("/register");
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++)
      statuses.push((await visitor.submit("/register", fields({ password: "x" }))).status);
    expect(statuses).to.deep.equal([422, 422, 422, 422, 422, 422, 429]);
  });

  it("is rejected while it is off, page and form", async () => {
    const visitor = world.visitor();
    await visitor.get("/register");
    await world.services.settings.write({ "auth.registration": "0" });
    expect((await visitor.get("/register")).status).to.equal(403);
    const answer = await visitor.submit("/register", fields());
    expect(answer.status).to.equal(403);
    expect(textOf(answer)).to.contain("Registration is disabled.");
    expect((await visitor.get("/login")).text).not.to.contain("/register");
    expect(await users()).to.have.length(0);
  });

  it("is rejected without a CSRF token", async () => {
    const visitor = world.visitor();
    expect((await visitor.submit("/register", fields())).status).to.equal(419);
    expect(await users()).to.have.length(0);
  });

  describe("while addresses must be verified", () => {
    beforeEach(() => world.services.settings.write({ "auth.email_verification": "1" }));

    it("doesn't sign in, and sends the link", async () => {
      const visitor = world.visitor();
      const answer = await register({ email: "grace@example.test" }, visitor);
      expect(answer.status).to.equal(303);
      expect(answer.headers["location"]).to.equal("/email/verify");
      const shown = textOf(await visitor.get("/email/verify"));
      expect(shown).to.contain("Check your email").and.contain("grace@example.test");
      expect(visitor.sessionCookie).to.equal(undefined);
      expect(await world.services.knex("sessions")).to.have.length(0);
      expect(await kinds()).to.deep.equal(["verify_email grace@example.test"]);
    });

    it("H26: gives the same page for a taken address, and notifies its owner", async () => {
      const { email } = await world.make.user();
      const [one, other] = [world.visitor(), world.visitor()];
      const fresh = visibleOf(
        await register({ email: "grace@example.test" }, one),
        one,
        "grace@example.test",
      );
      const taken = visibleOf(
        await register({ email: email.toUpperCase() }, other),
        other,
        email.toUpperCase(),
      );
      expect(taken).to.deep.equal(fresh);
      expect(await kinds()).to.deep.equal(["verify_email grace@example.test", `email_taken ${email}`]);
      expect(await users()).to.have.length(2);
    });

    it("H27: computes one hash for either address", async () => {
      const { email } = await world.make.user();
      const { passwords } = world.services;
      let made = 0;
      passwords.hash = (...given) => {
        made++;
        return Passwords.prototype.hash.apply(passwords, given);
      };
      try {
        await register({ email: "grace@example.test" });
        expect(made).to.equal(1);
        await register({ email });
        expect(made).to.equal(2);
      } finally {
        Reflect.deleteProperty(passwords, "hash");
      }
    });

    it("notifies the owner of a taken address at most once an hour", async () => {
      world.freezeTime();
      const { email } = await world.make.user();
      for (let n = 0; n < 3; n++) expect((await register({ email })).status).to.equal(303);
      expect(await kinds()).to.deep.equal([`email_taken ${email}`]);
      world.advance(HOUR - 1);
      await register({ email });
      expect(await kinds()).to.have.length(1);
      world.advance(1);
      await register({ email });
      expect(await kinds()).to.have.length(2);
    });

    it("notifies the owner even right after the account was created", async () => {
      const email = "grace@example.test";
      await register({ email });
      await register({ email });
      expect(await kinds()).to.deep.equal([`verify_email ${email}`, `email_taken ${email}`]);
    });

    it("H25: creates one account for ten parallel requests with one address, with the same response", async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => register({ email: "race@example.test" })),
      );
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(10).fill(303));
      expect(await users()).to.have.length(1);
      expect(await world.services.knex("role_user")).to.have.length(1);
      const sent = await kinds();
      expect(sent).to.include("verify_email race@example.test");
      expect(sent.filter((mail) => mail.startsWith("verify"))).to.have.length(1);
    });

    it("still rejects an invalid form", async () => {
      const { email } = await world.make.user();
      const rejected = await register({ email, password_confirmation: "something-else" });
      expect(rejected.status).to.equal(422);
      expect(await kinds()).to.deep.equal([]);
    });
  });
});
