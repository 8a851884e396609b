import { expect } from "chai";
import type { User } from "../../src/models/user.js";
import { DAY, HOUR, MINUTE, now } from "../../src/lib/clock.js";
import type { ApiClient } from "../support/app/client.js";
import { prune } from "../../src/domain/upkeep/prune.js";
import { isSignedWith, Receiver, sendDue, useReceiver } from "../support/webhooks/receiver.js";
import { makeDelivery } from "../support/webhooks/webhooks.js";
import { queriesDuring } from "../support/app/queries.js";
import { useWorld } from "../support/app/world.js";

interface Hook {
  id: string;
  secret: string;
}

describe("Webhooks are sent", () => {
  const world = useWorld({ WEBHOOKS_ALLOW_LOOPBACK: "true" });
  const receiver = useReceiver();
  let owner: { user: User; token: string };
  let hook: Hook;
  beforeEach(async () => {
    world.freezeTime();
    owner = await world.make.userWithToken({ role: "system_admin", email: "owner@example.test" });
    hook = await createHook(receiver.url);
    await sendDue(world.services);
    receiver.reset();
  });
  const api = (): ApiClient => world.api.as(owner.token);
  const createHook = async (url: string, types = ["*"], as = api()): Promise<Hook> =>
    (await as.post("/webhooks", { url, types }).expect(201)).body.data as Hook;
  const row = (id = hook.id) =>
    world.services.knex("webhooks").where({ id }).first() as Promise<Record<string, unknown>>;
  const deliveries = (where: object = {}) =>
    world.services.knex("webhook_deliveries").where(where).orderBy("position") as Promise<
      Record<string, unknown>[]
    >;
  const mails = async (kind: string) => (await world.services.knex("mails").where({ kind })).length;
  const rename = (id: string, first_name: string) => api().patch(`/users/${id}`, { first_name }).expect(200);
  const names = (of: Receiver): unknown[] => of.received.map(({ event }) => event.data["first_name"]);

  it("in the order of the changes of each subject, also after a failure", async () => {
    const { id } = await world.make.user({ email: "ada@example.test" });
    for (const name of ["One", "Two", "Three"]) await rename(id, name);
    receiver.answer = ({ event }) => ({ status: event.data["first_name"] === "One" ? 503 : 204 });
    await sendDue(world.services);
    expect(names(receiver)).to.deep.equal(["One"]);
    receiver.reset();
    world.advance(MINUTE);
    await sendDue(world.services);
    expect(names(receiver)).to.deep.equal(["One", "Two", "Three"]);
    expect((await row())["failing_since"]).to.equal(null);
  });

  it("to others, while one receiver never answers and one isn't there", async () => {
    const slow = new Receiver();
    slow.answer = () => null;
    await slow.start();
    try {
      await createHook(slow.url);
      await createHook("http://127.0.0.1:9/hook");
      const { id } = await world.make.user({ email: "ada@example.test" });
      for (const name of ["One", "Two", "Three"]) await rename(id, name);
      await sendDue(world.services);
      expect(names(receiver)).to.deep.equal(["One", "Two", "Three"]);
    } finally {
      await slow.stop();
    }
  }).timeout(30_000);

  it("with what the owner can read now, and skip what the owner can't see any more", async () => {
    await world.make.role("people", 3, ["webhooks.read", "webhooks.create", "users.read"]);
    const other = await world.make.userWithToken({ role: "people", email: "people@example.test" });
    const theirs = await createHook(receiver.url, ["user.updated"], world.api.as(other.token));
    await api().patch(`/webhooks/${hook.id}`, { paused: true }).expect(200);
    await rename(owner.user.id, "Hidden");
    const ada = await world.make.userWithToken({ email: "ada@example.test" });
    await world.api.as(ada.token).patch("/auth/me", { first_name: "Visible" }).expect(200);
    await sendDue(world.services);
    expect(names(receiver)).to.deep.equal(["Visible"]);
    const statuses = (await deliveries({ webhook_id: theirs.id })).map(({ status }) => status);
    expect(statuses).to.deep.equal(["skipped", "delivered"]);
  });

  it("although one of them can't be shown, which is skipped and named in the log, and listed without its data", async () => {
    const { id } = await world.make.user({ email: "ada@example.test" });
    for (const name of ["One", "Two"]) await rename(id, name);
    const { knex } = world.services;
    const damaged = (await knex("events").where({ subject_id: id }).orderBy("seq").first()) as { id: string };
    await knex("events")
      .where({ id: damaged.id })
      .update({ data: JSON.stringify({ user: null }) });
    await sendDue(world.services);
    expect(names(receiver)).to.deep.equal(["Two"]);
    expect((await deliveries({ subject_id: id })).map(({ status }) => status)).to.deep.equal([
      "skipped",
      "delivered",
    ]);
    const said = world.logs.find(({ event_id: event }) => event === damaged.id);
    expect(said).to.include({ level: "error", msg: "an event can't be shown", type: "user.updated" });
    const { body } = await api().get(`/events?filter[subject_id]=${id}`).expect(200);
    const shown = body.data.items as { id: string; data: object | null }[];
    expect(shown.map(({ data }) => data === null)).to.deep.equal([true, false]);
    await api().get(`/events/${damaged.id}`).expect(200);
  });

  it("with the signatures of both secrets for a day after a replacement", async () => {
    const { body } = await api().post(`/webhooks/${hook.id}/secret`).expect(201);
    const secrets = [hook.secret, body.data.secret as string];
    await api().post(`/webhooks/${hook.id}/test`).expect(200);
    await sendDue(world.services);
    const [both] = receiver.received;
    expect(both!.headers["webhook-signature"]!.split(" ")).to.have.length(2);
    expect(secrets.map((secret) => isSignedWith(secret, both!))).to.deep.equal([true, true]);
    await world.services.knex("webhooks").update({ previous_secret_ends_at: Date.now() - DAY });
    await api().post(`/webhooks/${hook.id}/test`).expect(200);
    await sendDue(world.services);
    const one = receiver.received[1]!;
    expect(secrets.map((secret) => isSignedWith(secret, one))).to.deep.equal([false, true]);
  });

  it("again with longer and longer pauses for three days, then the webhook is paused with a mail", async () => {
    receiver.answer = () => ({ status: 500, body: "no" });
    await rename(owner.user.id, "Grace");
    await sendDue(world.services);
    expect((await row())["failing_since"]).to.be.a("number");
    let attempts = 1;
    for (let hours = 0; hours < 80; hours++) {
      world.advance(HOUR);
      await sendDue(world.services);
      if (receiver.received.length > attempts) attempts = receiver.received.length;
    }
    expect(attempts).to.be.within(12, 18);
    expect(await row()).to.deep.include({ pause_reason: "failed" });
    expect((await deliveries({ status: "failed" })).length).to.equal(1);
    expect(await mails("webhook_failed")).to.equal(1);
    owner.token = await world.make.token(owner.user);
    await rename(owner.user.id, "Mary");
    await sendDue(world.services);
    expect(receiver.received).to.have.length(attempts);
  });

  it("no longer when the receiver says that it is gone; what waits is sent when the webhook is resumed", async () => {
    const { id } = await world.make.user({ email: "ada@example.test" });
    for (const name of ["One", "Two"]) await rename(id, name);
    receiver.answer = () => ({ status: 410 });
    await sendDue(world.services);
    expect(await row()).to.deep.include({ pause_reason: "failed" });
    receiver.reset();
    world.advance(5 * DAY);
    const later = await world.make.userWithToken({ role: "system_admin", email: "later@example.test" });
    await world.api.as(later.token).patch(`/webhooks/${hook.id}`, { paused: false }).expect(200);
    await sendDue(world.services);
    expect(names(receiver)).to.deep.equal(["Two"]);
  });

  it("anew when the webhook is resumed, and all that has failed, however much it is", async () => {
    const MANY = 1201;
    const { knex } = world.services;
    await knex("webhook_deliveries").del();
    for (let position = 1; position <= MANY; position++)
      await makeDelivery(world, hook.id, {
        ...{ position, status: "pending", subject_id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d53" },
        ...{ attempts: 14, next_attempt_at: now() + HOUR },
      });
    const reset = () => deliveries({ attempts: 0, first_attempt_at: null, next_attempt_at: now() });
    const statements = await queriesDuring(knex, async () => {
      await api().patch(`/webhooks/${hook.id}`, { paused: true }).expect(200);
      expect(await reset()).to.have.length(0);
      const held = await api().get(`/webhooks/${hook.id}/deliveries?per_page=1`).expect(200);
      expect(held.body.data.items[0]).to.include({ status: "pending", next_attempt_at: null });
      await api().patch(`/webhooks/${hook.id}`, { paused: false }).expect(200);
      expect(await reset()).to.have.length(MANY);
      await knex("webhook_deliveries").update({ status: "failed", attempts: 15 });
      const since = new Date(now() - DAY).toISOString();
      const { body } = await api().post(`/webhooks/${hook.id}/retry`, { since }).expect(200);
      expect(body.data).to.deep.equal({ count: MANY });
      expect(await reset()).to.have.length(MANY);
    });
    const changes = statements.filter((sql) => sql.startsWith("update `webhook_deliveries`"));
    expect(changes).to.have.length(3 + 1 + 3);
  });

  it("not after the owner has lost a permission, which pauses the webhook with a mail", async () => {
    await world.make.role("people", 3, ["webhooks.read", "webhooks.create", "users.read"]);
    const other = await world.make.userWithToken({ role: "people", email: "people@example.test" });
    const theirs = await createHook(receiver.url, ["user.updated"], world.api.as(other.token));
    await api().patch(`/webhooks/${hook.id}`, { paused: true }).expect(200);
    await rename(other.user.id, "Grace");
    await api().patch(`/users/${other.user.id}`, { role: "user" }).expect(200);
    await sendDue(world.services);
    expect(receiver.received).to.deep.equal([]);
    expect(await row(theirs.id)).to.deep.include({ pause_reason: "rights" });
    expect(await mails("webhook_without_rights")).to.equal(1);
    const [waiting] = await deliveries({ webhook_id: theirs.id });
    expect(waiting).to.include({ status: "pending", attempts: 0 });
  });

  it("not after the owner was banned or deleted, of which the system administrators hear", async () => {
    const other = await world.make.userWithToken({ role: "system_admin", email: "other@example.test" });
    const theirs = await createHook(receiver.url, ["*"], world.api.as(other.token));
    await api().patch(`/webhooks/${hook.id}`, { paused: true }).expect(200);
    await api().put(`/users/${other.user.id}/status`, { status: "banned" }).expect(200);
    await sendDue(world.services);
    expect(receiver.received).to.deep.equal([]);
    expect(await row(theirs.id)).to.deep.include({ pause_reason: "owner_ended" });
    expect(await mails("webhook_of_ended_owner")).to.equal(1);
  });

  it("without following redirects, and with the beginning of a long answer", async () => {
    receiver.answer = () => ({ status: 302, headers: { Location: `${receiver.origin}/other` } });
    await rename(owner.user.id, "Grace");
    await sendDue(world.services);
    expect(receiver.received).to.have.length(1);
    expect((await deliveries({ error: "rejected" }))[0]).to.include({ answer_status: 302 });
    receiver.answer = () => ({ status: 200, body: "x".repeat(100_000) });
    world.advance(MINUTE);
    await sendDue(world.services);
    const [delivered] = (await deliveries({ status: "delivered" })).slice(-1);
    expect(delivered!["answer_excerpt"]).to.have.length(1000);
  });
});

describe("Webhooks are sent to addresses on the public internet only", () => {
  const world = useWorld();

  it("although the address was accepted before", async () => {
    const { token } = await world.make.userWithToken({ role: "system_admin" });
    const body = { url: "https://app.example.test/", types: ["*"] };
    const { data } = (await world.api.as(token).post("/webhooks", body).expect(201)).body as { data: Hook };
    const { knex } = world.services;
    for (const url of ["http://127.0.0.1:9/", "https://[::ffff:127.0.0.1]/", "https://localhost:9/"]) {
      await knex("webhooks").update({ url });
      await world.api.as(token).post(`/webhooks/${data.id}/test`).expect(200);
      await sendDue(world.services);
      expect(await knex("webhook_deliveries").where({ status: "failed" }).first(), url).to.include({
        error: "not_public",
      });
      await knex("webhook_deliveries").del();
    }
  });
});

describe("What was sent to webhooks", () => {
  const world = useWorld({ WEBHOOKS_ALLOW_LOOPBACK: "true" });
  const receiver = useReceiver();
  let user: { user: User; token: string };
  beforeEach(async () => {
    world.freezeTime();
    const { token } = await world.make.userWithToken({ role: "system_admin", email: "owner@example.test" });
    await world.api
      .as(token)
      .post("/webhooks", { url: receiver.url, types: ["*"] })
      .expect(201);
    user = await world.make.userWithToken({ email: "ada@example.test" });
    await world.api.as(user.token).patch("/auth/me", { first_name: "Augusta" }).expect(200);
    await sendDue(world.services);
  });
  const sent = () =>
    world.services.knex("webhook_deliveries").where({ subject_id: user.user.id }).first() as Promise<
      Record<string, unknown> | undefined
    >;

  it("is erased after 7 days, and forgotten after 30", async () => {
    expect(await sent()).to.include({ status: "delivered", payload: receiver.received[0]!.text });
    world.advance(7 * DAY - 1);
    await prune(world.services);
    expect((await sent())?.["payload"]).to.be.a("string");
    world.advance(1);
    expect((await prune(world.services))["webhook_deliveries (erased)"]).to.equal(1);
    expect(await sent()).to.include({ status: "delivered", payload: null, answer_excerpt: null });
    world.advance(23 * DAY + 1);
    await prune(world.services);
    expect(await sent()).to.equal(undefined);
  });

  const anonymise = async (): Promise<void> => {
    const { id } = user.user;
    const deleted_at = now() - 31 * DAY;
    await world.services.knex("users").where({ id }).update({ deleted_at });
    await prune(world.services);
  };

  it("is erased when the person is anonymised", async () => {
    await anonymise();
    expect(await sent()).to.include({ status: "delivered", payload: null });
  });

  it("isn't kept either when the person is anonymised while it is being sent", async () => {
    await world.services.knex("webhook_deliveries").update({ status: "pending", next_attempt_at: now() });
    const { handle } = receiver;
    receiver.handle = (...request) => void anonymise().then(() => handle(...request));
    receiver.answer = ({ text }) => ({ status: 200, body: text });
    try {
      await sendDue(world.services);
    } finally {
      receiver.handle = handle;
    }
    expect(receiver.received.length).to.be.greaterThan(1);
    await sendDue(world.services);
    expect(await sent()).to.include({ status: "skipped", payload: null, answer_excerpt: null });
  });
});
