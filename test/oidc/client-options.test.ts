import { expect } from "chai";
import { decodeProtectedHeader } from "jose";
import supertest from "supertest";
import { DEFAULT_OPTIONS, type ClientOptions } from "../../src/models/client-options.js";
import { redirectParameters, VERIFIER } from "../support/oauth/authorization-request.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf, redemption } from "../support/oauth/oauth-grants.js";
import { makeClient } from "../support/oauth/oauth.js";
import { useRelyingParty } from "../support/oauth/relying-party.js";

describe("A client's options", () => {
  const { world, rp } = useRelyingParty();
  const WITHOUT_PKCE = { code_challenge: undefined, code_challenge_method: undefined };

  async function choose(options: Partial<ClientOptions>): Promise<void> {
    const { id } = rp.made.client;
    await world.services
      .knex("oauth_clients")
      .where({ id })
      .update({ options: JSON.stringify({ ...DEFAULT_OPTIONS, ...options }), subject_salt: "salt" });
  }
  const introspected = async (token: string): Promise<string> =>
    (await new OAuthApi(world.server).post("/oauth/introspect", { token }, credentialsOf(rp.made))).body.sub;
  const userinfo = async (token: string) =>
    (await supertest(world.server).get("/oauth/userinfo").set("Authorization", `Bearer ${token}`)).body;

  it("sign ID tokens with ES256", async () => {
    await choose({ id_token_signed_response_alg: "ES256" });
    const { id_token } = await rp.signIn();
    expect(decodeProtectedHeader(id_token).alg).to.equal("ES256");
    expect((await rp.claims(id_token)).sub).to.equal(rp.user.id);
  });

  it("give the client ids of its own for its users, the same everywhere and after a change back", async () => {
    await choose({ subject_type: "pairwise" });
    const { id_token, access_token, refresh_token } = await rp.signIn();
    const { sub } = await rp.claims(id_token);
    expect(sub).to.match(/^[\w-]{43}$/);
    expect((await userinfo(access_token)).sub).to.equal(sub);
    expect(await introspected(access_token)).to.equal(sub);
    expect((await rp.claims((await rp.refresh(refresh_token)).id_token)).sub).to.equal(sub);
    expect(redirectParameters(await rp.open({ id_token_hint: id_token, prompt: "none" }))).to.have.property(
      "code",
    );

    const [first, other] = [rp.made, await makeClient(world)];
    rp.made = other;
    await choose({ subject_type: "pairwise" });
    await world.services
      .knex("oauth_clients")
      .where({ id: other.client.id })
      .update({ subject_salt: "other" });
    expect((await rp.claims((await rp.signIn()).id_token)).sub).not.to.equal(sub);
    rp.made = first;
    expect((await rp.claims((await rp.signIn()).id_token)).sub).to.equal(sub);
  });

  it("exempt a confidential client with a nonce from PKCE", async () => {
    await choose({ code_binding: "pkce_or_nonce" });
    const { code } = await rp.allow(WITHOUT_PKCE);
    const { status, body } = await redeemWithout(code!);
    expect([status, typeof body.id_token]).to.deep.equal([200, "string"]);
    expect(await rp.signIn()).to.have.property("id_token"); // with a challenge, too
  });

  it("admit a confidential client that can send neither a challenge nor a nonce", async () => {
    await choose({ code_binding: "none" });
    for (const changes of [{ nonce: undefined }, { scope: "users.read", nonce: undefined }]) {
      const { code } = await rp.allow({ ...WITHOUT_PKCE, ...changes });
      expect((await redeemWithout(code!)).status, JSON.stringify(changes)).to.equal(200);
    }
    expect(await rp.signIn()).to.have.property("id_token"); // with a challenge, too
  });

  it("leave iss out of every answer, for a client that can't read it", async () => {
    const answers = async () => [
      await rp.allow(),
      redirectParameters(await rp.open({ scope: "unknown" })),
      redirectParameters(await rp.open({ prompt: "none", scope: "openid email" })),
    ];
    for (const parameters of await answers()) expect(parameters).to.have.property("iss");
    await choose({ authorization_response_iss_parameter: false });
    for (const parameters of await answers()) expect(parameters).not.to.have.property("iss");
  });

  it("keep the claims of scopes out of ID tokens, but not those that are requested one by one", async () => {
    await choose({ scope_claims_in_id_token: false });
    const claims = JSON.stringify({ id_token: { given_name: null } });
    const { id_token, access_token } = await rp.signIn({ scope: "openid profile email", claims });
    expect(await rp.claims(id_token)).to.include({ given_name: rp.user.first_name });
    expect(await rp.claims(id_token)).not.to.have.any.keys("email", "email_verified", "name", "family_name");
    expect(await userinfo(access_token)).to.include.keys("email", "email_verified", "name", "family_name");
  });

  const redeemWithout = (code: string) => {
    const { code_verifier: _verifier, ...form } = redemption({ code, verifier: VERIFIER });
    return new OAuthApi(world.server).token(form, credentialsOf(rp.made));
  };

  describe("still reject", () => {
    const errorOf = async (changes: object) =>
      redirectParameters(await rp.open({ ...WITHOUT_PKCE, ...changes }))["error"];

    it("a request without a challenge and without a nonce, the scope openid or a secret", async () => {
      expect(await errorOf({})).to.equal("invalid_request");
      await choose({ code_binding: "pkce_or_nonce" });
      expect(await errorOf({ nonce: undefined })).to.equal("invalid_request");
      expect(await errorOf({ scope: "users.read" })).to.equal("invalid_request");
      rp.made = await makeClient(world, { type: "public" });
      await choose({ code_binding: "none" });
      expect(await errorOf({})).to.equal("invalid_request");
    });

    it("a request without a binding, with words that name what may be sent", async () => {
      const said = async () =>
        redirectParameters(await rp.open({ ...WITHOUT_PKCE, nonce: undefined }))["error_description"];
      expect(await said()).to.equal(
        "code_challenge is missing. Send code_challenge with code_challenge_method=S256.",
      );
      await choose({ code_binding: "pkce_or_nonce" });
      expect(await said()).to.match(/S256, or the scope openid and a nonce\.$/);
    });

    it("half a challenge, and the method plain", async () => {
      await choose({ code_binding: "pkce_or_nonce" });
      expect(await errorOf({ code_challenge_method: "S256" })).to.equal("invalid_request");
      expect(await errorOf({ code_challenge: "x".repeat(43), code_challenge_method: "plain" })).to.equal(
        "invalid_request",
      );
    });

    it("code injection: a code with a challenge but without its verifier, and a code without one with a verifier", async () => {
      await choose({ code_binding: "pkce_or_nonce" });
      const { code } = await rp.allow();
      expect((await redeemWithout(code!)).body.error).to.equal("invalid_grant");
      const { code: bare } = await rp.allow(WITHOUT_PKCE);
      const { body } = await new OAuthApi(world.server).token(
        redemption({ code: bare!, verifier: VERIFIER }),
        credentialsOf(rp.made),
      );
      expect(body.error).to.equal("invalid_grant");
    });
  });
});
