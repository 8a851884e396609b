import { expect } from "chai";
import { lockAccount } from "../../../src/domain/accounts/accounts.js";
import { revokeAccess } from "../../../src/domain/credentials/revoke-user-access.js";
import type { User } from "../../../src/models/user.js";
import { issueEveryCredential, countActiveCredentials, ofEach } from "../../support/app/credentials.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

describe("Deleting one's own account", () => {
  const world = useWorld();
  let user: User;
  let visitor: Visitor;
  beforeEach(async () => {
    ({ user, visitor } = await world.signedIn());
  });

  const row = async (of = user) => (await world.services.knex("users").where({ id: of.id }).first()) as User;
  const destroy = (current_password = PASSWORD) => visitor.delete("/user", { current_password });

  it("explains what is deleted and for how long it can be restored before it asks for the password", async () => {
    expect((await visitor.get("/profile")).text).to.contain('href="/user/delete"');
    const page = textOf(await visitor.get("/user/delete"));
    expect(page).to.contain(user.email);
    expect(page).to.contain("all access tokens and connected applications stop working");
    expect(page).to.contain(
      "An administrator can restore the account for 30 days. After that, your name, address and settings are permanently erased.",
    );
  });

  it("redirects to the sign-in page, where the account can't sign in", async () => {
    const cookie = visitor.sessionCookie!;
    const answer = await destroy();
    expect(answer.headers["location"]).to.equal("/login");
    expect(visitor.sessionCookie).to.equal(undefined);
    expect(textOf(await visitor.get("/login"))).to.contain("Your account was deleted.");
    visitor.cookies.set("authdock_session", cookie);
    expect((await visitor.get("/profile")).headers["location"]).to.match(/^\/login/);
    visitor.cookies.delete("authdock_session");
    const again = await visitor.signIn(user);
    expect(textOf(again)).to.contain("These credentials do not match our records.");
  });

  it("keeps the row for thirty days, ends all access and frees the address", async () => {
    await issueEveryCredential(world.services.knex, user);
    await destroy();
    expect((await row()).deleted_at).to.be.closeTo(Date.now(), 20_000);
    expect(await countActiveCredentials(world.services.knex, user)).to.deep.equal(ofEach(0));
    const next = await world.make.user({ email: user.email });
    expect(next.id).not.to.equal(user.id);
  });

  it("is recorded and confirmed by mail", async () => {
    await destroy();
    const activity = await world.services.knex("activity_log").where({ event: "user_deleted" }).first();
    expect(activity).to.include({ actor_id: user.id, subject_id: user.id });
    const [mail] = await queuedMails(world.services, "account_deleted");
    expect(mail!.to).to.equal(user.email);
  });

  it("is possible for one of two system administrators", async () => {
    const [first] = [
      await world.make.user({ role: "system_admin" }),
      await world.make.user({ role: "system_admin" }),
    ];
    const admin = world.visitor();
    await admin.signIn(first);
    const answer = await admin.delete("/user", { current_password: PASSWORD });
    expect(answer.headers["location"]).to.equal("/login");
    expect((await row(first)).deleted_at).not.to.equal(null);
  });

  it("H34: requires the password in this form, even if it was confirmed recently", async () => {
    for (const fields of [{}, { current_password: "" }, { current_password: "wrong" }] as Record<
      string,
      string
    >[]) {
      const answer = await visitor.delete("/user", fields);
      expect(answer.status).to.equal(422);
      expect(answer.text).to.match(/id="current_password-error"/);
    }
    expect((await row()).deleted_at).to.equal(null);
    expect((await visitor.get("/profile")).status).to.equal(200);
  });

  it("C18: fails when a new password was set while the old one was verified", async () => {
    const { passwords, knex } = world.services;
    const verify = passwords.verify.bind(passwords);
    passwords.verify = async (...given) => {
      const result = await verify(...given);
      await knex.transaction(async (trx) => {
        await (await lockAccount(trx, user.id))!.$query(trx).patch({ password: "another hash" });
        await revokeAccess(trx, user.id);
      });
      return result;
    };
    try {
      expect((await destroy()).status).to.equal(403);
    } finally {
      passwords.verify = verify;
    }
    expect((await row()).deleted_at).to.equal(null);
  });

  it("counts attempts with the password", async () => {
    for (let time = 1; time <= 6; time++) expect((await destroy("wrong")).status).to.equal(422);
    expect((await destroy()).status).to.equal(429);
    expect((await row()).deleted_at).to.equal(null);
  });

  it("isn't possible for the last active system administrator, with an explanation", async () => {
    const last = await world.make.user({ role: "system_admin" });
    await world.make.user({ role: "system_admin", status: "inactive" });
    const admin = world.visitor();
    await admin.signIn(last);
    const answer = await admin.delete("/user", { current_password: PASSWORD });
    expect(answer.status).to.equal(403);
    expect(textOf(answer)).to.contain("At least one active system administrator must remain.");
    expect((await row(last)).deleted_at).to.equal(null);
    expect((await admin.get("/profile")).status).to.equal(200);
    expect(await world.services.knex("mails")).to.have.length(0);
  });

  it("is possible for only one of two last system administrators at the same time", async () => {
    const admins = [
      await world.make.user({ role: "system_admin" }),
      await world.make.user({ role: "system_admin" }),
    ];
    const visitors = await Promise.all(
      admins.map(async (admin) => {
        const browser = world.visitor();
        await browser.signIn(admin);
        return browser;
      }),
    );
    const answers = await Promise.all(
      visitors.map((browser) => browser.delete("/user", { current_password: PASSWORD })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 403]);
  });

  it("requires a sign-in and a CSRF token", async () => {
    expect((await world.visitor().get("/user/delete")).headers["location"]).to.match(/^\/login/);
    expect((await visitor.delete("/user", { _csrf: "x", current_password: PASSWORD })).status).to.equal(419);
    expect((await row()).deleted_at).to.equal(null);
  });
});
