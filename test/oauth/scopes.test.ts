import { expect } from "chai";
import type { Response } from "supertest";
import { DEVICE_GRANT } from "../../src/domain/oauth/grants/grant-types.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf, countActiveTokens, renewal } from "../support/oauth/oauth-grants.js";
import { makeClient, makeGrant, type RegisteredClient } from "../support/oauth/oauth.js";
import { useWorld, type World } from "../support/app/world.js";

function isRejected({ status, body }: Response): void {
  expect({ status, error: body.error }).to.deep.equal({ status: 400, error: "invalid_scope" });
}

/** Requests tokens with the client-credentials grant. */
const ownToken = (world: World, made: RegisteredClient, scope?: string): Promise<Response> =>
  new OAuthApi(world.server).token(
    { grant_type: "client_credentials", ...(scope !== undefined && { scope }) },
    credentialsOf(made),
  );
const deviceCodes = (world: World, made: RegisteredClient, scope: string): Promise<Response> =>
  new OAuthApi(world.server).post("/oauth/device/code", { scope }, credentialsOf(made));

describe("Scopes of a refreshed token", () => {
  const world = useWorld();
  let made: RegisteredClient;
  let refresh: string;
  beforeEach(async () => {
    made = await makeClient(world);
    const grant = { user: await world.make.user(), client: made.client };
    ({ refresh } = await makeGrant(world, { ...grant, scopes: ["files.read", "users.read"] }));
  });
  const renew = (scope?: string): Promise<Response> =>
    new OAuthApi(world.server).token(
      renewal(refresh, scope === undefined ? {} : { scope }),
      credentialsOf(made),
    );
  /** Replaces the refresh token with the one in the response. */
  async function renewedWith(scope?: string): Promise<string> {
    const { status, body } = await renew(scope);
    expect(status, JSON.stringify(body)).to.equal(200);
    refresh = body.refresh_token as string;
    return body.scope as string;
  }

  it("are those of the grant when none are requested", async () => {
    expect(await renewedWith()).to.equal("files.read users.read");
    expect(await renewedWith("")).to.equal("files.read users.read");
  });

  it("M01: can be fewer, and all of the grant again the next time", async () => {
    expect(await renewedWith("users.read")).to.equal("users.read");
    const rows = await world.services.knex("oauth_access_tokens").where({ scopes: '["users.read"]' });
    expect(rows).to.have.length(1);
    expect(await renewedWith()).to.equal("files.read users.read");
    expect(await renewedWith("files.read")).to.equal("files.read");
    expect(await renewedWith("users.read files.read")).to.equal("files.read users.read");
  });

  it("are granted once when they are requested twice", async () => {
    expect(await renewedWith("users.read users.read files.read users.read")).to.equal(
      "files.read users.read",
    );
    expect(await renewedWith("users.read users.read")).to.equal("users.read");
  });

  for (const scope of [
    "users.write",
    "users.read users.write",
    "users.read admin",
    "*",
    "users.read *",
    "users.*",
    "USERS.READ",
    "users.read,files.read",
    'users.read"',
    "users.read\tfiles.read",
    "users.read é",
    "__proto__",
    "nothing",
  ])
    it(`M01: never exceed the grant, and a rejected request doesn't consume the token: ${JSON.stringify(scope)}`, async () => {
      isRejected(await renew(scope));
      expect(await countActiveTokens(world.services)).to.deep.equal({ access: 1, refresh: 1 });
      expect(await renewedWith("users.read")).to.equal("users.read");
      isRejected(await renew(scope));
      expect(await renewedWith()).to.equal("files.read users.read");
    });
});

describe("Requested scopes", () => {
  const world = useWorld({}, { oauth: { scopes: ["b.read", "a.read", "*"], default_scopes: ["a.read"] } });
  let made: RegisteredClient;
  beforeEach(async () => void (made = await makeClient(world)));

  it("are the default ones when none are requested", async () => {
    for (const scope of [undefined, ""])
      expect((await ownToken(world, made, scope)).body.scope).to.equal("a.read");
    await new OAuthApi(world.server).post("/oauth/device/code", {}, credentialsOf(made));
    expect((await world.services.knex("oauth_device_codes").first()).scopes).to.equal('["a.read"]');
  });

  it("are granted as requested, each once and in order", async () => {
    expect((await ownToken(world, made, "b.read a.read b.read")).body.scope).to.equal("a.read b.read");
    expect((await ownToken(world, made, " b.read ")).body.scope).to.equal("b.read");
  });

  it("of a device are checked before its codes are issued", async () => {
    expect((await deviceCodes(world, made, "b.read")).status).to.equal(200);
    isRejected(await deviceCodes(world, made, "c.read"));
    isRejected(await deviceCodes(world, made, "*"));
    expect(await world.services.knex("oauth_device_codes")).to.have.length(1);
  });

  for (const scope of [
    "c.read",
    "a.read c.read",
    "*",
    "a.read *",
    "a.read,b.read",
    "A.READ",
    "a.read\n",
    "é",
    "constructor",
  ])
    it(`are rejected when they aren't in the catalogue, and * always: ${JSON.stringify(scope)}`, async () => {
      isRejected(await ownToken(world, made, scope));
      expect(await countActiveTokens(world.services)).to.include({ access: 0 });
    });
});

describe("Scopes without a catalogue", () => {
  const world = useWorld({}, { oauth: { scopes: [], default_scopes: ["users.read"] } });

  it("can't be requested, and * is granted implicitly", async () => {
    const made = await makeClient(world);
    const { body } = await ownToken(world, made);
    expect(body).not.to.have.property("scope");
    const { body: facts } = await new OAuthApi(world.server).post(
      "/oauth/introspect",
      { token: body.access_token as string },
      credentialsOf(made),
    );
    expect(facts).to.include({ active: true, scope: "*" });
    for (const scope of ["*", "users.read"]) isRejected(await ownToken(world, made, scope));
  });
});

describe("Default scopes", () => {
  const world = useWorld();

  it("are none", async () => {
    const made = await makeClient(world, { grant_types: ["client_credentials", DEVICE_GRANT] });
    const { body } = await ownToken(world, made);
    expect(body).not.to.have.property("scope");
    expect((await world.services.knex("oauth_access_tokens").first()).scopes).to.equal("[]");
  });
});
