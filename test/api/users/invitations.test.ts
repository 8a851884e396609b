import { expect } from "chai";
import { DAY, MINUTE } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import { queuedMails } from "../../support/app/mails.js";
import { useWorld } from "../../support/app/world.js";

const ADA = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.test" };
const PASSWORD = { password: "staple-battery-horse", password_confirmation: "staple-battery-horse" };

describe("Invitations on the API", () => {
  const world = useWorld();
  let token: string;
  beforeEach(async () => {
    world.freezeTime();
    ({ token } = await world.make.userWithToken({ role: "admin" }));
  });
  const api = () => world.api.as(token);
  const row = async (email = ADA.email): Promise<User> =>
    (await world.services.knex("users").where({ email }).first()) as User;
  const invite = async (fields: object = {}): Promise<string> => {
    const { body } = await api()
      .post("/users", { ...ADA, ...fields })
      .expect(201);
    return body.data.id as string;
  };
  const mails = async (): Promise<[string, string][]> =>
    (await queuedMails(world.services)).map(({ kind, to }) => [kind, to]);
  const links = async (): Promise<string[]> =>
    (await queuedMails(world.services, "invitation")).map(
      ({ text }) => /\/reset-password\/([\w-]+)/.exec(text)![1]!,
    );
  const choose = (link: string, status = 200) =>
    world.api.post("/auth/reset-password", { token: link, ...PASSWORD }).expect(status);
  const signIn = (password: string, email = ADA.email) => world.api.post("/auth/login", { email, password });
  const verification = () => world.services.settings.write({ "auth.email_verification": "1" });

  it("are sent for accounts without a password, and say so until it is chosen", async () => {
    const { body } = await api().post("/users", ADA).expect(201);
    expect(body.meta).to.deep.equal({ invitation_pending: true });
    const path = `/users/${body.data.id}`;
    expect((await api().get(path).expect(200)).body.meta).to.deep.equal({ invitation_pending: true });
    expect(await row()).to.include({ password: null, password_changed_at: null, password_must_change: 0 });
    expect(await mails()).to.deep.equal([["invitation", ADA.email]]);
    await choose((await links())[0]!);
    expect((await api().get(path).expect(200)).body.meta).to.deep.equal({});
    const { body: signedIn } = await signIn(PASSWORD.password).expect(200);
    expect(signedIn.data.user.email).to.equal(ADA.email);
    expect(signedIn.meta).to.deep.equal({}); // the owner chose it
  });

  it("verify the address, so that no verification mail is sent", async () => {
    await verification();
    await invite();
    expect(await mails()).to.deep.equal([["invitation", ADA.email]]);
    expect((await row()).email_verified_at).to.equal(null);
    await choose((await links())[0]!);
    expect((await row()).email_verified_at).to.be.a("number");
    await signIn(PASSWORD.password).expect(200);
    expect((await mails()).map(([kind]) => kind)).to.deep.equal(["invitation"]);
    const events = await world.services
      .knex("activity_log")
      .where({ actor_id: (await row()).id })
      .pluck("event");
    expect(events).to.include.members(["email_verified", "password_reset"]);
  });

  it("work once and for seven days, and on the screen, too", async () => {
    await invite();
    const late = await invite({ email: "grace@example.test" });
    const [link, expired] = await links();
    world.advance(7 * DAY - MINUTE);
    expect((await world.visitor().get(`/reset-password/${link}`)).status).to.equal(200);
    await choose(link!);
    await choose(link!, 422);
    world.advance(MINUTE);
    await choose(expired!, 422);
    expect(await row("grace@example.test")).to.include({ id: late, password: null });
  });

  it("work while resets are turned off, which then reject other links", async () => {
    await world.services.settings.write({ "auth.password_reset": "0" });
    await invite();
    const [link] = await links();
    expect((await world.visitor().get(`/reset-password/${link}`)).status).to.equal(200);
    expect((await world.visitor().get("/reset-password/unknown")).status).to.equal(404);
    await choose("unknown", 403);
    await choose(link!);
    await signIn(PASSWORD.password).expect(200);
  });

  it("give the same 401 as a wrong password until then", async () => {
    await invite();
    const known = await signIn("correct-horse-battery").expect(401);
    const unknown = await signIn("correct-horse-battery", "nobody@example.test").expect(401);
    const { trace_id: _one, ...answer } = known.body as Record<string, unknown>;
    const { trace_id: _other, ...other } = unknown.body as Record<string, unknown>;
    expect(answer).to.deep.equal(other);
  });

  it("are replaced by POST /users/{user}/invitation, once a minute and recorded", async () => {
    const id = await invite();
    const again = () => api().post(`/users/${id}/invitation`);
    const { body } = await again().expect(200);
    expect(body.data).to.deep.equal({ sent: true });
    const [first, second] = await links();
    await again().expect(429);
    await choose(first!, 422);
    await choose(second!);
    world.advance(MINUTE);
    expect((await again().expect(200)).body.data).to.deep.equal({ sent: false });
    const rows = await world.services.knex("activity_log").where({ event: "invitation_sent" });
    expect(rows.map(({ subject_id }) => subject_id as string)).to.deep.equal([id]);
  });

  it("wait for an account that isn't active", async () => {
    const id = await invite({ status: "inactive" });
    expect(await mails()).to.deep.equal([]);
    expect((await api().post(`/users/${id}/invitation`).expect(200)).body.data).to.deep.equal({
      sent: false,
    });
    await api().put(`/users/${id}/status`, { status: "active" }).expect(200);
    expect((await api().post(`/users/${id}/invitation`).expect(200)).body.data).to.deep.equal({ sent: true });
    await choose((await links())[0]!);
  });

  it("end with a ban and a deletion", async () => {
    for (const end of [
      (id: string) => api().put(`/users/${id}/status`, { status: "banned" }),
      (id: string) => api().delete(`/users/${id}`),
    ]) {
      const id = await invite({ email: `${Math.random()}@example.test` });
      await end(id).expect(200);
      await choose((await links()).at(-1)!, 422);
    }
  });

  it("go to a new address, and the former link ends", async () => {
    await verification();
    const id = await invite();
    await api().patch(`/users/${id}`, { email: "augusta@example.test" }).expect(200);
    expect(await mails()).to.deep.include(["invitation", "augusta@example.test"]);
    const [first, second] = await links();
    await choose(first!, 422);
    await choose(second!);
  });

  it("aren't needed for the first password: a reset link sets it, too, and verifies the address", async () => {
    await verification();
    await invite();
    const forgot = (email: string) => world.api.post("/auth/forgot-password", { email }).expect(200);
    const known = await forgot(ADA.email);
    const unknown = await forgot("nobody@example.test");
    expect({ ...known.body, trace_id: "" }).to.deep.equal({ ...unknown.body, trace_id: "" });
    const [mail] = await queuedMails(world.services, "reset_password");
    await choose(mail!.link.split("/").at(-1)!);
    expect((await row()).email_verified_at).to.be.a("number");
    const { body } = await signIn(PASSWORD.password).expect(200);
    expect(body.data).to.have.all.keys("user", "token");
    expect((await mails()).map(([kind]) => kind)).to.deep.equal(["invitation", "reset_password"]);
    await choose((await links())[0]!, 422);
  });

  it("aren't needed once somebody has reset or set a password", async () => {
    const id = await invite();
    await world.api.post("/auth/forgot-password", { email: ADA.email }).expect(200);
    expect((await mails()).map(([kind]) => kind)).to.deep.equal(["invitation", "reset_password"]);
    await api().patch(`/users/${id}`, PASSWORD).expect(200);
    await choose((await links())[0]!, 422);
    expect((await api().post(`/users/${id}/invitation`).expect(200)).body.data).to.deep.equal({
      sent: false,
    });
    await signIn(PASSWORD.password).expect(200);
  });

  it("leave accounts that every screen and list can show", async () => {
    const id = await invite();
    const root = await world.make.user({ role: "system_admin" });
    const { visitor } = await world.signedIn(root);
    for (const path of ["/admin/users", `/admin/users/${id}`, "/admin/users/export", "/dashboard"])
      expect((await visitor.get(path)).status, path).to.equal(200);
    for (const path of ["/users", "/users/export", `/users/${id}/sessions`])
      await api().get(path).expect(200);
  });

  it("aren't sent when only one of the two password fields is there, or the policy rejects it", async () => {
    for (const fields of [
      { password: PASSWORD.password },
      { password_confirmation: PASSWORD.password },
      { password: "password", password_confirmation: "password" },
    ])
      await api()
        .post("/users", { ...ADA, ...fields })
        .expect(422);
    expect(await row()).to.equal(undefined);
    expect(await mails()).to.deep.equal([]);
  });

  it("are rejected without users.update, and hidden above one's rank", async () => {
    const root = await world.make.user({ role: "system_admin" });
    await api().post(`/users/${root.id}/invitation`).expect(404);
    await world.make.role("reader", 3, ["users.read", "dashboard.read"]);
    const reader = world.api.as((await world.make.userWithToken({ role: "reader" })).token);
    await reader.post(`/users/${await invite()}/invitation`).expect(403);
  });
});
