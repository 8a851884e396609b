import { expect } from "chai";
import { HOUR } from "../../../src/lib/clock.js";
import { Webhook } from "../../../src/models/events/webhook.js";
import type { ApiClient } from "../../support/app/client.js";
import { RANDOM_KEY } from "../../support/app/config.js";
import { useWorld } from "../../support/app/world.js";

const PLACE = "/webhooks";
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const HOOK = { url: "https://app.example.test/hooks", types: ["user.deleted", "user.created"] };

describe("Webhooks on the API", () => {
  const world = useWorld();
  let admin: { user: { id: string }; token: string };
  beforeEach(async () => {
    admin = await world.make.userWithToken({ role: "system_admin" });
  });
  const api = (): ApiClient => world.api.as(admin.token);
  const stored = async (): Promise<Webhook> =>
    (await Webhook.query(world.services.knex).first()) ?? expect.fail("there is no webhook");
  const create = async (body: object = {}): Promise<{ id: string; secret: string }> =>
    (
      await api()
        .post(PLACE, { ...HOOK, ...body })
        .expect(201)
    ).body.data as { id: string; secret: string };
  const errorsOf = async (body: object): Promise<Record<string, string[]>> => {
    const answer = await api()
      .post(PLACE, { ...HOOK, ...body })
      .expect(422);
    return answer.body.data.errors as Record<string, string[]>;
  };
  const changesOf = async (event: string): Promise<unknown[]> => {
    const rows = (await world.services.knex("activity_log").where({ event })) as { changes: string }[];
    return rows.map(({ changes }) => JSON.parse(changes) as unknown);
  };

  it("are created with a secret that is in this answer only, mailed about and recorded", async () => {
    const { body, headers } = await api()
      .post(PLACE, { ...HOOK, description: "Shop" })
      .expect(201);
    const { id, secret } = body.data as { id: string; secret: string };
    expect(secret).to.match(SECRET);
    expect(headers["location"]).to.equal(`/api/v1${PLACE}/${id}`);
    const shown = await api().get(`${PLACE}/${id}`).expect(200);
    expect(body.data).to.deep.equal({ ...shown.body.data, secret });
    expect(shown.headers["etag"]).to.equal(headers["etag"]);
    await api().get(`${PLACE}/${id}`).set("If-None-Match", headers["etag"]!).expect(304);
    expect(shown.body.data).to.deep.include({
      url: HOOK.url,
      description: "Shop",
      types: ["user.created", "user.deleted"],
      paused: false,
      pause_reason: null,
    });
    expect(await changesOf("webhook_created")).to.deep.equal([
      { url: HOOK.url, types: ["user.created", "user.deleted"] },
    ]);
    expect(await world.services.knex("mails").first()).to.include({
      kind: "webhook_created",
      user_id: admin.user.id,
    });
    expect((await stored()).secret).not.to.include(secret.slice(6));
    expect(JSON.stringify(world.logs)).not.to.include(secret.slice(6));
  });

  it("are listed newest first", async () => {
    await create();
    world.advance(1000);
    const { id } = await create({ types: ["*", "user.created"], paused: true });
    const { body } = await api().get(PLACE).expect(200);
    expect(body.data.items).to.have.length(2);
    expect(body.data.items[0]).to.deep.include({
      ...{ id, types: ["*"], paused: true, pause_reason: "by_hand" },
      ...{ failing_since: null, previous_secret_ends_at: null },
    });
    expect(body.data.items[0].owner).to.include({ id: admin.user.id });
  });

  it("are updated by the fields that are sent, unless they have changed since", async () => {
    const { id } = await create();
    const { headers } = await api().get(`${PLACE}/${id}`).expect(200);
    const tag = headers["etag"]!;
    const changed = await api()
      .patch(`${PLACE}/${id}`, { types: ["*"] })
      .set("If-Match", tag)
      .expect(200);
    expect(changed.body.data).to.deep.include({ url: HOOK.url, types: ["*"] });
    expect(changed.headers["etag"]).not.to.equal(tag);
    expect(await changesOf("webhook_updated")).to.deep.equal([
      { types: { before: ["user.created", "user.deleted"], after: ["*"] } },
    ]);
    await api().patch(`${PLACE}/${id}`, { description: "Late" }).set("If-Match", tag).expect(412);
    await api().post(`${PLACE}/${id}/secret`).set("If-Match", tag).expect(412);
    await api().delete(`${PLACE}/${id}`).set("If-Match", tag).expect(412);
    await api().patch(`${PLACE}/${id}`, {}).expect(200);
    expect(await changesOf("webhook_updated")).to.have.length(1);
  });

  it("are named in the audit log without the query of their address, which can have a secret", async () => {
    const { id } = await create({ url: "https://app.example.test/hook?key=one" });
    await api().patch(`${PLACE}/${id}`, { url: "https://app.example.test/hook?key=two" }).expect(200);
    await api().post(`${PLACE}/${id}/secret`).expect(201);
    const shown = await api().get("/activity-logs?filter[subject_type]=webhook").expect(200);
    await api().delete(`${PLACE}/${id}`).expect(200);
    const url = "https://app.example.test/hook?…";
    expect(shown.body.data.items[0].subject).to.include({ id, name: url });
    const changes = await world.services
      .knex("activity_log")
      .where({ subject_type: "webhook" })
      .pluck("changes");
    expect(changes).to.have.length(4);
    expect(JSON.stringify([changes, shown.body])).not.to.contain("key=");
    expect(await changesOf("webhook_updated")).to.deep.equal([{ url: { before: url, after: url } }]);
  });

  it("are paused and resumed", async () => {
    const { id } = await create();
    const paused = await api().patch(`${PLACE}/${id}`, { paused: true }).expect(200);
    expect(paused.body.data).to.include({ paused: true, pause_reason: "by_hand" });
    const resumed = await api().patch(`${PLACE}/${id}`, { paused: false }).expect(200);
    expect(resumed.body.data).to.include({ paused: false, pause_reason: null });
  });

  it("get another secret, beside which the former one is valid for a day", async () => {
    const { id, secret } = await create();
    const { body } = await api().post(`${PLACE}/${id}/secret`).expect(201);
    expect(body.data.secret).to.match(SECRET).and.not.equal(secret);
    expect(body.data.previous_secret_ends_at).to.be.a("string");
    world.advance(25 * HOUR);
    const shown = await world.api
      .as((await world.make.userWithToken({ role: "system_admin" })).token)
      .get(`${PLACE}/${id}`)
      .expect(200);
    expect(shown.body.data.previous_secret_ends_at).to.equal(null);
    expect(await changesOf("webhook_secret_rotated")).to.deep.equal([{ url: HOOK.url }]);
  });

  it("are deleted with their log", async () => {
    const { id } = await create();
    await api().post(`${PLACE}/${id}/test`).expect(200);
    await api().delete(`${PLACE}/${id}`).expect(200);
    await api().get(`${PLACE}/${id}`).expect(404);
    expect(await world.services.knex("webhook_deliveries")).to.have.length(0);
    expect(await changesOf("webhook_deleted")).to.deep.equal([{ url: HOOK.url }]);
  });

  it("can't be changed by who lacks permissions of their owner, and aren't seen by who has a lower rank", async () => {
    const { id } = await create();
    await world.make.role("hooks", 300, ["webhooks.read", "webhooks.update", "webhooks.delete"]);
    const { token } = await world.make.userWithToken({ role: "hooks" });
    await world.api.as(token).get(`${PLACE}/${id}`).expect(404);
    await world.api.as(token).patch(`${PLACE}/${id}`, { paused: true }).expect(404);
    const listed = await world.api.as(token).get(PLACE).expect(200);
    expect(listed.body.data.items).to.deep.equal([]);

    await world.make.role("people", 300, ["webhooks.read", "webhooks.create", "users.read"]);
    const owner = await world.make.userWithToken({ role: "people" });
    const made = await world.api.as(owner.token).post(PLACE, HOOK).expect(201);
    const place = `${PLACE}/${made.body.data.id}`;
    await world.api.as(token).get(place).expect(200);
    await world.api.as(token).patch(place, { url: "https://other.example.test/" }).expect(403);
    await world.api.as(token).post(`${place}/test`).expect(403);
    await world.api.as(token).post(`${place}/retry`, { since: "2026-11-21T09:30:00.000Z" }).expect(403);
    await world.api.as(token).delete(place).expect(403);
  });

  it("are sent only what their owner can read", async () => {
    await world.make.role("hooks", 300, ["webhooks.read", "webhooks.create", "webhooks.update"]);
    const { token } = await world.make.userWithToken({ role: "hooks" });
    const rejected = await world.api.as(token).post(PLACE, HOOK).expect(422);
    expect(rejected.body.data.errors).to.deep.equal({
      types: ["You can't read events of the type user.created."],
    });
  });

  it("can't be resumed when their owner can't read their events any more", async () => {
    await world.make.role("people", 300, ["webhooks.read", "webhooks.create", "users.read"]);
    const owner = await world.make.userWithToken({ role: "people" });
    const made = await world.api
      .as(owner.token)
      .post(PLACE, { ...HOOK, paused: true })
      .expect(201);
    await api().patch(`/users/${owner.user.id}`, { role: "user" }).expect(200);
    const rejected = await api().patch(`${PLACE}/${made.body.data.id}`, { paused: false }).expect(422);
    expect(rejected.body.data.errors).to.have.keys("paused");
    await api().patch(`${PLACE}/${made.body.data.id}`, { description: "Later" }).expect(200);
  });

  it("can have addresses over http elsewhere than in production", async () => {
    await api()
      .post(PLACE, { ...HOOK, url: "http://app.example.test/" })
      .expect(201);
  });

  it("reject addresses that can't be posted to, and types that don't exist", async () => {
    const complete = ["Enter a complete address without user name, password and fragment."];
    for (const url of [
      "hooks",
      "ftp://app.example.test/",
      "https://me@app.example.test/",
      "https://app.example.test/#x",
    ])
      expect(await errorsOf({ url }), url).to.deep.equal({ url: complete });
    const isPrivate = ["Use a name or an address on the public internet."];
    for (const host of [
      "localhost",
      "127.0.0.1",
      "10.1.2.3",
      "[::1]",
      "[::ffff:10.0.0.1]",
      "0x7f.1",
      "169.254.169.254",
    ])
      expect(await errorsOf({ url: `https://${host}/` }), host).to.deep.equal({ url: isPrivate });
    expect(await errorsOf({ types: ["user.created", "user.invented"] })).to.deep.equal({
      types: ["There is no event of the type user.invented."],
    });
    expect(await errorsOf({ types: ["webhook.test"] })).to.have.keys("types");
  });

  it("need a recent password to be created or to get another secret", async () => {
    const { id } = await create();
    world.advance(5 * HOUR);
    const old = await world.make.userWithToken({ role: "system_admin", email: "old@example.test" });
    world.advance(5 * HOUR);
    await world.api.as(old.token).post(PLACE, HOOK).expect(423);
    await world.api.as(old.token).post(`${PLACE}/${id}/secret`).expect(423);
  });
});

describe("Webhooks in production", () => {
  const world = useWorld({
    ...{ APP_ENV: "production", APP_URL: "https://auth.example", APP_KEY: RANDOM_KEY, BCRYPT_COST: "10" },
    ...{ TRUST_PROXY: "1", MAIL_FORCE_FILE: "true", DATABASE_URL: "sqlite::memory:" },
  });

  it("have addresses over https only", async () => {
    const { token } = await world.make.userWithToken({ role: "system_admin" });
    const api = world.api.as(token);
    const { id } = (await api.post(PLACE, HOOK).expect(201)).body.data as { id: string };
    const url = "http://app.example.test/";
    for (const rejected of [api.post(PLACE, { ...HOOK, url }), api.patch(`${PLACE}/${id}`, { url })])
      expect((await rejected.expect(422)).body.data.errors).to.deep.equal({ url: ["Use https."] });
  });
});
