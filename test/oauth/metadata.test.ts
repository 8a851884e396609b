import { expect } from "chai";
import supertest, { type Response } from "supertest";
import { GRANT_TYPES } from "../../src/domain/oauth/grants/grant-types.js";
import { checked, OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf } from "../support/oauth/oauth-grants.js";
import { makeClient } from "../support/oauth/oauth.js";
import { useWorld } from "../support/app/world.js";

const WELL_KNOWN = "/.well-known/oauth-authorization-server";

describe(`GET ${WELL_KNOWN}`, () => {
  const world = useWorld(
    { APP_URL: "https://auth.example.test" },
    { oauth: { scopes: ["users.read", "*"], default_scopes: [] } },
  );
  const get = async (): Promise<Response> => supertest(world.server).get(WELL_KNOWN).expect(200);

  it("M06: has the service's address as its issuer, character by character", async () => {
    const { body, headers } = await get();
    expect(body.issuer).to.equal("https://auth.example.test");
    expect(headers["content-type"]).to.match(/^application\/json/);
    expect(headers["cache-control"]).to.equal("public, max-age=300");
    const spoofed = await supertest(world.server).get(WELL_KNOWN).set({
      Host: "evil.example.test",
      "X-Forwarded-Host": "evil.example.test",
      Forwarded: "host=evil.example.test",
    });
    expect(spoofed.text).not.to.contain("evil");
  });

  it("leads to the server from the API (RFC 9728), to programs of every origin", async () => {
    const address = "/.well-known/oauth-protected-resource";
    for (const path of [`${address}/api/v1`, address]) {
      const { body, headers } = await supertest(world.server).get(path).set("Origin", "https://app.example");
      expect(body).to.deep.equal({
        resource: "https://auth.example.test/api/v1",
        authorization_servers: ["https://auth.example.test"],
        scopes_supported: ["users.read"],
        bearer_methods_supported: ["header"],
      });
      expect(headers["access-control-allow-origin"]).to.equal("*");
    }
  });

  it("M06: lists exactly the supported grants, PKCE methods, response types and scopes", async () => {
    const { body } = await get();
    expect(body.grant_types_supported).to.have.members([
      "authorization_code",
      "refresh_token",
      "client_credentials",
      "urn:ietf:params:oauth:grant-type:device_code",
    ]);
    expect(body.grant_types_supported).to.deep.equal([...GRANT_TYPES]);
    expect(body).to.deep.include({
      code_challenge_methods_supported: ["S256"],
      response_types_supported: ["code"],
      response_modes_supported: ["query", "form_post"],
      scopes_supported: ["users.read"],
      authorization_response_iss_parameter_supported: true,
      token_endpoint_auth_methods_supported: [
        "client_secret_basic",
        "client_secret_post",
        "private_key_jwt",
        "none",
      ],
      revocation_endpoint_auth_methods_supported: [
        "client_secret_basic",
        "client_secret_post",
        "private_key_jwt",
        "none",
      ],
      introspection_endpoint_auth_methods_supported: [
        "client_secret_basic",
        "client_secret_post",
        "private_key_jwt",
      ],
    });
  });

  it("M06: names existing endpoints of this service", async () => {
    const { body } = (await get()) as { body: Record<string, string> };
    const endpoints = Object.entries(body).filter(([name]) => /_endpoint$/.test(name));
    expect(endpoints).to.have.length(6);
    for (const [name, url] of endpoints) {
      expect(url).to.match(/^https:\/\/auth\.example\.test\/oauth\//);
      if (name === "authorization_endpoint") continue; // a page
      const { status } = await supertest(world.server).post(new URL(url).pathname).type("form").send("");
      expect(status, name).to.equal(401);
    }
  });

  it("M06: has the issuer that introspection returns", async () => {
    const made = await makeClient(world);
    const api = new OAuthApi(world.server);
    const { body } = await api.token({ grant_type: "client_credentials" }, credentialsOf(made));
    const facts = await api.post(
      "/oauth/introspect",
      { token: body.access_token as string },
      credentialsOf(made),
    );
    expect(facts.body.iss).to.equal("https://auth.example.test");
  });

  it("supports HEAD and no method that changes something", async () => {
    expect((await supertest(world.server).head(WELL_KNOWN)).status).to.equal(200);
    for (const method of ["post", "put", "delete"] as const) {
      const response = checked(await supertest(world.server)[method](WELL_KNOWN));
      expect(response.status).to.equal(405);
      expect(response.headers["allow"]).to.equal("GET, HEAD, OPTIONS");
    }
  });
});
