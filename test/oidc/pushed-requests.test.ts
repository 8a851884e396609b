import { expect } from "chai";
import { DEFAULT_OPTIONS } from "../../src/models/client-options.js";
import { MINUTE } from "../../src/lib/clock.js";
import { answer, CHALLENGE, redirectParameters } from "../support/oauth/authorization-request.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf } from "../support/oauth/oauth-grants.js";
import { makeClient } from "../support/oauth/oauth.js";
import { useRelyingParty } from "../support/oauth/relying-party.js";

const REQUEST = {
  response_type: "code",
  redirect_uri: "https://client.example.test/callback",
  scope: "openid",
  state: "xyz",
  nonce: "n-0S6",
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
};

describe("A pushed authorization request", () => {
  const { world, rp } = useRelyingParty();

  const push = (form: Record<string, string> = REQUEST, made = rp.made) =>
    new OAuthApi(world.server).post("/oauth/par", form, credentialsOf(made));
  const uriOf = async (): Promise<string> => (await push()).body.request_uri;
  const open = (request_uri: string, changes: Record<string, string> = {}) =>
    rp.visitor.get(
      `/oauth/authorize?${new URLSearchParams({ client_id: rp.made.client.id, request_uri, ...changes }).toString()}`,
    );

  it("signs the user in without parameters in the browser", async () => {
    const { status, body } = await push();
    expect([status, body.expires_in]).to.deep.equal([201, 600]);
    const { code, state } = await rp.answer(await open(body.request_uri));
    expect(state).to.equal("xyz");
    expect((await rp.claims((await rp.redeem(code!)).id_token))["nonce"]).to.equal("n-0S6");
  });

  it("wins over the parameters in the address", async () => {
    const { state } = await rp.answer(await open(await uriOf(), { state: "other", scope: "users.read" }));
    expect(state).to.equal("xyz");
  });

  it("works for a guest, who signs in first", async () => {
    const uri = await uriOf();
    rp.visitor = world.visitor();
    const sent = await open(uri);
    expect(sent.headers["location"]).to.match(/^\/login\?next=/);
  });

  it("with prompt=none is answered without a page for a guest", async () => {
    const { body } = await push({ ...REQUEST, prompt: "none" });
    rp.visitor = world.visitor();
    const { error, state } = redirectParameters(await open(body.request_uri));
    expect([error, state]).to.deep.equal(["login_required", "xyz"]);
  });

  it("fills in the address and chooses the language of the sign-in page", async () => {
    const { body } = await push({ ...REQUEST, login_hint: "ada@example.test", ui_locales: "tr-TR" });
    rp.visitor = world.visitor();
    const sent = await open(body.request_uri);
    const page = await rp.visitor.get(sent.headers["location"] as string);
    expect(page.text).to.contain('value="ada@example.test"').and.contain('<html lang="tr"');
  });

  it("can be opened several times, until it is granted", async () => {
    const uri = await uriOf();
    const [first, second] = [await open(uri), await open(uri)];
    expect(await rp.answer(second)).to.have.property("code");
    expect((await open(uri)).status).to.equal(400);
    const late = await answer(rp.visitor, first, "allow");
    expect(late.status).to.equal(400);
  });

  it("can be required", async () => {
    const options = JSON.stringify({ ...DEFAULT_OPTIONS, require_pushed_authorization_requests: true });
    await world.services.knex("oauth_clients").update({ options });
    expect(redirectParameters(await rp.open())["error"]).to.equal("invalid_request");
    expect(await rp.answer(await open(await uriOf()))).to.have.property("code");
  });

  it("keeps no credential of the client", async () => {
    const { client, secret } = rp.made;
    await new OAuthApi(world.server).post("/oauth/par", {
      ...REQUEST,
      client_id: client.id,
      client_secret: secret,
    });
    const [row] = await world.services.knex("oauth_pushed_requests");
    expect(row.parameters).to.contain("nonce").and.not.contain("client_secret");
  });

  describe("is rejected", () => {
    for (const [what, form, error] of [
      ["without a response type", { ...REQUEST, response_type: "" }, "invalid_request"],
      ["with another response type", { ...REQUEST, response_type: "token" }, "unsupported_response_type"],
      [
        "with an address that isn't registered",
        { ...REQUEST, redirect_uri: "https://elsewhere.example.test/" },
        "invalid_request",
      ],
      ["with an unknown scope", { ...REQUEST, scope: "users.destroy" }, "invalid_scope"],
      ["without a challenge", { ...REQUEST, code_challenge: "" }, "invalid_request"],
      [
        "with a request_uri",
        { ...REQUEST, request_uri: "urn:ietf:params:oauth:request_uri:x" },
        "invalid_request",
      ],
      ["with a request object", { ...REQUEST, request: "e30.e30." }, "request_not_supported"],
      ["with a registration", { ...REQUEST, registration: "{}" }, "registration_not_supported"],
    ] as [string, Record<string, string>, string][])
      it(what, async () => {
        const { status, body } = await push(form);
        expect([status, body.error]).to.deep.equal([400, error]);
      });

    it("by a client without the grant, or with a wrong secret", async () => {
      const other = await makeClient(world, { grant_types: ["client_credentials"] });
      expect((await push(REQUEST, other)).body.error).to.equal("unauthorized_client");
      expect((await push(REQUEST, { ...rp.made, secret: "wrong" })).status).to.equal(401);
    });

    it("after ten minutes, of another client, and under an unknown reference", async () => {
      const uri = await uriOf();
      const other = await makeClient(world);
      const foreign = await push(REQUEST, other);
      expect((await open(foreign.body.request_uri)).status).to.equal(400);
      expect((await open("urn:ietf:params:oauth:request_uri:adk_pr_unknown")).status).to.equal(400);
      expect(redirectParameters(await open("https://client.example.test/request.jwt"))["error"]).to.equal(
        "request_uri_not_supported",
      );
      world.advance(10 * MINUTE);
      expect((await open(uri)).status).to.equal(400);
    });
  });
});
