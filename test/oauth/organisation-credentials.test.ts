import { expect } from "chai";
import { decodeJwt } from "jose";
import { DEFAULT_OPTIONS } from "../../src/models/client-options.js";
import type { OAuthClient } from "../../src/models/oauth-client.js";
import type { User } from "../../src/models/user.js";
import type { ApiClient } from "../support/app/client.js";
import { useWorld } from "../support/app/world.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf } from "../support/oauth/oauth-grants.js";
import { makeClient, makeClientToken, type RegisteredClient } from "../support/oauth/oauth.js";
import { makeOrganisation } from "../support/organisations/organisations.js";

describe("An application that acts for its organisation by itself", () => {
  const world = useWorld();
  let owner: User;
  let asOwner: ApiClient;
  let acme: { id: string };
  let made: RegisteredClient;
  beforeEach(async () => {
    await world.services.knex("organisations").del();
    owner = await world.make.user();
    asOwner = world.api.as(await world.make.token(owner));
    acme = await makeOrganisation(world, owner);
    made = await make();
  });
  const make = (columns: Partial<OAuthClient> = {}): Promise<RegisteredClient> =>
    makeClient(world, { organisation_id: acme.id, organisation_role: "member", ...columns });
  const ask = async (scope?: string, client = made) =>
    new OAuthApi(world.server).token(
      { grant_type: "client_credentials", ...(scope !== undefined && { scope }) },
      credentialsOf(client),
    );
  const token = async (client = made): Promise<string> => {
    const { status, body } = await ask("organisation", client);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.access_token as string;
  };
  const inspect = async (value: string) =>
    (await new OAuthApi(world.server).post("/oauth/introspect", { token: value }, credentialsOf(made)))
      .body as object;
  const claims = () => ({ org_id: acme.id, org_slug: "acme", org_roles: ["member"] });
  const place = () => `/organisations/acme/applications/${made.client.id}`;

  it("reads it by its role, and its token says so", async () => {
    const access = await token();
    const api = world.api.as(access);
    for (const key of ["acme", acme.id]) await api.get(`/organisations/${key}`).expect(200);
    const { body } = await api.get("/organisations/acme/members").expect(200);
    expect((body.data as { items: { id: string }[] }).items.map(({ id }) => id)).to.deep.equal([owner.id]);
    await api.get("/organisations/acme/invitations").expect(403);
    expect(await inspect(access)).to.deep.include({ active: true, scope: "organisation", ...claims() });
    const jwt = await make({ options: { ...DEFAULT_OPTIONS, access_token_format: "jwt" } });
    expect(decodeJwt(await token(jwt))).to.deep.include({ sub: jwt.client.id, ...claims() });
  });

  it("has what its role allows at the moment", async () => {
    const api = world.api.as(await token());
    await asOwner.patch(place(), { role: "admin" }).expect(200);
    await api.get("/organisations/acme/invitations").expect(200);
    const clerk = { name: "clerk", label: "Clerk", rights: [] };
    await asOwner.post("/organisations/acme/roles", clerk).expect(201);
    await asOwner.patch(place(), { role: "clerk" }).expect(200);
    await api.get("/organisations/acme").expect(200);
    await api.get("/organisations/acme/members").expect(403);
  });

  /** How its access ends. */
  const ENDINGS: Record<string, () => Promise<unknown>> = {
    "its role is taken": () => asOwner.patch(place(), { role: null }).expect(200),
    "it is deleted": () => asOwner.delete(place()).expect(200),
    "the organisation is deleted": () => asOwner.delete("/organisations/acme").expect(200),
  };
  for (const [how, end] of Object.entries(ENDINGS))
    it(`ends when ${how}`, async () => {
      const access = await token();
      await end();
      await world.api.as(access).get("/organisations/acme").expect(401);
      expect((await ask("organisation")).status).to.be.oneOf([400, 401]);
    });

  it("rests while the organisation is suspended", async () => {
    const api = world.api.as(await token());
    await world.services.knex("organisations").update({ status: "suspended" });
    await api.get("/organisations/acme").expect(403);
    expect((await ask("organisation")).body.error).to.equal("invalid_scope");
  });

  it("reaches no other organisation, changes nothing and calls nothing else", async () => {
    await makeOrganisation(world, owner, {}, { name: "Bolts", slug: "bolts" });
    const api = world.api.as(await token(await make({ organisation_role: "owner" })));
    await api.get("/organisations/bolts").expect(404);
    await api.patch("/organisations/acme", { name: "Mine" }).expect(401);
    await api.get("/users").expect(403);
    for (const scope of ["organisation.write", "organisation users.read", "admin", "files.read"])
      expect((await ask(scope)).body.error, scope).to.equal("invalid_scope");
    const { status, body } = await ask();
    expect([status, body.scope]).to.deep.equal([200, undefined]);
    await world.api
      .as(body.access_token as string)
      .get("/organisations/acme")
      .expect(403);
  });

  it("isn't a client of the service, whose own tokens reach no organisation", async () => {
    const role = await world.make.role("sees_organisations", 5, ["organisations.read"]);
    const { client } = await makeClient(world, { role_id: role.id });
    const api = world.api.as(await makeClientToken(world, { client, scopes: ["organisation"] }));
    await api.get("/organisations/acme").expect(404);
  });
});
