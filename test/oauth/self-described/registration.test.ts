import { expect } from "chai";
import supertest, { type Response } from "supertest";
import { v7 as uuidv7 } from "uuid";
import { hasRoom } from "../../../src/domain/oauth/self-described/unused-clients.js";
import { HOUR, now, SECOND } from "../../../src/lib/clock.js";
import { freshIp } from "../../support/app/client.js";
import { authorizePath, VERIFIER } from "../../support/oauth/authorization-request.js";
import { ConsentBrowser } from "../../support/oauth/consent-browser.js";
import { checked, OAuthApi } from "../../support/oauth/oauth-api.js";
import { redemption } from "../../support/oauth/oauth-grants.js";
import { useWorld } from "../../support/app/world.js";
import { connectionRejected, whileQueriesFail } from "../../support/database/faults.js";

const LOCAL = "http://127.0.0.1:4321/callback";

describe("A client that registers itself", () => {
  const world = useWorld();
  beforeEach(async () => {
    world.freezeTime();
    await world.services.settings.write({ "oauth.dynamic_registration": "1" });
  });

  const METADATA = { client_name: "Old agent", redirect_uris: [LOCAL] };
  const register = async (
    metadata: unknown = METADATA,
    ip = freshIp(),
    type = "application/json",
  ): Promise<Response> => {
    const request = supertest(world.server).post("/oauth/register").set("X-Forwarded-For", ip);
    return checked(await request.type(type).send(JSON.stringify(metadata)));
  };

  it("gets an id without a secret, and tokens when a user allows it", async () => {
    const grant_types = ["authorization_code", "refresh_token", "client_credentials"];
    const { status, body } = await register({
      ...METADATA,
      grant_types,
      logo_uri: "https://x.example/y.png",
    });
    const { client_id: id, ...rest } = body;
    expect(status).to.equal(201);
    expect(rest).to.deep.equal({
      client_id_issued_at: Math.floor(now() / SECOND),
      client_name: "Old agent",
      redirect_uris: [LOCAL],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    });
    const { visitor } = await world.signedIn(await world.make.user({ role: "admin" }));
    const request = authorizePath({ id, redirect_uris: [LOCAL] });
    expect((await visitor.get(request)).text).to.contain("It registered itself.");
    const code = (await new ConsentBrowser(visitor).allow(request)).searchParams.get("code")!;
    const form = redemption({ code, verifier: VERIFIER }, { redirect_uri: LOCAL });
    const issued = await new OAuthApi(world.server).token(form, { id, secret: null });
    expect(issued.body).to.include.keys("access_token", "refresh_token");
  });

  it("is recorded, and stays when registration is turned off", async () => {
    const { body } = await register();
    const [created] = await world.services.knex("activity_log").where({ event: "client_created" });
    expect(created).to.include({ actor_id: null, subject_id: body.client_id });
    await world.services.settings.write({ "oauth.dynamic_registration": "0" });
    const { visitor } = await world.signedIn();
    const page = await visitor.get(authorizePath({ id: body.client_id, redirect_uris: [LOCAL] }));
    expect(page.text).to.contain("Old agent wants to access");
  });

  it("finds the endpoint in the metadata while it may register, and documents while they are accepted", async () => {
    const metadata = async () => {
      const { body } = await supertest(world.server).get("/.well-known/oauth-authorization-server");
      const { registration_endpoint: endpoint, client_id_metadata_document_supported: documents } = body;
      return { endpoint, documents };
    };
    const endpoint = "http://localhost:3000/oauth/register";
    expect(await metadata()).to.deep.equal({ endpoint, documents: undefined });
    await world.services.settings.write({
      "oauth.dynamic_registration": "0",
      "oauth.client_id_documents": "any",
    });
    expect(await metadata()).to.deep.equal({ endpoint: undefined, documents: true });
  });

  it("gets an error without details while the database fails, and no client is left", async () => {
    const defect = Object.assign(new Error("Unknown column"), { code: "ER_BAD_FIELD_ERROR" });
    for (const [error, status, code] of [
      [defect, 500, "server_error"],
      [connectionRejected(), 503, "temporarily_unavailable"],
    ] as const) {
      const answer = await whileQueriesFail(
        world.services.knex,
        (sql) => (/insert into .?oauth_clients/.test(sql) ? error : null),
        () => register(),
      );
      expect([answer.status, (answer.body as { error: string }).error]).to.deep.equal([status, code]);
    }
    expect(await world.services.knex("oauth_clients")).to.deep.equal([]);
  });

  describe("is refused", () => {
    const WRONG: Record<string, [error: string, metadata: unknown]> = {
      "no object": ["invalid_client_metadata", [METADATA]],
      "no name": ["invalid_client_metadata", { redirect_uris: [LOCAL] }],
      "a blank name": ["invalid_client_metadata", { ...METADATA, client_name: " " }],
      "a name that turns around": ["invalid_client_metadata", { ...METADATA, client_name: "\u2067Bank" }],
      "no addresses": ["invalid_redirect_uri", { client_name: "x" }],
      "an empty list of addresses": ["invalid_redirect_uri", { ...METADATA, redirect_uris: [] }],
      "a script as an address": [
        "invalid_redirect_uri",
        { ...METADATA, redirect_uris: ["javascript:alert(1)"] },
      ],
      "an unencrypted address": [
        "invalid_redirect_uri",
        { ...METADATA, redirect_uris: ["http://x.example/"] },
      ],
      "a secret": [
        "invalid_client_metadata",
        { ...METADATA, token_endpoint_auth_method: "client_secret_basic" },
      ],
      keys: ["invalid_client_metadata", { ...METADATA, token_endpoint_auth_method: "private_key_jwt" }],
      "another grant": ["invalid_client_metadata", { ...METADATA, grant_types: ["client_credentials"] }],
    };
    for (const [what, [error, metadata]] of Object.entries(WRONG))
      it(`with ${what}`, async () => {
        const { status, body } = await register(metadata);
        expect([status, body.error]).to.deep.equal([400, error]);
        expect(await world.services.knex("oauth_clients")).to.deep.equal([]);
      });

    it("by a page of another site, which can send text without being asked", async () => {
      const { status, body } = await register(METADATA, freshIp(), "text/plain");
      expect([status, body.error]).to.deep.equal([400, "invalid_client_metadata"]);
      expect((await register(METADATA, freshIp(), "application/json; charset=utf-8")).status).to.equal(201);
    });

    it("with metadata that is too long", async () => {
      expect((await register({ ...METADATA, x: "x".repeat(20_000) })).status).to.equal(413);
    });

    it("by default", async () => {
      await world.services.settings.write({ "oauth.dynamic_registration": "0" });
      expect((await register()).status).to.equal(404);
    });

    it("after ten times in a minute from one address", async () => {
      const ip = freshIp();
      for (let round = 0; round < 10; round++) expect((await register(METADATA, ip)).status).to.equal(201);
      expect((await register(METADATA, ip)).status).to.equal(429);
      expect((await register()).status).to.equal(201);
    });

    it("after a thousand others within an hour that nobody has used", async () => {
      const { knex } = world.services;
      const row = {
        name: "x",
        type: "public",
        grant_types: "[]",
        redirect_uris: "[]",
        registered_itself: true,
      };
      const times = { created_at: now(), updated_at: now() };
      const rows = Array.from({ length: 999 }, () => ({ id: uuidv7(), ...row, ...times }));
      await knex.batchInsert("oauth_clients", rows, 50);
      expect((await register()).status).to.equal(201);
      expect((await register()).status).to.equal(429);
      await knex("oauth_clients").where({ id: rows[0]!.id }).update({ revoked_at: now() });
      expect((await register()).status).to.equal(201);
      expect((await register()).status).to.equal(429);
      expect(await hasRoom(knex, "with a document")).to.equal(true);
      world.advance(HOUR);
      expect((await register()).status).to.equal(201);
    });
  });
});
