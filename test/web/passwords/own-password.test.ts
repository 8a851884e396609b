import { expect } from "chai";
import { MINUTE, now, SECOND } from "../../../src/lib/clock.js";
import { User } from "../../../src/models/user.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { makeClient, makeGrant } from "../../support/oauth/oauth.js";
import { useWorld } from "../../support/app/world.js";

const NEW = "another-horse-battery";
const change = { current_password: PASSWORD, password: NEW, password_confirmation: NEW };

describe("Changing one's own password", () => {
  const world = useWorld();

  const reread = (user: User) => User.query(world.services.knex).findById(user.id).throwIfNotFound();
  const isGuest = async (visitor: Visitor) => (await visitor.get("/user/security")).status === 302;

  it("keeps this session with a new id and ends the others", async () => {
    const { user, visitor } = await world.signedIn();
    const { visitor: elsewhere } = await world.signedIn(user);
    const { visitor: stranger } = await world.signedIn();
    const old = visitor.sessionCookie!;
    const answer = await visitor.put("/user/password", change);
    expect(answer.status).to.equal(303);
    expect(answer.headers["location"]).to.equal("/user/security");
    expect(textOf(await visitor.get("/user/security"))).to.contain("Your password was changed");
    expect(await isGuest(elsewhere)).to.equal(true);
    expect(await isGuest(stranger)).to.equal(false);
    const thief = world.visitor();
    thief.cookies.set("authdock_session", old);
    expect(await isGuest(thief), "C17").to.equal(true);
  });

  it("replaces the old password for signing in", async () => {
    const { user, visitor } = await world.signedIn();
    await visitor.put("/user/password", change);
    expect((await world.visitor().signIn(user)).status).to.equal(422);
    expect((await world.visitor().signIn(user, { password: NEW })).headers["location"]).to.equal(
      "/dashboard",
    );
  });

  it("invalidates reset links, pending challenges and a pending email change", async () => {
    const { user, visitor } = await world.signedIn();
    const { knex } = world.services;
    await knex("password_resets").insert({
      token_hash: Buffer.alloc(32, 1),
      user_id: user.id,
      expires_at: now() + MINUTE,
      created_at: now(),
    });
    await world.make.twoFactor(user);
    await world.visitor().signIn(user);
    expect(await knex("two_factor_challenges")).to.have.length(1);
    await knex("users").where({ id: user.id }).update({ pending_email: "thief@example.test" });
    await visitor.put("/user/password", change);
    expect(await knex("password_resets")).to.have.length(0);
    expect(await knex("two_factor_challenges")).to.have.length(0);
    expect((await reread(user)).pending_email).to.equal(null);
  });

  it("counts as a password confirmation", async () => {
    world.freezeTime();
    const { user, visitor } = await world.signedIn();
    await world.make.twoFactor(user);
    world.advance(16 * MINUTE);
    await visitor.put("/user/password", change);
    expect((await visitor.get("/user/two-factor-recovery-codes")).status).to.equal(200);
  });

  it("updates the password's time, notifies the owner and is recorded", async () => {
    world.freezeTime();
    const { user, visitor } = await world.signedIn();
    await world.signedIn(user);
    world.advance(5 * SECOND);
    await visitor.put("/user/password", change);
    expect((await reread(user)).password_changed_at).to.equal(now());
    const mails = await queuedMails(world.services, "password_changed");
    expect(mails.map(({ to }) => to)).to.deep.equal([user.email]);
    expect(mails[0]!.text).to.contain("/forgot-password");
    const [row] = await world.services.knex("activity_log").where({ event: "password_changed" });
    expect(row).to.include({ actor_id: user.id, subject_id: user.id });
    expect(JSON.parse(row.changes as string)).to.deep.equal({ sessions_ended: 1 });
    expect(JSON.stringify(row)).not.to.contain(NEW);
  });

  it("resets the count of failed passwords", async () => {
    const { user, visitor } = await world.signedIn();
    for (let attempt = 0; attempt < 20; attempt++)
      await world.api.post("/auth/login", { email: user.email, password: "wrong-password" });
    await visitor.put("/user/password", change);
    const { status } = await world.api.post("/auth/login", { email: user.email, password: NEW });
    expect(status).to.equal(200);
  });

  it("keeps access tokens, lists the active ones next, and can revoke them all", async () => {
    const { user, visitor } = await world.signedIn();
    const token = await world.make.token(user, { name: "backup script" });
    await world.make.token(user, { name: "long gone", expiresAt: now() - 1 });
    const foreign = await world.make.userWithToken();
    const answer = await visitor.put("/user/password", change);
    expect(answer.headers["location"]).to.equal("/user/password");
    const list = await visitor.get("/user/password");
    expect(textOf(list)).to.contain("backup script").and.not.contain("long gone");
    expect(list.text).not.to.contain(token);
    expect((await world.api.as(token).get("/auth/me")).status).to.equal(200);

    const revoked = await visitor.submit("/user/password/revoke-tokens");
    expect(revoked.headers["location"]).to.equal("/user/security");
    expect(textOf(await visitor.get("/user/security"))).to.match(/\d access tokens? (was|were) revoked/);
    expect((await world.api.as(token).get("/auth/me")).status).to.equal(401);
    expect((await world.api.as(foreign.token).get("/auth/me")).status).to.equal(200);
    const [row] = await world.services.knex("activity_log").where({ event: "tokens_revoked" });
    expect(row.actor_id).to.equal(user.id);
    expect((await visitor.get("/user/password")).headers["location"]).to.equal("/user/security");
  });

  describe("with connected applications", () => {
    const connect = async (user: { id: string }, name: string) => {
      const { client } = await makeClient(world, { name });
      return { client, ...(await makeGrant(world, { user, client })) };
    };
    const opens = async (token: string): Promise<boolean> =>
      (await world.api.as(token).get("/auth/me")).status === 200;

    it("keeps them, lists them next, and revokes one or all", async () => {
      const { user, visitor } = await world.signedIn();
      const names = ["Team calendar", "Photo print", "Backup"];
      const [calendar, ...others] = await Promise.all(names.map((name) => connect(user, name)));
      const token = await world.make.token(user, { name: "backup script" });
      const foreign = await connect(await world.make.user(), "Somebody else's");
      const answer = await visitor.put("/user/password", change);
      expect(answer.headers["location"]).to.equal("/user/password");
      const said = textOf(await visitor.get("/user/password"));
      for (const name of [...names, "backup script"]) expect(said).to.contain(name);
      expect(said).not.to.contain("Somebody else's");
      for (const { access } of [calendar!, ...others]) expect(await opens(access)).to.equal(true);

      const one = await visitor.delete("/user/applications?from=password", { client: calendar!.client.id });
      expect(one.headers["location"]).to.equal("/user/password");
      expect(await opens(calendar!.access)).to.equal(false);
      expect(await opens(others[0]!.access)).to.equal(true);
      expect(textOf(await visitor.get("/user/password"))).not.to.contain("Team calendar");

      const all = await visitor.submit("/user/password/revoke-applications");
      expect(all.headers["location"], "the access token is left").to.equal("/user/password");
      const left = textOf(await visitor.get("/user/password"));
      expect(left).to.contain("2 applications were revoked.").and.contain("backup script");
      for (const { access } of others) expect(await opens(access)).to.equal(false);
      expect(await opens(foreign.access)).to.equal(true);
      expect(await opens(token)).to.equal(true);
      const log = await world.services.knex("activity_log").where({ event: "application_revoked" });
      expect(log.map(({ subject_id }) => subject_id as string)).to.have.members(
        [calendar!, ...others].map(({ client }) => client.id),
      );
    });

    it("lists them even without tokens, and links to the profile when none are left", async () => {
      const { user, visitor } = await world.signedIn();
      await connect(user, "Team calendar");
      expect((await visitor.put("/user/password", change)).headers["location"]).to.equal("/user/password");
      await visitor.get("/user/password");
      const all = await visitor.submit("/user/password/revoke-applications");
      expect(all.headers["location"]).to.equal("/user/security");
      expect(textOf(await visitor.get("/user/security"))).to.contain("1 application was revoked.");
    });

    it("asks for the password before revoking all tokens when it was confirmed too long ago", async () => {
      world.freezeTime();
      const { user, visitor } = await world.signedIn();
      const { access } = await connect(user, "Team calendar");
      await visitor.put("/user/password", change);
      await visitor.get("/user/password");
      world.advance(16 * MINUTE);
      const answer = await visitor.submit("/user/password/revoke-applications");
      expect(answer.headers["location"]).to.match(/^\/user\/confirm-password/);
      expect(await opens(access)).to.equal(true);
    });
  });

  it("asks for the password before revoking them when it was confirmed too long ago", async () => {
    world.freezeTime();
    const { user, visitor } = await world.signedIn();
    const token = await world.make.token(user);
    await visitor.put("/user/password", change);
    await visitor.get("/user/password");
    world.advance(16 * MINUTE);
    const answer = await visitor.submit("/user/password/revoke-tokens");
    expect(answer.headers["location"]).to.match(/^\/user\/confirm-password/);
    expect((await world.api.as(token).get("/auth/me")).status).to.equal(200);
  });

  it("succeeds for one of two parallel changes", async () => {
    const { user, visitor } = await world.signedIn();
    const { visitor: elsewhere } = await world.signedIn(user);
    const [one, two] = ["first-new-password", "second-new-password"];
    const answers = await Promise.all([
      visitor.put("/user/password", { ...change, password: one, password_confirmation: one }),
      elsewhere.put("/user/password", { ...change, password: two, password_confirmation: two }),
    ]);
    const won = answers.map(({ status }) => status === 303);
    expect(won.filter(Boolean)).to.have.length(1);
    const { password } = await reread(user);
    const { passwords } = world.services;
    expect(await passwords.verify(one, password)).to.equal(won[0]);
    expect(await passwords.verify(two, password)).to.equal(won[1]);
    expect(await world.services.knex("sessions").where({ user_id: user.id })).to.have.length(1);
  });

  it("is a card of the profile that states the policy", async () => {
    await world.services.settings.write({
      "auth.password_min_length": "10",
      "auth.password_require_numbers": "1",
      "auth.password_blocklist": "1",
    });
    const { visitor } = await world.signedIn();
    const { text } = await visitor.get("/user/security");
    expect(text)
      .to.match(/data-rule="length" data-min="10"/)
      .and.match(/data-rule="numbers"/);
    expect(text).not.to.match(/data-rule="(unhashable|common|symbols)"/);
    expect(text).to.contain("most common passwords");
    expect(text).to.match(/id="password-password"[^>]*aria-describedby="password-password-policy"/s);
  });

  for (const [what, fields, sentence] of [
    ["a wrong current password", { current_password: "wrong" }, "This isn't your current password."],
    ["no current password", { current_password: "" }, "Enter your current password."],
    ["the same password again", { password: PASSWORD, password_confirmation: PASSWORD }, "must differ"],
    [
      "a password that violates the policy",
      { password: "short", password_confirmation: "short" },
      "at least 8",
    ],
    [
      "a password that bcrypt would truncate",
      { password: "x".repeat(73), password_confirmation: "x".repeat(73) },
      "72 bytes",
    ],
    ["a different confirmation", { password_confirmation: "something-else" }, "does not match"],
  ] as const)
    it(`rejects ${what} and shows the profile again`, async () => {
      const { user, visitor } = await world.signedIn();
      const { visitor: elsewhere } = await world.signedIn(user);
      const answer = await visitor.put("/user/password", { ...change, ...fields });
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain(sentence);
      expect(answer.text).not.to.contain(NEW);
      expect((await reread(user)).password).to.equal(user.password);
      expect(await isGuest(elsewhere)).to.equal(false);
    });

  it("accepts six attempts a minute with the current password", async () => {
    const { visitor } = await world.signedIn();
    for (let attempt = 0; attempt < 6; attempt++)
      expect((await visitor.put("/user/password", { ...change, current_password: "wrong" })).status).to.equal(
        422,
      );
    const answer = await visitor.put("/user/password", change);
    expect(answer.status).to.equal(429);
    expect(textOf(answer)).to.contain("Too many attempts");
  });

  it("C18: changes nothing in a session that has since ended", async () => {
    const { user, visitor } = await world.signedIn();
    const { knex, passwords } = world.services;
    const hash = passwords.hash.bind(passwords);
    // between the checks and the transaction
    passwords.hash = async (password) => {
      await knex("sessions").where({ user_id: user.id }).del();
      return hash(password);
    };
    const answer = await visitor.put("/user/password", change).finally(() => {
      passwords.hash = hash;
    });
    expect(answer.status).to.equal(419);
    expect((await reread(user)).password).to.equal(user.password);
    expect(await knex("sessions").where({ user_id: user.id })).to.have.length(0);
  });

  it("H03: rejects a form without the session's CSRF token", async () => {
    const { user, visitor } = await world.signedIn();
    expect((await visitor.put("/user/password", { ...change, _csrf: "x" })).status).to.equal(419);
    expect((await reread(user)).password).to.equal(user.password);
  });
});
