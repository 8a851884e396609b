import { expect } from "chai";
import { prune } from "../../../src/domain/upkeep/prune.js";
import { sendVerificationMail } from "../../../src/domain/registration/email-verification.js";
import { DAY, MINUTE } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import { issueEveryCredential, countActiveCredentials, ofEach } from "../../support/app/credentials.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { NO_ROW } from "../../support/contract/operations.js";
import { checkWords } from "../../../src/models/lists/word-check.js";
import { useWorld } from "../../support/app/world.js";

const PERSON = { first_name: "Grace", last_name: "Hopper", email: "grace@example.test" };

describe("POST /users/{user}/restore", () => {
  const world = useWorld();
  let token: string;
  let caller: User;
  let user: User;
  beforeEach(async () => {
    ({ user: caller, token } = await world.make.userWithToken({ role: "admin" }));
    user = await world.make.user(PERSON);
  });

  const row = async (id = user.id) => (await world.services.knex("users").where({ id }).first()) as User;
  const remove = (id = user.id, as = token) => world.api.as(as).delete(`/users/${id}`).expect(200);
  const restore = (id = user.id, as = token) => world.api.as(as).post(`/users/${id}/restore`, {});
  const root = async () => (await world.make.userWithToken({ role: "system_admin" })).token;

  it("returns the account, which can sign in with its password again", async () => {
    await remove();
    const { body, headers } = await restore().expect(200);
    expect(body.data).to.include({ id: user.id, email: PERSON.email, status: "active", role: "user" });
    expect(headers["etag"]).to.equal('"3"');
    await world.api.as(token).get(`/users/${user.id}`).expect(200);
    await world.api.post("/auth/login", { email: user.email, password: PASSWORD }).expect(200);
  });

  it("restores password, second factor, recovery codes, status and roles", async () => {
    await world.make.twoFactor(user);
    await world.make.role("editor", 5, ["users.read"]);
    await world.make.giveRole(user, "editor");
    await world.services.knex("users").where({ id: user.id }).update({ status: "banned" });
    const kept = ({
      password,
      password_changed_at,
      two_factor_secret,
      two_factor_recovery_codes,
      two_factor_confirmed_at,
      status,
      email,
    }: User) => ({
      ...{ password, password_changed_at, two_factor_secret, two_factor_recovery_codes },
      ...{ two_factor_confirmed_at, status, email },
    });
    const before = kept(await row());
    await remove();
    await restore().expect(200);
    expect(kept(await row())).to.deep.equal(before);
    expect(await world.services.knex("role_user").where({ user_id: user.id })).to.have.length(2);
  });

  it("doesn't restore tokens, sessions, codes and reset links", async () => {
    const holder = world.api.as(await world.make.token(user));
    await issueEveryCredential(world.services.knex, user);
    const { visitor } = await world.signedIn(user);
    await remove();
    await restore().expect(200);
    expect(await countActiveCredentials(world.services.knex, user)).to.deep.equal(ofEach(0));
    expect((await holder.get("/auth/me").expect(401)).body.data.code).to.equal("token_revoked");
    expect((await visitor.get("/dashboard")).headers["location"]).to.contain("/login");
  });

  it("doesn't restore verification links that were mailed before, including those for a new address", async () => {
    world.freezeTime();
    const { services } = world;
    const settings = await services.settings.read();
    const mail = async (email: string) =>
      sendVerificationMail({ services, trx: services.knex, settings }, await row(), email);
    await services.knex("users").where({ id: user.id }).update({ pending_email: "new@example.test" });
    await mail(user.email);
    await mail("new@example.test");
    const links = (await queuedMails(services, "verify_email")).map(({ link }) => link);
    world.advance(MINUTE);
    await remove();
    await restore().expect(200);
    for (const link of links) expect((await world.visitor().get(link)).status).to.equal(403);
    expect((await row()).pending_email).to.equal(null);
    await mail(user.email);
    const [, , fresh] = await queuedMails(services, "verify_email");
    expect((await world.visitor().get(fresh!.link)).status).to.equal(200);
  });

  it("notifies the owner by email and records the actor", async () => {
    await remove();
    await restore().expect(200);
    const [mail] = await queuedMails(world.services, "account_restored");
    expect(mail).to.include({ to: user.email, link: "/login" });
    const rows = await world.services.knex("activity_log").where({ event: "user_restored" });
    expect(rows).to.have.length(1);
    expect(rows[0]).to.include({ actor_id: caller.id, subject_type: "user", subject_id: user.id });
  });

  it("works for thirty days after the deletion", async () => {
    const admin = await root();
    world.freezeTime();
    await remove(user.id, admin);
    await world.services.knex("personal_access_tokens").update({ expires_at: Date.now() + 100 * DAY });
    world.advance(30 * DAY);
    await prune(world.services);
    await restore(user.id, admin).expect(200);
  });

  it("restores the account that was deleted last when several had the same address", async () => {
    await remove();
    const second = await world.make.user(PERSON);
    await remove(second.id);
    await restore(second.id).expect(200);
    expect((await row()).deleted_at).to.be.a("number");
  });

  it("works again after another deletion", async () => {
    await remove();
    await restore().expect(200);
    await remove();
    await restore().expect(200);
    expect((await row()).version).to.equal(5);
  });

  describe("rejects", () => {
    it("an account whose address was taken by another one, and changes nothing", async () => {
      await remove();
      const other = await world.make.user(PERSON);
      const { body } = await restore().expect(422);
      expect(body.data).to.have.property("code", "validation_failed");
      expect(body.data.errors.email).to.deep.equal([
        "Another account has since taken this address. Change that account's address or delete it, then restore this one.",
      ]);
      expect(await row()).to.include({ version: 2 });
      expect(await queuedMails(world.services, "account_restored")).to.deep.equal([]);
      await remove(other.id);
      await restore().expect(200);
    });

    it("an account that isn't deleted, doesn't exist or was already restored", async () => {
      await restore().expect(404);
      await restore(NO_ROW).expect(404);
      await remove();
      await restore().expect(200);
      expect((await restore().expect(404)).body.data).to.deep.equal({ code: "not_found" });
    });

    it("an account that was deleted more than thirty days ago, anonymised or not", async () => {
      const admin = await root();
      world.freezeTime();
      await remove(user.id, admin);
      await world.services.knex("personal_access_tokens").update({ expires_at: Date.now() + 100 * DAY });
      world.advance(30 * DAY + 1);
      await restore(user.id, admin).expect(404);
      await prune(world.services);
      await restore(user.id, admin).expect(404);
    });

    it("an anonymised account, whatever the time", async () => {
      await remove();
      await world.services.knex("users").where({ id: user.id }).update({ anonymised_at: 1 });
      await restore().expect(404);
    });

    it("an account of a higher rank, as if it didn't exist", async () => {
      const admin = await root();
      const other = await world.make.user({ role: "system_admin" });
      await remove(other.id, admin);
      await restore(other.id).expect(404);
      expect((await row(other.id)).deleted_at).to.be.a("number");
      await restore(other.id, admin).expect(200);
    });

    it("an account of the same rank with more permissions", async () => {
      await world.make.role("deleter", 2, ["users.read", "users.delete"]);
      const deleter = await world.make.userWithToken({ role: "deleter" });
      const admin = await world.make.user({ role: "admin" });
      await remove(admin.id);
      const { body } = await restore(admin.id, deleter.token).expect(403);
      expect(body.data.code).to.equal("forbidden");
      expect((await row(admin.id)).deleted_at).to.be.a("number");
    });

    it("a caller without users.delete", async () => {
      await world.make.role("editor", 2, ["users.read", "users.create", "users.update"]);
      const editor = await world.make.userWithToken({ role: "editor" });
      await remove();
      expect((await restore(user.id, editor.token).expect(403)).body.data.code).to.equal("forbidden");
      expect((await row()).deleted_at).to.be.a("number");
    });

    it("an invalid id", async () => {
      await restore("1").expect(422);
    });
  });
});

