import { expect } from "chai";
import { decodeJwt } from "jose";
import supertest from "supertest";
import type { Organisation } from "../../src/models/organisations/organisation.js";
import { DEFAULT_OPTIONS } from "../../src/models/client-options.js";
import type { User } from "../../src/models/user.js";
import { freshIp } from "../support/app/client.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf, renewal } from "../support/oauth/oauth-grants.js";
import { makeGrant } from "../support/oauth/oauth.js";
import { useRelyingParty } from "../support/oauth/relying-party.js";
import { makeOrganisation } from "../support/organisations/organisations.js";

const SCOPE = "openid organisation organisation.write";

describe("A token for an organisation", () => {
  const { world, rp } = useRelyingParty();
  let founder: User;
  let founderToken: string;
  let acme: Organisation;
  beforeEach(async () => {
    await world.services.knex("organisations").del();
    ({ user: founder, token: founderToken } = await world.make.userWithToken());
    acme = await makeOrganisation(world, founder, { admin: rp.user });
  });
  const claimsFor = (role: string, organisation = acme) => ({
    org_id: organisation.id,
    org_slug: organisation.slug,
    org_roles: [role],
  });
  const get = (path: string, token: string) =>
    supertest(world.server)
      .get(path)
      .set({ "X-Forwarded-For": freshIp(), Authorization: `Bearer ${token}` });
  const userinfo = async (token: string) => (await get("/oauth/userinfo", token)).body as object;
  const inspect = async (token: string) =>
    (await new OAuthApi(world.server).post("/oauth/introspect", { token }, credentialsOf(rp.made)))
      .body as object;
  const refusal = async (form: Record<string, string>) =>
    (await new OAuthApi(world.server).token(form, credentialsOf(rp.made))).body as Record<string, string>;
  const asFounder = () => world.api.as(founderToken);

  it("names it in the ID token, in userinfo and in introspection", async () => {
    const tokens = await rp.signIn({ scope: SCOPE });
    const claims = claimsFor("admin");
    expect(await rp.claims(tokens.id_token)).to.deep.include(claims);
    expect(await userinfo(tokens.access_token)).to.deep.equal({ sub: rp.user.id, ...claims });
    for (const token of [tokens.access_token, tokens.refresh_token])
      expect(await inspect(token)).to.deep.include({ active: true, ...claims });
  });

  it("names it in access tokens for other services", async () => {
    await rp.begin({ options: { ...DEFAULT_OPTIONS, access_token_format: "jwt" } });
    const second = await makeOrganisation(world, rp.user, {}, { name: "Bolts", slug: "bolts" });
    const tokens = await rp.signIn({ scope: SCOPE });
    expect(decodeJwt(tokens.access_token)).to.deep.include(claimsFor("owner", second));
  });

  it("says nothing about organisations without the scope, or when the client wants claims at userinfo only", async () => {
    const without = await rp.signIn({ scope: "openid" });
    expect(await userinfo(without.access_token)).to.deep.equal({ sub: rp.user.id });
    expect(await rp.claims(without.id_token)).not.to.have.any.keys("org_id", "org_slug", "org_roles");
    await rp.begin({ options: { ...DEFAULT_OPTIONS, scope_claims_in_id_token: false } });
    await makeOrganisation(world, rp.user, {}, { name: "Bolts", slug: "bolts" });
    const { id_token } = await rp.signIn({ scope: SCOPE });
    expect(await rp.claims(id_token)).not.to.have.property("org_id");
  });

  it("is refreshed for the same organisation, with the role and the short name of today", async () => {
    const tokens = await rp.signIn({ scope: SCOPE });
    await asFounder().patch(`/organisations/acme/members/${rp.user.id}`, { role: "member" }).expect(200);
    await asFounder().patch("/organisations/acme", { slug: "acme-bolts" }).expect(200);
    const claims = { ...claimsFor("member"), org_slug: "acme-bolts" };
    const next = await rp.refresh(tokens.refresh_token);
    expect(await rp.claims(next.id_token)).to.deep.include(claims);
    for (const token of [tokens.access_token, next.access_token]) {
      expect(await userinfo(token)).to.deep.include(claims);
      expect(await inspect(token)).to.deep.include(claims);
    }
  });

  it("reaches this organisation only, also where its user is a member of others", async () => {
    const other = await makeOrganisation(world, rp.user, {}, { name: "Other", slug: "other" });
    const { access_token } = await rp.signIn({ scope: SCOPE, organisation: "acme" });
    const api = world.api.as(access_token);
    for (const key of [acme.id, "acme"]) await api.get(`/organisations/${key}`).expect(200);
    for (const key of [other.id, "other"]) await api.get(`/organisations/${key}`).expect(404);
    await api.patch("/organisations/acme", { name: "Acme Bolts" }).expect(200);
    await api.patch("/organisations/other", { name: "Mine" }).expect(404);
    const { body } = await api.get("/auth/me/organisations").expect(200);
    expect((body.data as { items: { id: string }[] }).items.map(({ id }) => id)).to.deep.equal([acme.id]);
  });

  it("reads with the scope organisation, and changes with organisation.write", async () => {
    const reading = world.api.as((await rp.signIn({ scope: "organisation" })).access_token);
    await reading.get("/organisations/acme/members").expect(200);
    await reading.patch("/organisations/acme", { name: "Bolts" }).expect(403);
    const writing = world.api.as((await rp.signIn({ scope: "organisation.write" })).access_token);
    await writing.get("/organisations/acme").expect(403);
    await writing.patch("/organisations/acme", { name: "Bolts" }).expect(200);
    await writing.post("/organisations", { name: "New", slug: "new" }).expect(403);
    await writing.delete("/auth/me/organisations/acme").expect(403);
  });

  it("gives what it creates no way to any organisation", async () => {
    const { user } = await world.make.userWithToken({ role: "system_admin" });
    const bolts = await makeOrganisation(world, user, {}, { name: "Bolts", slug: "bolts" });
    const granted = { scopes: ["admin", "organisation"], organisation: bolts };
    const { access } = await makeGrant(world, { user, client: rp.made.client, ...granted });
    await world.api.as(access).get("/organisations/bolts").expect(200);
    const { body } = await world.api.as(access).post("/api-tokens", { name: "Job" }).expect(201);
    const child = world.api.as((body.data as { token: string }).token);
    await child.get("/organisations/bolts").expect(404);
    const list = await child.get("/auth/me/organisations").expect(200);
    expect((list.body.data as { items: unknown[] }).items).to.deep.equal([]);
  });

  /** Ways in which a membership ends. */
  const ENDINGS: Record<string, () => Promise<unknown>> = {
    "is removed": () => asFounder().delete(`/organisations/acme/members/${rp.user.id}`).expect(200),
    leaves: async () => {
      const { headers } = await rp.visitor.delete("/organisations/acme/membership");
      expect(headers["location"]).to.equal("/organisations");
    },
    "loses it, because it is deleted,": () => asFounder().delete("/organisations/acme").expect(200),
  };
  for (const [how, end] of Object.entries(ENDINGS))
    it(`ends at once when its user ${how} and so does what would be exchanged for another`, async () => {
      const tokens = await rp.signIn({ scope: SCOPE });
      const elsewhere = await rp.signIn({ scope: "openid" });
      const pending = await rp.allow({ scope: SCOPE, prompt: "consent" });
      await end();
      await get("/oauth/userinfo", tokens.access_token).expect(401);
      await world.api.as(tokens.access_token).get("/auth/me").expect(401);
      for (const token of [tokens.access_token, tokens.refresh_token])
        expect(await inspect(token)).to.deep.equal({ active: false });
      expect((await refusal(renewal(tokens.refresh_token)))["error"]).to.equal("invalid_grant");
      expect(
        (
          await refusal({
            grant_type: "authorization_code",
            code: pending["code"]!,
            redirect_uri: rp.made.client.redirect_uris[0]!,
            code_verifier: "a-verifier-of-forty-three-or-more-characters",
          })
        )["error"],
      ).to.equal("invalid_grant");
      await get("/oauth/userinfo", elsewhere.access_token).expect(200);
    });

  it("is refused while its user isn't a member, even if nothing has revoked it", async () => {
    const tokens = await rp.signIn({ scope: SCOPE });
    await world.services.knex("memberships").where({ user_id: rp.user.id }).del();
    await get("/oauth/userinfo", tokens.access_token).expect(401);
    expect(await inspect(tokens.refresh_token)).to.deep.equal({ active: false });
    expect((await refusal(renewal(tokens.refresh_token)))["error"]).to.equal("invalid_grant");
  });
});
