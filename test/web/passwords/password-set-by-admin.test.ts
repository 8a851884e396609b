import { expect } from "chai";
import { seedAdministrator } from "../../../src/domain/upkeep/seed.js";
import { DAY } from "../../../src/lib/clock.js";
import { User } from "../../../src/models/user.js";
import { queuedMails } from "../../support/app/mails.js";
import { PASSWORD, registration } from "../../support/app/factories.js";
import { issueEveryCredential } from "../../support/app/credentials.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const CHOSEN = "chosen-by-somebody-else";
const NEW = "another-horse-battery";

describe("A password that an administrator chose", () => {
  const world = useWorld();

  const reread = async ({ email }: { email: string }): Promise<User> =>
    User.query(world.services.knex).findOne({ email }).throwIfNotFound();
  async function administrator() {
    return world.make.userWithToken({ role: "system_admin" });
  }
  /** An account whose password an administrator has set through the API. */
  async function given(): Promise<User> {
    const user = await world.make.user();
    const { token } = await administrator();
    const change = { password: CHOSEN, password_confirmation: CHOSEN };
    await world.api.as(token).patch(`/users/${user.id}`, change).expect(200);
    return user;
  }
  async function signedInWith(user: { email: string }, password = CHOSEN): Promise<Visitor> {
    const visitor = world.visitor();
    await visitor.signIn(user, { password });
    return visitor;
  }
  const change = (current_password: string) => ({
    current_password,
    password: NEW,
    password_confirmation: NEW,
  });

  it("redirects every page to the screen for a new one, which explains why", async () => {
    const visitor = await signedInWith(await given());
    for (const path of ["/dashboard", "/profile", "/user/tokens", "/user/confirm-password"])
      expect((await visitor.get(path)).headers["location"], path).to.equal("/password/expired");
    const screen = await visitor.get("/password/expired");
    expect(screen.status).to.equal(200);
    expect(textOf(screen)).to.contain("Choose your own password").and.contain("set by someone else");
    expect(textOf(screen)).not.to.contain("expired").and.not.contain("Dashboard");
  });

  it("redirects with any value of auth.password_expiry_days, and however new it is", async () => {
    for (const days of ["0", "30"]) {
      await world.services.settings.write({ "auth.password_expiry_days": days });
      const visitor = await signedInWith(await given());
      expect((await visitor.get("/profile")).headers["location"]).to.equal("/password/expired");
    }
  });

  it("is replaced there by its owner permanently", async () => {
    world.freezeTime();
    const user = await given();
    const visitor = await signedInWith(user);
    await visitor.get("/password/expired");
    const same = { current_password: CHOSEN, password: CHOSEN, password_confirmation: CHOSEN };
    expect((await visitor.put("/password/expired", same)).status).to.equal(422);
    const replaced = await visitor.put("/password/expired", change(CHOSEN));
    expect(replaced.headers["location"]).to.equal("/dashboard");
    expect((await visitor.get("/dashboard")).status).to.equal(200);
    expect((await visitor.get("/password/expired")).headers["location"]).to.equal("/dashboard");
    expect((await reread(user)).password_must_change).to.equal(false);
    world.advance(DAY);
    expect((await (await signedInWith(user, NEW)).get("/dashboard")).status).to.equal(200);
  });

  it("leads to the page that was asked for", async () => {
    for (const asked of ["/user/tokens", "/profile?a=1"]) {
      const visitor = await signedInWith(await given());
      await visitor.get(asked);
      await visitor.get("/password/expired"); // an older page without the address
      const replaced = await visitor.put("/password/expired", change(CHOSEN));
      expect(replaced.headers["location"]).to.equal(asked);
    }
  });

  it("is replaced by a reset link", async () => {
    const user = await given();
    const visitor = world.visitor();
    await visitor.get("/forgot-password");
    await visitor.submit("/forgot-password", { email: user.email });
    const [mail] = await queuedMails(world.services, "reset_password");
    const { link } = mail!;
    await visitor.get(link);
    const token = link.split("/").at(-1)!;
    await visitor.submit("/reset-password", { token, password: NEW, password_confirmation: NEW });
    expect((await reread(user)).password_must_change).to.equal(false);
    expect((await (await signedInWith(user, NEW)).get("/dashboard")).status).to.equal(200);
  });

  it("doesn't affect the API, which reports it with the account", async () => {
    const user = await given();
    const login = await world.api.post("/auth/login", { email: user.email, password: CHOSEN }).expect(200);
    expect(login.body.meta).to.deep.equal({ password_must_change: true });
    const api = world.api.as(login.body.data.token);
    expect((await api.get("/auth/me").expect(200)).body.meta).to.deep.equal({ password_must_change: true });
    await api.get("/definitions").expect(200);
    const visitor = await signedInWith(user);
    await visitor.get("/password/expired");
    await visitor.put("/password/expired", change(CHOSEN));
    expect((await api.get("/auth/me").expect(200)).body.meta).to.deep.equal({});
  });

  it("is reported after the second factor, not before", async () => {
    const user = await given();
    const { code } = await world.make.twoFactor(user);
    const login = await world.api.post("/auth/login", { email: user.email, password: CHOSEN }).expect(200);
    expect(login.body.meta).to.deep.equal({});
    const { challenge } = login.body.data;
    const { body } = await world.api
      .post("/auth/two-factor-challenge", { challenge, code: await code() })
      .expect(200);
    expect(body.meta).to.deep.equal({ password_must_change: true });
  });

  it("still has to be changed after a sign-in that renews its hash", async () => {
    const user = await given();
    const { knex } = world.services;
    const { password } = await reread(user);
    await knex("users")
      .where({ id: user.id })
      .update({ password: password!.replace("$2b$", "$2y$") });
    await signedInWith(user);
    const after = await reread(user);
    expect(after.password).to.match(/^\$2b\$/);
    expect(after.password_must_change).to.equal(true);
  });

  it("ends all access of the account, like a reset", async () => {
    const user = await world.make.user();
    const { visitor } = await world.signedIn(user);
    await issueEveryCredential(world.services.knex, user);
    await world.services.knex("users").where({ id: user.id }).update({ pending_email: "new@example.test" });
    const { token } = await administrator();
    const body = { password: CHOSEN, password_confirmation: CHOSEN };
    await world.api.as(token).patch(`/users/${user.id}`, body).expect(200);
    const { knex } = world.services;
    for (const table of [
      "personal_access_tokens",
      "oauth_access_tokens",
      "oauth_refresh_tokens",
      "oauth_authorization_codes",
      "oauth_device_codes",
    ])
      expect(await knex(table).where({ user_id: user.id }).whereNull("revoked_at"), table).to.be.empty;
    for (const table of ["sessions", "two_factor_challenges", "password_resets"])
      expect(await knex(table).where({ user_id: user.id }), table).to.be.empty;
    expect((await reread(user)).pending_email).to.equal(null);
    expect((await visitor.get("/dashboard")).headers["location"]).to.match(/^\/login/);
  });

  describe("belongs to", () => {
    const isDue = async (account: { email: string }): Promise<boolean> =>
      (await reread(account)).password_must_change;

    it("the first administrator, who replaces it at the first sign-in", async () => {
      const made = (await seedAdministrator(world.services))!;
      expect(await isDue(made)).to.equal(true);
      const visitor = await signedInWith(made, made.password);
      expect((await visitor.get("/admin/users")).headers["location"]).to.equal("/password/expired");
      await visitor.get("/password/expired");
      await visitor.put("/password/expired", change(made.password));
      expect((await visitor.get("/admin/users")).status).to.equal(200);
      expect(await isDue(made)).to.equal(false);
    });

    it("an account that an administrator creates, on either surface", async () => {
      const admin = await administrator();
      const body = registration({ password: CHOSEN, password_confirmation: CHOSEN });
      await world.api.as(admin.token).post("/users", body).expect(201);
      expect(await isDue(body as { email: string })).to.equal(true);
      const { visitor } = await world.signedIn(admin.user);
      await visitor.get("/admin/users/create");
      const form = registration({ role: "user", status: "active", first_password: "set" }) as Record<
        string,
        string
      >;
      expect((await visitor.submit("/admin/users", form)).status).to.equal(303);
      expect(await isDue(form as { email: string })).to.equal(true);
    });

    it("an account whose password an administrator sets on its page", async () => {
      const user = await world.make.user();
      const { visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
      await visitor.get(`/admin/users/${user.id}`);
      const fields = { password: CHOSEN, password_confirmation: CHOSEN };
      expect((await visitor.put(`/admin/users/${user.id}`, fields)).status).to.equal(303);
      expect(await isDue(user)).to.equal(true);
      const row = await world.services.knex("activity_log").where({ event: "user_updated" }).first();
      expect(row.changes).not.to.contain("password_must_change");
    });

    it("no account that registered, or changed its own password", async () => {
      const body = registration();
      const { body: answer } = await world.api.post("/auth/register", body).expect(201);
      expect(answer.meta).to.deep.equal({});
      expect(await isDue(body as { email: string })).to.equal(false);
      const { user, visitor } = await world.signedIn();
      await visitor.get("/profile");
      await visitor.put("/user/password", change(PASSWORD));
      expect(await isDue(user)).to.equal(false);
    });

    it("no account whose other data an administrator changes", async () => {
      const user = await world.make.user();
      const { token } = await administrator();
      await world.api.as(token).patch(`/users/${user.id}`, { first_name: "Augusta" }).expect(200);
      expect(await isDue(user)).to.equal(false);
      const other = await given();
      await world.api.as(token).patch(`/users/${other.id}`, { first_name: "Augusta" }).expect(200);
      expect(await isDue(other)).to.equal(true);
    });
  });
});
