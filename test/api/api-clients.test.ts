import { expect } from "chai";
import { createApp } from "../../src/app.js";
import { HOUR, MINUTE, now } from "../../src/lib/clock.js";
import { sha256 } from "../../src/lib/secrets.js";
import { OAuthClient } from "../../src/models/oauth-client.js";
import { ApiClient, type Response } from "../support/app/client.js";
import { makeClient, makeClientToken, makeCodes, makeGrant } from "../support/oauth/oauth.js";
import { useWorld } from "../support/app/world.js";

const PLACE = "/api-clients";
const SECRET = /^adk_cs_[0-9A-Za-z]{49}$/;
const OPTIONS = {
  name: "Team calendar",
  type: "confidential",
  grant_types: ["refresh_token", "authorization_code"],
  redirect_uris: ["https://client.example.test/callback"],
};

describe("OAuth2 clients on the API", () => {
  const world = useWorld();
  let admin: { user: { id: string }; token: string };
  beforeEach(async () => {
    admin = await world.make.userWithToken({ role: "system_admin" });
  });
  const api = (): ApiClient => world.api.as(admin.token);
  const rows = (): Promise<OAuthClient[]> => OAuthClient.query(world.services.knex).orderBy("id").execute();
  const changesOf = async (event: string): Promise<unknown[]> => {
    const found = (await world.services.knex("activity_log").where({ event, actor_id: admin.user.id })) as {
      changes: string;
    }[];
    return found.map(({ changes }) => JSON.parse(changes) as unknown);
  };
  const names = ({ body }: Response): string[] =>
    body.data.items.map(({ name }: { name: string }) => name) as string[];
  const errorsOf = async (body: object): Promise<Record<string, string[]>> => {
    const answer = await api()
      .post(PLACE, { ...OPTIONS, ...body })
      .expect(422);
    return answer.body.data.errors as Record<string, string[]>;
  };

  it("are created with a secret that is in this answer only, mailed about and recorded", async () => {
    const { body, headers } = await api()
      .post(PLACE, { ...OPTIONS, may_introspect: true })
      .expect(201);
    const { id, secret } = body.data as { id: string; secret: string };
    expect(secret).to.match(SECRET);
    expect(headers["location"]).to.equal(`/api/v1${PLACE}/${id}`);
    expect((await rows())[0]).to.deep.include({
      secret_hash: sha256(secret),
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: OPTIONS.redirect_uris,
      may_introspect: true,
    });
    const shown = await api().get(`${PLACE}/${id}`).expect(200);
    expect(body.data).to.deep.equal({ ...shown.body.data, secret });
    expect(shown.headers["etag"]).to.equal(headers["etag"]);
    expect(shown.text).not.to.include("adk_cs_");
    expect(await changesOf("client_created")).to.deep.equal([
      {
        name: "Team calendar",
        type: "confidential",
        grant_types: ["authorization_code", "refresh_token"],
        redirect_uris: OPTIONS.redirect_uris,
        may_introspect: true,
      },
    ]);
    expect(await world.services.knex("mails").first()).to.include({
      kind: "client_created",
      user_id: admin.user.id,
    });
    expect(JSON.stringify(world.logs)).not.to.include(secret.slice(7, 30));
  });

  it("have no secret when they are public, and need no address without a grant that needs one", async () => {
    const device = ["urn:ietf:params:oauth:grant-type:device_code"];
    const { body } = await api()
      .post(PLACE, { name: "Television", type: "public", grant_types: device })
      .expect(201);
    expect(body.data).to.include({ secret: null, type: "public", may_introspect: false });
    expect(body.data.redirect_uris).to.deep.equal([]);
  });

  it("are created once per Idempotency-Key; the repeat has no secret", async () => {
    const create = () => api().post(PLACE, OPTIONS).set("Idempotency-Key", "one");
    const { body } = await create().expect(201);
    const again = await create().expect(409);
    expect(again.body.data.code).to.equal("already_created");
    expect(again.headers["location"]).to.equal(`/api/v1${PLACE}/${body.data.id}`);
    expect(again.text).not.to.include("adk_cs_");
    expect(await rows()).to.have.length(1);
    const stored = (await world.services.knex("idempotency_keys").first()) as { result: string };
    expect(stored.result).to.equal(body.data.id);
  });

  it("are listed with their use, searched by name and id, sorted and read by cursor", async () => {
    world.freezeTime();
    const user = await world.make.user();
    const { client } = await makeClient(world, { name: "beta 100%" });
    await makeGrant(world, { user, client });
    await makeClientToken(world, { client });
    await world.services.knex("oauth_access_tokens").update({ last_used_at: now() });
    world.advance(MINUTE);
    for (const name of ["Alpha", "Gamma"]) await makeClient(world, { name, type: "public" });
    const { body } = await api().get(PLACE).expect(200);
    expect(names({ body } as Response)).to.deep.equal(["Alpha", "beta 100%", "Gamma"]);
    expect(body.data.items[1]).to.include({ id: client.id, active_tokens: 3 });
    expect(body.data.items[1].last_used_at).to.equal(new Date(now() - MINUTE).toISOString());
    expect(body.data.items[0]).to.include({ active_tokens: 0, last_used_at: null });
    expect(JSON.stringify(body)).not.to.include('"secret"').and.not.include("adk_cs_");
    for (const search of ["100%", "BETA", client.id.slice(-12)])
      expect(names(await api().get(`${PLACE}?filter[search]=${encodeURIComponent(search)}`))).to.deep.equal([
        "beta 100%",
      ]);
    expect(names(await api().get(`${PLACE}?sort=created_at&per_page=1`))).to.deep.equal(["beta 100%"]);
    const first = await api().get(`${PLACE}?sort=-name&per_page=2`).expect(200);
    expect(names(first)).to.deep.equal(["Gamma", "beta 100%"]);
    const cursor = first.body.meta.pagination.next_cursor as string;
    expect(names(await api().get(`${PLACE}?sort=-name&per_page=2&cursor=${cursor}`))).to.deep.equal([
      "Alpha",
    ]);
  });

  it("keep the fields that an update doesn't send, and record those that differ", async () => {
    const { client } = await makeClient(world);
    const place = `${PLACE}/${client.id}`;
    const sent = { name: "Calendar", may_introspect: true };
    const { body, headers } = await api().patch(place, sent).expect(200);
    expect(body.data).to.deep.include({ ...sent, redirect_uris: client.redirect_uris });
    expect(await changesOf("client_updated")).to.deep.equal([
      {
        name: { before: "Team calendar", after: "Calendar" },
        may_introspect: { before: false, after: true },
      },
    ]);
    await api().patch(place, {}).expect(200);
    await api().patch(place).expect(200);
    const shown = await api().get(place).set("If-None-Match", headers["etag"]!).expect(304);
    expect(shown.text).to.equal("");
    expect(await changesOf("client_updated")).to.have.length(1);
    const { body: moved } = await api()
      .patch(place, { redirect_uris: ["http://127.0.0.1/cb", "https://a.example.test/"] })
      .expect(200);
    expect(moved.data.redirect_uris).to.deep.equal(["http://127.0.0.1/cb", "https://a.example.test/"]);
    expect((await rows())[0]).to.deep.include({
      type: "confidential",
      grant_types: client.grant_types,
      secret_hash: client.secret_hash,
    });
  });

  it("get a new secret, shown once, which replaces the old hash and keeps the tokens", async () => {
    const user = await world.make.user();
    const { client } = await makeClient(world);
    const { access } = await makeGrant(world, { user, client });
    const place = `${PLACE}/${client.id}`;
    const { headers: seen } = await api().get(place);
    const { body, headers } = await api().post(`${place}/secret`).set("If-Match", seen["etag"]!).expect(201);
    expect(body.data.secret).to.match(SECRET);
    expect(headers["location"]).to.equal(`/api/v1${place}`);
    expect((await rows())[0]!.secret_hash).to.deep.equal(sha256(body.data.secret as string));
    await world.api.as(access).get("/auth/me").expect(200);
    const shown = await api().get(place).expect(200);
    expect(shown.headers["etag"]).to.not.equal(seen["etag"]);
    expect(await changesOf("client_secret_rotated")).to.deep.equal([{ name: client.name }]);
    await api().post(`${place}/secret`).set("If-Match", headers["etag"]!).expect(201);
  });

  it("get one new secret per Idempotency-Key", async () => {
    const { client } = await makeClient(world);
    const place = `${PLACE}/${client.id}`;
    const rotate = () => api().post(`${place}/secret`).set("Idempotency-Key", "two");
    const { body } = await rotate().expect(201);
    const again = await rotate().expect(409);
    expect(again.body.data.code).to.equal("already_created");
    expect(again.headers["location"]).to.equal(`/api/v1${place}`);
    expect((await rows())[0]!.secret_hash).to.deep.equal(sha256(body.data.secret as string));
  });

  it("lose all their credentials when they are deleted, and are gone", async () => {
    const user = await world.make.user();
    const { client } = await makeClient(world);
    const { access } = await makeGrant(world, { user, client });
    await makeCodes(world, { user, client });
    const place = `${PLACE}/${client.id}`;
    const { body } = await api().delete(place).expect(200);
    expect(body.data).to.deep.equal({});
    await world.api.as(access).get("/auth/me").expect(401);
    const revoked = {
      oauth_access_tokens: 1,
      oauth_refresh_tokens: 1,
      oauth_authorization_codes: 1,
      oauth_device_codes: 1,
    };
    expect(await changesOf("client_deleted")).to.deep.equal([{ name: client.name, revoked }]);
    for (const method of ["get", "patch", "delete"] as const) await api().send(method, place).expect(404);
    await api().post(`${place}/secret`).expect(404);
    expect(names(await api().get(PLACE))).to.deep.equal([]);
  });

  it("aren't changed, rotated or deleted by a caller who has seen another version", async () => {
    const { client } = await makeClient(world);
    const place = `${PLACE}/${client.id}`;
    const { headers } = await api().get(place);
    await api().patch(place, { name: "Renamed" }).expect(200);
    const stale = { "If-Match": headers["etag"]! };
    await api().patch(place, { name: "Late" }).set(stale).expect(412);
    await api().post(`${place}/secret`).set(stale).expect(412);
    await api().delete(place).set(stale).expect(412);
    await api().delete(place).set("If-Match", "W/whatever").expect(412);
    expect((await rows())[0]).to.deep.include({ name: "Renamed", secret_hash: client.secret_hash });
    await api().delete(place).set("If-Match", "*").expect(200);
  });

  it("need a recent password for a secret, with a token from signing in", async () => {
    world.freezeTime();
    const { client } = await makeClient(world);
    const { token } = await world.make.userWithToken({ role: "system_admin" });
    world.advance(HOUR);
    const place = `${PLACE}/${client.id}`;
    const late = world.api.as(token);
    for (const request of [late.post(PLACE, OPTIONS), late.post(`${place}/secret`)]) {
      const { body } = await request.expect(423);
      expect(body.data.code).to.equal("password_confirmation_required");
    }
    await late.patch(place, { name: "Calendar" }).expect(200);
    await late.delete(place).expect(200);
  });

  it("are rejected with every wrong field", async () => {
    expect(await errorsOf({ type: "public", grant_types: ["client_credentials"] })).to.have.keys([
      "grant_types",
    ]);
    expect(await errorsOf({ grant_types: ["refresh_token"], name: "​" })).to.have.keys(["name"]);
    expect(await errorsOf({ grant_types: ["refresh_token"] })).to.have.keys(["grant_types"]);
    expect(await errorsOf({ redirect_uris: [] })).to.have.keys(["redirect_uris"]);
    expect(await errorsOf({ type: "public", may_introspect: true })).to.have.keys(["may_introspect"]);
    for (const field of ["redirect_uris", "post_logout_redirect_uris"]) {
      const own = "com.example.app:/callback";
      expect(await errorsOf({ [field]: [own] }), "confidential").to.have.keys([field]);
      for (const uri of [
        "example:/cb",
        "com.example.app:cb",
        `${own}#x`,
        "Com.example.app:/cb",
        "data.x:text",
      ])
        expect(await errorsOf({ type: "public", [field]: [uri] }), uri).to.have.keys([field]);
      for (const uri of ["com.example.app:/a/../b", "com.example.app://ada@host/", "javascript:alert(1)"])
        expect(await errorsOf({ type: "public", [field]: [uri] }), uri).to.have.keys([field]);
    }
    expect(
      (await errorsOf({ redirect_uris: ["https://a.test/", "http://b.test/"] }))["redirect_uris"],
    ).to.have.length(1);
    expect(await errorsOf({ scopes: ["admin"] })).to.have.keys(["scopes"]);
    expect(await errorsOf({ user_id: admin.user.id })).to.have.keys(["user_id"]);
    expect(await rows()).to.have.length(0);
    const { client } = await makeClient(world);
    for (const change of [{ type: "public" }, { grant_types: [] }, { secret: "mine" }])
      await api().patch(`${PLACE}/${client.id}`, change).expect(422);
    await api().get(`${PLACE}?filter[search]=a b c d e f g h i`).expect(422);
    await api().get(`${PLACE}?sort=secret_hash`).expect(422);
  });

  it("have a homepage, which can be changed and removed and is recorded", async () => {
    const homepage_url = "https://client.example.test/about";
    const { body } = await api()
      .post(PLACE, { ...OPTIONS, homepage_url })
      .expect(201);
    expect(body.data.homepage_url).to.equal(homepage_url);
    const place = `${PLACE}/${(body.data as { id: string }).id}`;
    await api().patch(place, { name: "Calendar" }).expect(200);
    expect((await api().get(place)).body.data.homepage_url).to.equal(homepage_url);
    const removed = await api().patch(place, { homepage_url: null }).expect(200);
    expect(removed.body.data.homepage_url).to.equal(null);
    expect((await changesOf("client_created"))[0]).to.include({ homepage_url });
    expect(await changesOf("client_updated")).to.deep.include({
      homepage_url: { before: homepage_url, after: null },
    });
  });

  it("have grants that can be changed, but not to those that their type can't have", async () => {
    const { client } = await makeClient(world);
    const place = `${PLACE}/${client.id}`;
    const grant_types = ["authorization_code", "client_credentials"];
    expect((await api().patch(place, { grant_types }).expect(200)).body.data.grant_types).to.deep.equal(
      grant_types,
    );
    expect((await changesOf("client_updated")).at(-1)).to.deep.include({
      grant_types: { before: client.grant_types, after: grant_types },
    });
    const open = await makeClient(world, { type: "public" });
    await api().patch(`${PLACE}/${open.client.id}`, { grant_types }).expect(422);
  });

  it("reject a homepage that isn't https, except on a loopback address", async () => {
    for (const homepage_url of [
      "http://client.example.test",
      "javascript:alert(1)",
      "client.example.test",
      "https://",
    ])
      expect(Object.keys(await errorsOf({ homepage_url })), homepage_url).to.deep.equal(["homepage_url"]);
    await api()
      .post(PLACE, { ...OPTIONS, homepage_url: "http://127.0.0.1:8080/" })
      .expect(201);
  });

  it("have no secret to replace when they are public", async () => {
    const { client } = await makeClient(world, { type: "public" });
    const { body } = await api().post(`${PLACE}/${client.id}/secret`).expect(403);
    expect(body.data.code).to.equal("forbidden");
  });

  it("can't be changed when a document describes them, but deleted", async () => {
    const document_url = "https://agent.example.test/client.json";
    const { client } = await makeClient(world, { document_url });
    const { client: other } = await makeClient(world, { type: "public", registered_itself: true });
    const place = `${PLACE}/${client.id}`;
    const shown = async (id: string) => (await api().get(`${PLACE}/${id}`)).body.data as object;
    expect(await shown(client.id)).to.include({ document_url, registered_itself: false });
    expect(await shown(other.id)).to.include({ document_url: null, registered_itself: true });
    await api().patch(place, { name: client.name }).expect(200);
    const message = "The document of the application describes it. It can be changed only there.";
    for (const change of [{ name: "Bank" }, { redirect_uris: ["https://x.example/"] }, { role: "user" }])
      expect((await api().patch(place, change).expect(403)).body.message).to.equal(message);
    expect((await api().post(`${place}/secret`).expect(403)).body.message).to.equal(message);
    await api().patch(`${PLACE}/${other.id}`, { name: "Agent" }).expect(200);
    await api().delete(place).expect(200);
  });

  it("don't exist without the OAuth2 server", async () => {
    const { client } = await makeClient(world);
    const config = { ...world.services.config, oauthInstalled: false };
    const app = await createApp({ ...world.services, config } as typeof world.services);
    const caller = new ApiClient(app.listener).as(admin.token);
    const place = `${PLACE}/${client.id}`;
    for (const request of [
      caller.get(PLACE),
      caller.post(PLACE, OPTIONS),
      caller.get(place),
      caller.patch(place, {}),
      caller.delete(place),
      caller.post(`${place}/secret`),
    ])
      expect((await request.expect(404)).body.data.code).to.equal("not_found");
    expect(await rows()).to.have.length(1);
    app.close();
  });

  const EACH: Record<string, [string, (caller: ApiClient, place: string) => PromiseLike<Response>]> = {
    index: ["read", (caller) => caller.get(PLACE)],
    store: ["create", (caller) => caller.post(PLACE, OPTIONS)],
    show: ["read", (caller, place) => caller.get(place)],
    update: ["update", (caller, place) => caller.patch(place, { name: "Calendar" })],
    secret: ["update", (caller, place) => caller.post(`${place}/secret`)],
    destroy: ["delete", (caller, place) => caller.delete(place)],
  };
  for (const word of ["read", "create", "update", "delete"])
    it(`are open to api-clients.${word} exactly as it says`, async () => {
      const { client } = await makeClient(world);
      await world.make.role("tested", 5, [`api-clients.${word}`]);
      const caller = world.api.as((await world.make.userWithToken({ role: "tested" })).token);
      for (const [name, [needed, send]] of Object.entries(EACH)) {
        const { status } = await send(caller, `${PLACE}/${client.id}`);
        expect(status === 403, `${name} ${status}`).to.equal(needed !== word);
      }
    });
});