describe("GET /users with filter[deleted]=only", () => {
  const world = useWorld();
  let token: string;
  beforeEach(async () => {
    ({ token } = await world.make.userWithToken({ role: "admin" }));
  });

  async function deleted(options: Parameters<typeof world.make.user>[0], ago = 0): Promise<User> {
    const user = await world.make.user(options);
    await world.services
      .knex("users")
      .where({ id: user.id })
      .update({ deleted_at: Date.now() - ago });
    await checkWords(world.services.knex, "users", true);
    return user;
  }
  const list = async (query = "", as = token) => {
    const { body } = await world.api.as(as).get(`/users?filter[deleted]=only${query}`).expect(200);
    const emails = (body.data.items as { email: string }[]).map(({ email }) => email);
    expect(body.meta.pagination.total, "total").to.equal(emails.length);
    return emails;
  };

  it("lists only deleted accounts, including several with the same address", async () => {
    for (let n = 0; n < 2; n++) await deleted({ email: "gone@example.test" });
    await world.make.user({ email: "gone@example.test" });
    expect(await list()).to.deep.equal(["gone@example.test", "gone@example.test"]);
    const { body } = await world.api.as(token).get("/users").expect(200);
    expect(body.meta.pagination.total).to.equal(2);
  });

  it("can be combined with search, filters and sorting", async () => {
    await deleted({ first_name: "Grace", email: "b@example.test", role: "admin" });
    await deleted({ first_name: "Graham", email: "c@example.test", status: "banned" });
    await deleted({ first_name: "Linus", email: "a@example.test" });
    expect(await list("&filter[search]=gra&sort=-email")).to.deep.equal(["c@example.test", "b@example.test"]);
    expect(await list("&sort=email")).to.have.length(3);
    expect(await list("&filter[status]=banned")).to.deep.equal(["c@example.test"]);
    expect(await list("&filter[role]=admin")).to.deep.equal(["b@example.test"]);
  });

  it("excludes accounts that were deleted more than thirty days ago or anonymised", async () => {
    await deleted({}, 30 * DAY + MINUTE);
    const blank = await deleted({});
    await world.services.knex("users").where({ id: blank.id }).update({ anonymised_at: 1 });
    await deleted({ email: "gone@example.test" }, 30 * DAY - MINUTE);
    for (const query of ["", "&filter[search]=example"])
      expect(await list(query)).to.deep.equal(["gone@example.test"]);
  });

  it("excludes accounts of a higher rank", async () => {
    const root = await world.make.userWithToken({ role: "system_admin" });
    await deleted({ email: "root@example.test", role: "system_admin" });
    await deleted({ email: "gone@example.test" });
    for (const query of ["", "&filter[search]=example"])
      expect(await list(query)).to.deep.equal(["gone@example.test"]);
    expect(await list("&sort=email", root.token)).to.deep.equal(["gone@example.test", "root@example.test"]);
  });

  it("is rejected without users.delete, and with another value", async () => {
    await world.make.role("reader", 2, ["users.read", "users.update"]);
    const reader = await world.make.userWithToken({ role: "reader" });
    const { body } = await world.api.as(reader.token).get("/users?filter[deleted]=only").expect(403);
    expect(body.data).to.deep.equal({ code: "forbidden" });
    await world.api.as(token).get("/users?filter[deleted]=with").expect(422);
  });
});
