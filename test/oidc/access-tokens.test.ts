import { expect } from "chai";
import { createLocalJWKSet, jwtVerify, type JWTPayload } from "jose";
import supertest, { type Response } from "supertest";
import { rotateKeys } from "../../src/domain/oauth/openid/signing-keys.js";
import { prune } from "../../src/domain/upkeep/prune.js";
import { HOUR, MINUTE, now, SECOND } from "../../src/lib/clock.js";
import { DEFAULT_OPTIONS, type ClientOptions } from "../../src/models/client-options.js";
import { freshIp } from "../support/app/client.js";
import { answer, consentOf } from "../support/oauth/authorization-request.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf } from "../support/oauth/oauth-grants.js";
import { useRelyingParty } from "../support/oauth/relying-party.js";

const FILES = "https://files.example.test";
const PRINTER = "urn:example:printer";

describe("Access tokens for several services", () => {
  const { world, rp } = useRelyingParty();
  const own = (): string => `${world.services.config.env.APP_URL.origin}/api/v1`;
  const begin = (changes: Partial<ClientOptions>): Promise<void> =>
    rp.begin({ options: { ...DEFAULT_OPTIONS, resources: [FILES, PRINTER, own()], ...changes } });
  beforeEach(() => begin({}));

  const oauth = (): OAuthApi => new OAuthApi(world.server);
  const token = (form: Record<string, string | string[]>): Promise<Response> =>
    oauth().token(form, credentialsOf(rp.made));
  const inspect = async (value: string): Promise<Record<string, unknown>> =>
    (await oauth().post("/oauth/introspect", { token: value }, credentialsOf(rp.made))).body as Record<
      string,
      unknown
    >;
  const statusOf = async (value: string, path = "/api/v1/auth/me"): Promise<number> => {
    const request = supertest(world.server).get(path).set("X-Forwarded-For", freshIp());
    return (await request.set("Authorization", `Bearer ${value}`)).status;
  };

  describe("that name a resource (RFC 8707)", () => {
    it("are for the resources of the authorization request, which the user reads", async () => {
      const page = await rp.open({ scope: "openid users.read", resource: FILES });
      expect(page.text).to.contain("The access is only for:").and.contain(FILES);
      const { access_token } = await rp.redeem((await rp.answer(page))["code"]!);
      expect((await inspect(access_token))["aud"]).to.deep.equal([FILES]);
      const row = await world.services
        .knex("activity_log")
        .where({ event: "application_authorized" })
        .first();
      expect(JSON.parse(row.changes as string)).to.deep.include({ resources: [FILES] });
    });

    it("are rejected by this service, unless they name it", async () => {
      const elsewhere = (await rp.signIn({ scope: "openid users.read", resource: FILES })).access_token;
      const here = (await rp.signIn({ scope: "openid users.read", resource: own() })).access_token;
      for (const path of ["/api/v1/auth/me", "/oauth/userinfo"])
        expect([await statusOf(elsewhere, path), await statusOf(here, path)], path).to.deep.equal([401, 200]);
    });

    it("can be for several, and each token request can name fewer", async () => {
      const address = `${rp.address({ scope: "openid" })}&resource=${FILES}&resource=${PRINTER}`;
      const tokens = await rp.redeem((await rp.answer(await rp.visitor.get(address)))["code"]!);
      expect((await inspect(tokens.access_token))["aud"]).to.deep.equal([FILES, PRINTER]);
      const fewer = await rp.refresh(tokens.refresh_token, { resource: PRINTER });
      expect((await inspect(fewer.access_token))["aud"]).to.deep.equal([PRINTER]);
      const all = await rp.refresh(fewer.refresh_token);
      expect((await inspect(all.access_token))["aud"]).to.deep.equal([FILES, PRINTER]);
    });

    it("are also issued to the client itself and to devices", async () => {
      const form = { grant_type: "client_credentials", resource: [PRINTER, PRINTER] };
      const { body } = await token(form);
      expect((await inspect(body.access_token as string))["aud"]).to.deep.equal([PRINTER]);
      const asked = await oauth().post("/oauth/device/code", { resource: FILES }, credentialsOf(rp.made));
      const page = await rp.visitor.submit("/oauth/device", { user_code: asked.body.user_code as string });
      expect(page.text).to.contain(FILES);
      expect((await answer(rp.visitor, page, "allow", "/oauth/device")).status).to.equal(200);
      const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
      const given = await token({ grant_type, device_code: asked.body.device_code as string });
      expect((await inspect(given.body.access_token as string))["aud"]).to.deep.equal([FILES]);
    });

    it("need consent of their own", async () => {
      const isAskedFor = async (resource?: string): Promise<boolean> => {
        const page = await rp.open({ scope: "openid", ...(resource && { resource }) });
        expect(consentOf(page)).not.to.equal("");
        return page.text.includes('value="deny"');
      };
      await rp.signIn({ scope: "openid", resource: FILES });
      expect([await isAskedFor(FILES), await isAskedFor(PRINTER), await isAskedFor()]).to.deep.equal([
        false,
        true,
        true,
      ]);
    });

    it("are pushed with the request", async () => {
      const request = new URLSearchParams(rp.address({ scope: "openid" }).split("?")[1]);
      const form = { ...Object.fromEntries(request), resource: [FILES, PRINTER] };
      const { body } = await oauth().post("/oauth/par", form, credentialsOf(rp.made));
      const page = await rp.visitor.get(
        `/oauth/authorize?client_id=${rp.made.client.id}&request_uri=${body.request_uri as string}`,
      );
      const { access_token } = await rp.redeem((await rp.answer(page))["code"]!);
      expect((await inspect(access_token))["aud"]).to.deep.equal([FILES, PRINTER]);
    });
  });

  describe("that are JWTs (RFC 9068)", () => {
    beforeEach(() => begin({ access_token_format: "jwt" }));

    async function verified(value: string, audience: string): Promise<JWTPayload & Record<string, unknown>> {
      const { body } = await supertest(world.server).get("/oauth/jwks");
      const { payload } = await jwtVerify(value, createLocalJWKSet(body as { keys: [] }), {
        issuer: world.services.config.env.APP_URL.origin,
        audience,
        typ: "at+jwt",
        requiredClaims: ["iss", "exp", "aud", "sub", "client_id", "iat", "jti"],
        currentDate: new Date(now()),
      });
      return payload;
    }

    it("say who may do what, and how the user signed in", async () => {
      const { access_token } = await rp.signIn({ scope: "openid email", resource: FILES });
      const payload = await verified(access_token, FILES);
      expect(payload).to.deep.include({
        sub: rp.user.id,
        client_id: rp.made.client.id,
        scope: "email openid",
        iat: Math.floor(now() / SECOND),
        exp: Math.floor((now() + HOUR) / SECOND),
        amr: ["pwd"],
      });
      expect(payload["auth_time"]).to.be.a("number");
    });

    it("open this service like opaque ones, until they are revoked", async () => {
      const { access_token } = await rp.signIn({ scope: "openid users.read" });
      await verified(access_token, own());
      expect(await statusOf(access_token)).to.equal(200);
      expect(await statusOf(access_token, "/oauth/userinfo")).to.equal(200);
      expect(await inspect(access_token)).to.include({ active: true, sub: rp.user.id });
      await oauth().post("/oauth/revoke", { token: access_token }, credentialsOf(rp.made));
      expect(await statusOf(access_token)).to.equal(401);
      expect(await inspect(access_token)).to.deep.equal({ active: false });
    });

    it("are rejected everywhere when their key was replaced immediately, and new ones are accepted", async () => {
      const { access_token, refresh_token } = await rp.signIn({ scope: "openid users.read" });
      await rotateKeys(world.services, { isUrgent: false });
      expect(await statusOf(access_token)).to.equal(200);
      await rotateKeys(world.services, { isUrgent: true });
      const isRejected = async () => {
        for (const path of ["/api/v1/auth/me", "/oauth/userinfo"])
          expect(await statusOf(access_token, path), path).to.equal(401);
        expect(await inspect(access_token)).to.deep.equal({ active: false });
      };
      await isRejected();
      await prune(world.services);
      await isRejected();
      const renewed = (await rp.refresh(refresh_token)).access_token;
      expect([await statusOf(renewed), (await inspect(renewed))["active"]]).to.deep.equal([200, true]);
    });

    it("name the client as their subject when it acts for itself", async () => {
      const { body } = await token({ grant_type: "client_credentials", scope: "users.read" });
      const payload = await verified(body.access_token as string, own());
      expect(payload).to.include({ sub: rp.made.client.id, scope: "users.read" });
      expect(payload).not.to.have.any.keys("auth_time", "amr");
    });

    it("are renewed, and signed as the client chose", async () => {
      await begin({ access_token_format: "jwt", id_token_signed_response_alg: "ES256" });
      const { refresh_token } = await rp.signIn({ scope: "openid" });
      const { access_token, id_token } = await rp.refresh(refresh_token);
      const [header] = access_token.split(".");
      expect(JSON.parse(Buffer.from(header!, "base64url").toString())).to.include({
        alg: "ES256",
        typ: "at+jwt",
      });
      await verified(access_token, own());
      await rp.claims(id_token);
    });

    it("have the client's own id of the user, for a pairwise client", async () => {
      await begin({ access_token_format: "jwt", subject_type: "pairwise" });
      await world.services
        .knex("oauth_clients")
        .where({ id: rp.made.client.id })
        .update({ subject_salt: "salt" });
      const { access_token, id_token } = await rp.signIn({ scope: "openid" });
      const { sub } = await verified(access_token, own());
      expect(sub)
        .to.equal((await rp.claims(id_token)).sub)
        .and.not.to.equal(rp.user.id);
    });
  });

  describe("are rejected", () => {
    const errorOf = ({ status, body }: Response) => [status, (body as { error?: string }).error];
    const TARGET = [400, "invalid_target"];

    it("for a resource that the client isn't registered for, at every endpoint", async () => {
      const resource = "https://mail.example.test";
      const sent = await rp.open({ resource });
      expect(sent.headers["location"]).to.contain("error=invalid_target");
      const pushed = { ...Object.fromEntries(new URLSearchParams(rp.address().split("?")[1])), resource };
      expect(errorOf(await token({ grant_type: "client_credentials", resource }))).to.deep.equal(TARGET);
      for (const [path, form] of [
        ["/oauth/par", pushed],
        ["/oauth/device/code", { resource }],
      ] as const)
        expect(errorOf(await oauth().post(path, form, credentialsOf(rp.made))), path).to.deep.equal(TARGET);
    });

    it("for a resource that the user didn't grant, and the grant stays usable", async () => {
      const { refresh_token } = await rp.signIn({ scope: "openid", resource: FILES });
      const form = { grant_type: "refresh_token", refresh_token };
      expect(errorOf(await token({ ...form, resource: PRINTER }))).to.deep.equal(TARGET);
      expect(errorOf(await token({ ...form, resource: [FILES, PRINTER] }))).to.deep.equal(TARGET);
      expect((await token(form)).status).to.equal(200);
    });

    it("as JWTs that this service didn't issue, that were changed, or that have expired", async () => {
      await begin({ access_token_format: "jwt" });
      const { access_token } = await rp.signIn({ scope: "openid users.read" });
      const [header, payload, signature] = access_token.split(".") as [string, string, string];
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
      const changed = Buffer.from(JSON.stringify({ ...claims, scope: "admin" })).toString("base64url");
      const none = Buffer.from(JSON.stringify({ alg: "none", typ: "at+jwt" })).toString("base64url");
      for (const wrong of [`${header}.${changed}.${signature}`, `${none}.${payload}.x`, "eyJ.eyJ.x"])
        expect(await statusOf(wrong)).to.equal(401);
      world.advance(HOUR + MINUTE);
      expect(await statusOf(access_token)).to.equal(401);
    });

    it("as ID tokens, and ID tokens as access tokens", async () => {
      await begin({ access_token_format: "jwt" });
      const { access_token, id_token } = await rp.signIn({ scope: "openid users.read" });
      expect(await statusOf(id_token)).to.equal(401);
      const hinted = await rp.open({ id_token_hint: access_token, prompt: "none" });
      expect(hinted.headers["location"]).to.contain("error=login_required");
    });
  });
});
