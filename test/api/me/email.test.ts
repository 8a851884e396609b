import { expect } from "chai";
import { HOUR, MINUTE } from "../../../src/lib/clock.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { useWorld } from "../../support/app/world.js";

const NEW = "new@example.test";

describe("PUT /auth/me/email", () => {
  const world = useWorld();
  const row = ({ id }: { id: string }) => world.services.knex("users").where({ id }).first();
  const mails = async (): Promise<string[][]> =>
    (await queuedMails(world.services)).map(({ kind, to }) => [kind, to]);

  it("keeps the address until the link of the new one is opened, and notifies the old one", async () => {
    const { user, token } = await world.make.userWithToken();
    const { body } = await world.api
      .as(token)
      .put("/auth/me/email", { email: ` ${NEW} ` })
      .expect(200);
    expect(body.data).to.deep.equal({ email: user.email, pending_email: NEW });
    expect(await row(user)).to.include({ email: user.email, pending_email: NEW });
    expect(await mails()).to.have.deep.members([
      ["email_change_requested", user.email],
      ["verify_email", NEW],
    ]);
    const [activity] = await world.services.knex("activity_log").where({ event: "profile_updated" });
    expect(JSON.parse(activity.changes as string).after).to.deep.equal({ pending_email: NEW });
  });

  it("mails a new link for the pending address", async () => {
    const { token } = await world.make.userWithToken();
    for (let time = 0; time < 2; time++)
      await world.api.as(token).put("/auth/me/email", { email: NEW }).expect(200);
    expect((await mails()).filter(([kind]) => kind === "verify_email")).to.have.length(2);
  });

  it("changes nothing for the current address", async () => {
    const { user, token } = await world.make.userWithToken();
    const { body } = await world.api
      .as(token)
      .put("/auth/me/email", { email: user.email.toUpperCase() })
      .expect(200);
    expect(body.data).to.deep.equal({ email: user.email, pending_email: null });
    expect(await mails()).to.deep.equal([]);
  });

  it("gives the same answer for a taken address, whose owner is notified", async () => {
    const { token } = await world.make.userWithToken();
    const other = await world.make.user();
    const { body } = await world.api.as(token).put("/auth/me/email", { email: other.email }).expect(200);
    expect(body.data.pending_email).to.equal(other.email);
    expect(await mails()).to.deep.include(["email_taken", other.email]);
  });

  it("asks for the password again after 15 minutes", async () => {
    world.freezeTime();
    const { user, token } = await world.make.userWithToken();
    world.advance(16 * MINUTE);
    const { body } = await world.api.as(token).put("/auth/me/email", { email: NEW }).expect(423);
    expect(body.data.code).to.equal("password_confirmation_required");
    expect((await row(user)).pending_email).to.equal(null);
    await world.api.as(token).post("/auth/confirm-password", { password: PASSWORD }).expect(200);
    await world.api.as(token).put("/auth/me/email", { email: NEW }).expect(200);
  });

  it("shares the limit of six changes an hour with the screen", async () => {
    world.freezeTime();
    const { user, token } = await world.make.userWithToken();
    await world.services.counters.add(`email-change:${user.id}`, 5, HOUR);
    await world.api.as(token).put("/auth/me/email", { email: NEW }).expect(200);
    const { body } = await world.api.as(token).put("/auth/me/email", { email: NEW }).expect(429);
    expect(body.data.code).to.equal("throttled");
  });

  it("rejects a malformed address", async () => {
    const { token } = await world.make.userWithToken();
    const { body } = await world.api.as(token).put("/auth/me/email", { email: "nobody" }).expect(422);
    expect(body.data.errors).to.have.all.keys("email");
  });
});

describe("DELETE /auth/me/email", () => {
  const world = useWorld();

  it("cancels the pending change, so that its link stops working", async () => {
    const { user, token } = await world.make.userWithToken();
    await world.api.as(token).put("/auth/me/email", { email: NEW }).expect(200);
    const [mail] = await queuedMails(world.services, "verify_email");
    const { body } = await world.api.as(token).delete("/auth/me/email").expect(200);
    expect(body.data).to.deep.equal({});
    expect((await world.visitor().get(mail!.link)).status).to.equal(403);
    expect((await world.services.knex("users").where({ id: user.id }).first()).pending_email).to.equal(null);
  });

  it("changes and records nothing without a pending change", async () => {
    const { token } = await world.make.userWithToken();
    await world.api.as(token).delete("/auth/me/email").expect(200);
    expect(await world.services.knex("activity_log")).to.deep.equal([]);
  });
});

describe("POST /auth/me/email/verification-notification", () => {
  const world = useWorld();
  const PATH = "/auth/me/email/verification-notification";

  it("sends the link of the pending address again, and nothing to the current one", async () => {
    const { user, token } = await world.make.userWithToken();
    await world.services.knex("users").where({ id: user.id }).update({ pending_email: NEW });
    const { body } = await world.api.as(token).post(PATH).expect(200);
    expect(body.data).to.deep.equal({ sent: true });
    expect((await queuedMails(world.services)).map(({ kind, to }) => [kind, to])).to.deep.equal([
      ["verify_email", NEW],
    ]);
  });

  it("sends nothing without a pending address", async () => {
    const { token } = await world.make.userWithToken();
    const { body } = await world.api.as(token).post(PATH).expect(200);
    expect(body.data).to.deep.equal({ sent: false });
    expect(await queuedMails(world.services)).to.deep.equal([]);
  });

  it("counts with the changes of the address, six an hour", async () => {
    world.freezeTime();
    const { user, token } = await world.make.userWithToken();
    for (let time = 0; time < 3; time++) {
      await world.api.as(token).put("/auth/me/email", { email: NEW }).expect(200);
      await world.api.as(token).post(PATH).expect(200);
    }
    const mails = await queuedMails(world.services);
    await world.api.as(token).post(PATH).expect(429);
    expect(await queuedMails(world.services)).to.have.length(mails.length);
    world.advance(HOUR);
    const fresh = world.api.as(await world.make.token(user));
    await fresh.post(PATH).expect(200);
  });
});
