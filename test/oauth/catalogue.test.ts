import { expect } from "chai";
import { createApp } from "../../src/app.js";
import { shippedDocument } from "../../src/contract/document.js";
import { authorizePath, consentOf, redirectParameters } from "../support/oauth/authorization-request.js";
import { ApiClient } from "../support/app/client.js";
import { PASSWORD } from "../support/app/factories.js";
import { ConsentBrowser } from "../support/oauth/consent-browser.js";
import { credentialsOf } from "../support/oauth/oauth-grants.js";
import {
  grant,
  introspect,
  own,
  useSignedInClient,
  type SignedInClientWorld,
} from "../support/oauth/signed-in-client.js";
import type { World } from "../support/app/world.js";

/** The response of each grant that takes a scope. */
async function scopeAnswers(
  world: SignedInClientWorld,
  scope: string,
): Promise<Record<string, string | undefined>> {
  const device = await world.oauth.post("/oauth/device/code", { scope }, credentialsOf(world.testClient));
  return {
    client_credentials: said((await own(world, scope)).body as Said),
    device: said(device.body as Said),
    authorization_code: said(await authorizationAnswer(world, scope)),
  };
}

type Said = { error?: string; scope?: string; device_code?: string };
const said = ({ error, scope, device_code }: Said): string | undefined =>
  error ?? (device_code === undefined ? scope : "asked");

async function authorizationAnswer(world: SignedInClientWorld, scope: string): Promise<Said> {
  const { visitor } = await world.signedIn();
  const page = await visitor.get(authorizePath(world.testClient.client, { scope }));
  return consentOf(page) === "" ? redirectParameters(page) : { device_code: "asked" };
}

const REJECTED = {
  client_credentials: "invalid_scope",
  device: "invalid_scope",
  authorization_code: "invalid_scope",
};

describe("The scope catalogue on the authorization server", () => {
  /** The response of an operation that requires a scope missing from every catalogue here. */
  async function openTo(world: World, token: string): Promise<number> {
    const document = shippedDocument();
    document.paths["/auth/me"]!["get"]!.security = [{ bearerAuth: ["reports.read"] }, { oauth2: [] }];
    const app = await createApp(world.services, { document });
    const { status } = await new ApiClient(app.listener).as(token).get("/auth/me");
    app.close();
    return status;
  }
  const metadataScopes = async (world: World): Promise<unknown> =>
    (await world.api.get("//.well-known/oauth-authorization-server")).body.scopes_supported;

  /** The scope of a grant that names only openid, and the status of an API call for which the user has the permission. */
  async function onlyOpenid(world: SignedInClientWorld): Promise<[unknown, number]> {
    const admin = await world.make.user({ role: "system_admin" });
    world.consentBrowser = new ConsentBrowser((await world.signedIn(admin)).visitor);
    const { access_token } = await grant(world, "openid");
    const { scope } = (await introspect(world, access_token!)).body as Said;
    return [scope, (await world.api.as(access_token!).get("/users")).status];
  }

  describe("with default scopes", () => {
    const world = useSignedInClient(
      {},
      { oauth: { scopes: ["notes.read", "notes.write"], default_scopes: ["notes.read"] } },
    );

    it("grants the default scopes when none are requested, and otherwise the requested ones", async () => {
      expect(await grant(world)).to.include({ scope: "notes.read" });
      expect((await own(world)).body.scope).to.equal("notes.read");
      expect(await grant(world, "notes.write")).to.include({ scope: "notes.write" });
      expect((await own(world, "notes.write")).body.scope).to.equal("notes.write");
    });

    it("adds no default scopes to a request that names only openid", async () => {
      expect(await onlyOpenid(world)).to.deep.equal(["openid", 403]);
    });

    it("grants the default scopes to login tokens too", async () => {
      const { email } = await world.make.user();
      await world.api.post("/auth/login", { email, password: PASSWORD }).expect(200);
      const row = await world.services.knex("personal_access_tokens").first();
      expect(row.scopes).to.equal('["notes.read"]');
    });
  });

  describe("without default scopes", () => {
    const world = useSignedInClient();

    it("grants no scopes when none are requested, which closes operations with scopes", async () => {
      const tokens = await grant(world);
      expect(tokens).to.include({ scope: "" });
      expect((await introspect(world, tokens["access_token"]!)).body).not.to.have.property("scope");
      expect(await openTo(world, tokens["access_token"]!)).to.equal(403);
    });
  });

  describe("empty", () => {
    const world = useSignedInClient({}, { oauth: { scopes: [], default_scopes: ["users.read"] } });

    it("grants the implicit *: every token has every scope, and default scopes have no effect", async () => {
      const tokens = await grant(world);
      expect(tokens).not.to.have.property("scope");
      expect(await openTo(world, tokens["access_token"]!)).to.equal(200);
      expect((await introspect(world, tokens["access_token"]!)).body.scope).to.equal("*");
      expect(await metadataScopes(world)).to.deep.equal([]);
    });

    it("grants no implicit * to a request that names only openid", async () => {
      expect(await onlyOpenid(world)).to.deep.equal(["openid", 403]);
    });

    it("H35: contains no scope that can be requested, including *", async () => {
      for (const scope of ["*", "users.read", "users.read *"])
        expect(await scopeAnswers(world, scope), scope).to.deep.equal(REJECTED);
    });
  });

  describe("with a literal *", () => {
    const world = useSignedInClient({}, { oauth: { scopes: ["*", "notes.read"] } });

    it("H35: doesn't contain it", async () => {
      expect(await metadataScopes(world)).to.deep.equal(["notes.read"]);
      for (const scope of ["*", "notes.read *", "users.read"])
        expect(await scopeAnswers(world, scope), scope).to.deep.equal(REJECTED);
      expect(await scopeAnswers(world, "notes.read")).to.deep.equal({
        client_credentials: "notes.read",
        device: "asked",
        authorization_code: "asked",
      });
      const { access_token } = await grant(world, "notes.read");
      expect(await openTo(world, access_token!)).to.equal(403);
    });
  });

  describe("with a literal * alone", () => {
    const world = useSignedInClient({}, { oauth: { scopes: ["*"] } });

    it("H35: is empty", async () => {
      expect(await scopeAnswers(world, "*")).to.deep.equal(REJECTED);
      expect(await openTo(world, (await grant(world))["access_token"]!)).to.equal(200);
    });
  });
});
