import { expect } from "chai";
import { revokeAccess } from "../../../src/domain/credentials/revoke-user-access.js";
import { HOUR, MINUTE } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import { PASSWORD, profileFields } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

describe("Changing the email address", () => {
  const world = useWorld();
  let user: User;
  let visitor: Visitor;
  beforeEach(async () => {
    ({ user, visitor } = await world.signedIn(
      await world.make.user({ email: "ada@example.test", email_verified_at: 1 }),
    ));
  });

  const row = async () => (await world.services.knex("users").where({ id: user.id }).first()) as User;
  const save = (changes: object = {}) =>
    visitor.put("/user/profile-information", profileFields(user, changes));
  const mailsOf = (kind?: string) => queuedMails(world.services, kind);
  const open = async (link: string) => {
    const reader = world.visitor();
    await reader.get(link);
    return reader.submit(link);
  };

  describe("invalidates earlier links:", () => {
    const latest = async () => (await mailsOf("verify_email")).at(-1)!.link;
    const verified = async (): Promise<boolean> => (await row()).email_verified_at !== null;
    /** An administrator gives the account another address. */
    async function moveTo(email: string): Promise<void> {
      const { token } = await world.make.userWithToken({ role: "system_admin" });
      await world.api.as(token).patch(`/users/${user.id}`, { email }).expect(200);
    }
    beforeEach(async () => {
      world.freezeTime();
      await world.services.settings.write({ "auth.email_verification": "1" });
    });

    it("when an administrator changes the address and back", async () => {
      await moveTo("first@example.test");
      const first = await latest();
      await moveTo("second@example.test");
      const second = await latest();
      await moveTo("first@example.test");
      for (const link of [first, second]) expect((await open(link)).status).to.equal(403);
      expect(await verified()).to.equal(false);
      expect((await open(await latest())).status).to.equal(303);
      expect(await verified()).to.equal(true);
    });

    it("when the owner requests an address, another one, and the first again", async () => {
      await save({ email: "first@example.test" });
      const first = await latest();
      await save({ email: "second@example.test" });
      await save({ email: "first@example.test" });
      expect((await open(first)).status).to.equal(403);
      expect((await row()).email).to.equal("ada@example.test");
      expect((await open(await latest())).status).to.equal(303);
      expect((await row()).email).to.equal("first@example.test");
    });

    it("when the change was cancelled and requested again", async () => {
      await save({ email: "first@example.test" });
      const first = await latest();
      await visitor.delete("/user/pending-email");
      await save({ email: "first@example.test" });
      expect((await open(first)).status).to.equal(403);
      expect((await open(await latest())).status).to.equal(303);
    });

    it("when the owner changed to another address by link, and back", async () => {
      await save({ email: "first@example.test" });
      const first = await latest();
      await open(first);
      user = { ...user, email: "first@example.test" } as User;
      await save({ email: "ada@example.test" });
      await open(await latest());
      user = { ...user, email: "ada@example.test" } as User;
      expect((await open(first)).status).to.equal(403);
      expect((await row()).email).to.equal("ada@example.test");
    });

    it("but not one that is opened twice, or after a new name or a resent mail", async () => {
      await moveTo("first@example.test");
      const link = await latest();
      const { token } = await world.make.userWithToken({ role: "system_admin" });
      const changes = { first_name: "Augusta", status: "active" };
      await world.api.as(token).patch(`/users/${user.id}`, changes).expect(200);
      world.advance(MINUTE);
      const reader = world.visitor();
      await reader.get("/login");
      await reader.submit("/email/verification-notification", { email: "first@example.test" });
      expect(await mailsOf("verify_email")).to.have.length(2);
      expect((await open(link)).status).to.equal(303);
      expect((await open(link)).status).to.equal(303);
      expect(await verified()).to.equal(true);
    });
  });

  it("keeps the current address until the link in the mail to the new one is used", async () => {
    const answer = await save({ email: " Ada@New.example " });
    expect(answer.headers["location"]).to.equal("/profile");
    expect(await row()).to.include({ email: "ada@example.test", pending_email: "ada@new.example" });
    const page = await visitor.get("/profile");
    expect(textOf(page)).to.contain("Waiting for you to verify ada@new.example");
    const [verify] = await mailsOf("verify_email");
    expect(verify!.to).to.equal("ada@new.example");
    await open(verify!.link);
    const after = await row();
    expect(after).to.include({ email: "ada@new.example", pending_email: null });
    expect(after.email_verified_at).to.be.greaterThan(1);
    expect(textOf(await visitor.get("/profile"))).not.to.contain("Waiting for you to verify");
  });

  it("notifies the current address immediately", async () => {
    await save({ email: "ada@new.example" });
    const [notice] = await mailsOf("email_change_requested");
    expect(notice!.to).to.equal("ada@example.test");
    expect(notice!.text).to.contain("ada@new.example");
  });

  it("saves the rest of the form too", async () => {
    await save({ email: "ada@new.example", last_name: "King" });
    expect(await row()).to.include({ last_name: "King", pending_email: "ada@new.example" });
    const activity = await world.services.knex("activity_log").where({ event: "profile_updated" }).first();
    expect(JSON.parse(activity.changes).after).to.deep.equal({
      last_name: "King",
      pending_email: "ada@new.example",
    });
  });

  it("H34: asks for the password when it wasn't confirmed recently, and keeps the input", async () => {
    world.advance(16 * MINUTE);
    expect((await visitor.get("/profile")).text).to.contain('id="profile-current_password"');
    const before = await row();
    for (const current_password of ["", "wrong-password"]) {
      const rejected = await save({ email: "ada@new.example", last_name: "King", current_password });
      expect(rejected.status).to.equal(422);
      expect(rejected.text).to.contain('value="ada@new.example"').and.contain('value="King"');
      expect(rejected.text).to.match(/id="profile-current_password-error"/);
      expect(await row()).to.deep.equal(before);
    }
    const cookie = visitor.sessionCookie;
    await save({ email: "ada@new.example", last_name: "King", current_password: PASSWORD });
    expect((await row()).pending_email).to.equal("ada@new.example");
    expect(visitor.sessionCookie).to.be.a("string").and.not.equal(cookie);
  });

  it("asks for no password while the address stays the same", async () => {
    world.advance(16 * MINUTE);
    expect((await save({ last_name: "King", current_password: "" })).status).to.equal(303);
    expect((await save({ last_name: "Byron", email: "ADA@example.test" })).status).to.equal(303);
    expect(await row()).to.include({ last_name: "Byron", pending_email: null });
    expect(await mailsOf()).to.have.length(0);
  });

  it("can resend the link, and uses the last of two addresses", async () => {
    await save({ email: "first@new.example" });
    await visitor.get("/profile");
    await save({ email: "second@new.example" });
    await visitor.get("/profile");
    const answer = await visitor.submit("/user/pending-email");
    expect(answer.headers["location"]).to.equal("/profile");
    const sent = await mailsOf("verify_email");
    expect(sent.map(({ to }) => to)).to.deep.equal([
      "first@new.example",
      "second@new.example",
      "second@new.example",
    ]);
    expect((await open(sent[0]!.link)).status).to.equal(403);
    expect((await row()).email).to.equal("ada@example.test");
    await open(sent[1]!.link);
    expect((await row()).email).to.equal("second@new.example");
  });

  it("can be cancelled, which invalidates the link", async () => {
    await save({ email: "ada@new.example" });
    await visitor.get("/profile");
    await visitor.delete("/user/pending-email");
    expect((await row()).pending_email).to.equal(null);
    await open((await mailsOf("verify_email"))[0]!.link);
    expect((await row()).email).to.equal("ada@example.test");
  });

  it("is cancelled by a new password, because the old one may have been known to others", async () => {
    await save({ email: "mallory@new.example" });
    const [verify] = await mailsOf("verify_email");
    const admin = await world.make.userWithToken({ role: "system_admin" });
    const password = "an-altogether-new-one";
    await world.api
      .as(admin.token)
      .patch(`/users/${user.id}`, { password, password_confirmation: password })
      .expect(200);
    expect((await row()).pending_email).to.equal(null);
    await open(verify!.link);
    expect((await row()).email).to.equal("ada@example.test");
  });

  it("H26: gives the same response for another account's address, and notifies that account", async () => {
    const holder = await world.make.user({ email: "taken@example.test" });
    const taken = await save({ email: "taken@example.test" });
    const takenPage = textOf(await visitor.get("/profile")).replaceAll("taken@", "@");
    const takenKinds = (await mailsOf()).map(({ kind, to }) => [kind, to]);
    await world.services.knex("mails").del();
    const free = await save({ email: "free@example.test" });
    const freePage = textOf(await visitor.get("/profile")).replaceAll("free@", "@");
    expect([taken.status, taken.headers["location"], taken.text]).to.deep.equal([
      free.status,
      free.headers["location"],
      free.text,
    ]);
    expect(takenPage).to.equal(freePage);
    expect(takenKinds).to.deep.equal([
      ["email_change_requested", user.email],
      ["email_taken", holder.email],
    ]);
  });

  it("fails when another account has taken the address first", async () => {
    await save({ email: "wanted@example.test" });
    const [verify] = await mailsOf("verify_email");
    await world.make.user({ email: "wanted@example.test" });
    const answer = await open(verify!.link);
    expect(answer.status).to.be.within(400, 499);
    expect((await row()).email).to.equal("ada@example.test");
  });

  it("sends mails six times an hour", async () => {
    for (let time = 1; time <= 6; time++)
      expect((await save({ email: `ada${time}@new.example` })).status).to.equal(303);
    const rejected = await save({ email: "ada7@new.example", last_name: "King" });
    expect(rejected.status).to.equal(429);
    expect(rejected.text).to.contain('value="King"');
    expect((await row()).pending_email).to.equal("ada6@new.example");
    await visitor.get("/profile");
    expect((await visitor.submit("/user/pending-email")).status).to.equal(429);
    const sent = (await mailsOf()).length;
    await visitor.submit("/email/verification-notification");
    expect(await mailsOf()).to.have.length(sent);
    world.advance(HOUR + MINUTE);
    expect((await save({ email: "ada8@new.example", current_password: PASSWORD })).status).to.equal(303);
  });

  for (const [what, happen] of [
    [
      "a password reset that ends the session",
      (id: string) => world.services.knex.transaction((trx) => revokeAccess(trx, id)),
    ],
    [
      "a status that is not active",
      (id: string) => world.services.knex("users").where({ id }).update({ status: "suspended" }),
    ],
  ] as const)
    it(`C18: can't be started after ${what}`, async () => {
      // between the password check and the update
      const { counters } = world.services;
      const add = counters.add.bind(counters);
      counters.add = async (key, ...rest) => {
        if (key.startsWith("email-change:")) await happen(user.id);
        return add(key, ...rest);
      };
      try {
        expect((await save({ email: "ada@new.example" })).status).to.equal(403);
      } finally {
        counters.add = add;
      }
      expect((await row()).pending_email).to.equal(null);
      expect(await mailsOf()).to.have.length(0);
    });

  it("H22: rejects an invalid or overlong address", async () => {
    for (const email of ["ada", "ada@x@y", "a\u0000@example.test", `${"x".repeat(250)}@example.test`])
      expect((await save({ email })).status).to.equal(422);
    expect((await row()).pending_email).to.equal(null);
    expect(await mailsOf()).to.have.length(0);
  });
});
