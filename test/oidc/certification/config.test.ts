import { expect } from "chai";
import supertest from "supertest";
import { useSuiteClient } from "../../support/oauth/suite-client.js";

describe("oidcc-config-certification-test-plan", () => {
  const { world, client } = useSuiteClient();

  it("oidcc-discovery-endpoint-verification: the configuration has what the specification requires", async () => {
    const found = await client.configuration();
    const { origin } = world.services.config.env.APP_URL;
    expect(found["issuer"]).to.equal(origin);
    const addresses = Object.entries(found).filter(([name]) => /_(endpoint|uri)$/.test(name));
    expect(addresses.map(([name]) => name)).to.include.members([
      ...["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"],
    ]);
    for (const [name, address] of addresses) expect(address, name).to.match(new RegExp(`^${origin}/`));
    expect(found["response_types_supported"]).to.include("code");
    expect(found["grant_types_supported"]).to.include("authorization_code");
    expect(found["scopes_supported"]).to.include("openid");
    expect(found["subject_types_supported"]).to.include("public");
    expect(found["id_token_signing_alg_values_supported"]).to.include("RS256").and.not.include("none");
    expect(found["claims_supported"]).to.include.members(["sub", "iss", "auth_time", "name", "email"]);
    expect(found).to.include({ claims_parameter_supported: true, request_uri_parameter_supported: false });
  });

  it("oidcc-discovery-endpoint-verification: the keys are public, each with its own id", async () => {
    const { pathname } = new URL((await client.configuration())["jwks_uri"] as string);
    const { body } = await supertest(world.server).get(pathname).expect(200);
    const keys = (body as { keys: Record<string, string>[] }).keys;
    expect(keys.map(({ kty }) => kty)).to.have.members(["RSA", "EC"]);
    expect(new Set(keys.map(({ kid }) => kid)).size).to.equal(keys.length);
    for (const key of keys) expect(key).not.to.have.any.keys("d", "p", "q", "dp", "dq", "qi", "k");
  });
});
