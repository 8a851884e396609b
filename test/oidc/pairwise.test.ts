import { expect } from "chai";
import { decodeJwt } from "jose";
import supertest from "supertest";
import { deliverLogoutNotices } from "../../src/domain/oauth/openid/logout-notices.js";
import { readContract } from "../../src/contract/operations.js";
import { shippedDocument } from "../../src/contract/document.js";
import { PERMISSIONS } from "../../src/domain/access/permissions.js";
import { DEFAULT_OPTIONS, type ClientOptions } from "../../src/models/client-options.js";
import type { ApiMethod } from "../support/app/client.js";
import { ConsentBrowser } from "../support/oauth/consent-browser.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf, devicePoll } from "../support/oauth/oauth-grants.js";
import { makeClient, makeGrant, type RegisteredClient } from "../support/oauth/oauth.js";
import { useRelyingParty } from "../support/oauth/relying-party.js";

const SIGNED_OUT = "https://client.example.test/signed-out";

/** What a place tells a client about its user. */
type Told = Record<string, unknown>;

describe("A pairwise client", () => {
  const { world, rp } = useRelyingParty();
  const make = (options: Partial<ClientOptions> = {}): Promise<RegisteredClient> =>
    makeClient(world, {
      options: {
        ...DEFAULT_OPTIONS,
        subject_type: "pairwise",
        backchannel_logout_uri: SIGNED_OUT,
        ...options,
      },
      subject_salt: `key ${Math.random()}`,
    });
  const api = () => new OAuthApi(world.server);

  /** Every place that tells a client who its user is, or in which session. */
  const PLACES: Record<string, () => Promise<Told>> = {
    "the ID token of a code": async () => decodeJwt((await rp.signIn()).id_token),
    "the ID token of a refresh token": async () =>
      decodeJwt((await rp.refresh((await rp.signIn()).refresh_token)).id_token),
    "the ID token of a device": async () => {
      const begun = await api().post("/oauth/device/code", { scope: "openid" }, credentialsOf(rp.made));
      await new ConsentBrowser(rp.visitor).approveDevice(begun.body.user_code as string);
      const poll = devicePoll({ deviceCode: begun.body.device_code });
      return decodeJwt((await api().token(poll, credentialsOf(rp.made))).body.id_token as string);
    },
    userinfo: async () => {
      const { access_token } = await rp.signIn();
      const request = supertest(world.server).get("/oauth/userinfo");
      return (await request.set("Authorization", `Bearer ${access_token}`)).body as Told;
    },
    "introspection of an access token": async () =>
      introspected((await rp.signIn()).access_token, credentialsOf(rp.made)),
    "introspection of a refresh token": async () =>
      introspected((await rp.signIn()).refresh_token, credentialsOf(rp.made)),
    "introspection by a resource server": async () => {
      const gateway = await makeClient(world, { may_introspect: true });
      return introspected((await rp.signIn()).access_token, credentialsOf(gateway));
    },
    "introspection by another pairwise client": async () => {
      const gateway = await make();
      await gateway.client.$query(world.services.knex).patch({ may_introspect: true });
      return introspected((await rp.signIn()).access_token, credentialsOf(gateway));
    },
    "a signed access token": async () => {
      rp.made.client.options.access_token_format = "jwt";
      const { id, options } = rp.made.client;
      await world.services
        .knex("oauth_clients")
        .where({ id })
        .update({ options: JSON.stringify(options) });
      return decodeJwt((await rp.signIn()).access_token);
    },
    "a logout token": async () => {
      await rp.signIn();
      await rp.visitor.submit("/logout", {});
      const tokens: string[] = [];
      await deliverLogoutNotices(world.services, (_address, { logout_token: token }) => {
        tokens.push(token!);
        return Promise.resolve("");
      });
      const { user, visitor } = await world.signedIn(rp.user);
      Object.assign(rp, { user, visitor });
      return decodeJwt(tokens.at(-1)!);
    },
  };
  const introspected = async (token: string, by: { id: string; secret: string | null }): Promise<Told> =>
    (await api().post("/oauth/introspect", { token }, by)).body as Told;

  for (const [place, read] of Object.entries(PLACES))
    it(`can't join its users with those of another by ${place}`, async () => {
      const ids: unknown[] = [];
      const { public_id: session } = await world.services.knex("sessions").first();
      for (const made of [await make(), await make()]) {
        rp.made = made;
        const told = await read();
        expect(told, JSON.stringify(told)).to.have.property("sub");
        expect(JSON.stringify(told)).not.to.contain(rp.user.id).and.not.contain(session);
        ids.push(told["sub"], ...(told["sid"] === undefined ? [] : [told["sid"]]));
      }
      expect(new Set(ids).size, ids.join(" ")).to.equal(ids.length);
    });

  it("gets the same ids in every place", async () => {
    rp.made = await make();
    const { sub, sid } = decodeJwt((await rp.signIn()).id_token);
    for (const [place, read] of Object.entries(PLACES).filter(([name]) => name !== "a logout token"))
      expect((await read())["sub"], place).to.equal(sub);
    const logout = await PLACES["a logout token"]!();
    expect(logout).to.include({ sub, sid });
  });

  it("signs its user out by an ID token of the session, without a question", async () => {
    rp.made = await make();
    const { id_token } = await rp.signIn();
    const hint = new URLSearchParams({ id_token_hint: id_token }).toString();
    expect((await rp.visitor.get(`/oauth/logout?${hint}`)).status).to.equal(302);
    expect((await rp.visitor.get("/profile")).status).to.equal(302);
  });

  describe("has no use of the API", () => {
    const operations = readContract(shippedDocument(), new Set(PERMISSIONS)).filter(
      ({ tier }) => tier !== "public",
    );
    const pathOf = (path: string): string =>
      path.replaceAll(/\{[^}]+\}/g, "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e");
    const call = (method: string, path: string, token: string) =>
      world.api.as(token).send(method as ApiMethod, pathOf(path));

    for (const scopes of [["openid"], ["email", "openid", "profile"], [], ["files.read", "openid"]])
      it(`with a token for ${scopes.join(" ") || "no scope"}, whatever the operation`, async () => {
        const user = await world.make.user({ role: "system_admin" });
        const { client } = await make();
        for (const { id, method, path } of operations) {
          const { access } = await makeGrant(world, { user, client, scopes }); // each has a limit of its own
          const { status, body, headers } = await call(method, path, access);
          expect([status, body.data?.code], id).to.deep.equal([403, "insufficient_scope"]);
          expect(headers["www-authenticate"]).to.match(/^Bearer error="insufficient_scope", scope="[^"]+"$/);
          world.advance(1000);
        }
      }).timeout(60_000);

    it("and the consent page says so", async () => {
      rp.made = await make();
      const administrator = await world.make.user({ role: "system_admin" });
      rp.visitor = (await world.signedIn(administrator)).visitor;
      expect((await rp.open({ scope: "openid email" })).text)
        .to.contain("See your email address")
        .and.not.contain("See your name");
      expect((await rp.open({ scope: "openid users.read" })).text).to.contain("See your name");
    });

    it("but with a scope that the API asks for", async () => {
      const user = await world.make.user({ role: "system_admin" });
      const { client } = await make();
      const { access } = await makeGrant(world, { user, client, scopes: ["openid", "users.read"] });
      await world.api.as(access).get("/auth/me").expect(200);
      await world.api.as(access).get("/users").expect(200);
    });

    it("which a client with the ids of accounts has for its own user", async () => {
      const { access } = await makeGrant(world, {
        user: rp.user,
        client: rp.made.client,
        scopes: ["openid"],
      });
      await world.api.as(access).get("/auth/me").expect(200);
      await world.api.as(access).get("/users").expect(403);
    });
  });
});
