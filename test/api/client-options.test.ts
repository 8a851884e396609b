import { expect } from "chai";
import { exportJWK, generateKeyPair } from "jose";
import { DEFAULT_OPTIONS } from "../../src/models/client-options.js";
import type { ApiClient } from "../support/app/client.js";
import { useWorld } from "../support/app/world.js";

const PLACE = "/api-clients";
const CLIENT = {
  name: "Team calendar",
  type: "confidential",
  grant_types: ["authorization_code"],
  redirect_uris: ["https://client.example.test/callback"],
};
const CHOSEN = {
  code_binding: "pkce_or_nonce",
  id_token_signed_response_alg: "ES256",
  subject_type: "pairwise",
  backchannel_logout_uri: "https://client.example.test/signed-out",
  require_pushed_authorization_requests: true,
  access_token_format: "jwt",
  resources: ["https://files.example.test", "urn:example:printer"],
  dpop_bound_access_tokens: true,
  authorization_response_iss_parameter: false,
  scope_claims_in_id_token: false,
  introspection_resources: ["https://files.example.test"],
};
/** What FAPI 2.0 needs, besides keys. */
const FAPI2 = {
  security_profile: "fapi2",
  token_endpoint_auth_method: "private_key_jwt",
  id_token_signed_response_alg: "ES256",
  require_pushed_authorization_requests: true,
  dpop_bound_access_tokens: true,
};

describe("The options of a client, by the API and on its page", () => {
  const world = useWorld();
  let api: ApiClient;
  beforeEach(async () => {
    api = world.api.as((await world.make.userWithToken({ role: "system_admin" })).token);
  });

  const create = async (fields: object = {}) =>
    (await api.post(PLACE, { ...CLIENT, ...fields }).expect(201)).body.data as { id: string };
  const show = async (id: string) => (await api.get(`${PLACE}/${id}`).expect(200)).body.data;
  const changesOf = async (event: string): Promise<object> => {
    const row = await world.services.knex("activity_log").where({ event }).first();
    return JSON.parse(row.changes) as object;
  };
  async function key(alg = "ES256") {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    return { public: await exportJWK(publicKey), private: await exportJWK(privateKey) };
  }
  async function onPage(id: string, fields: Record<string, string | string[]>) {
    const { visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
    const path = `/admin/api-clients/${id}`;
    const shown = await visitor.get(path);
    const sent = { _method: "PUT", name: CLIENT.name, redirect_uris: CLIENT.redirect_uris[0]!, ...fields };
    return { shown, answer: await visitor.submit(path, sent) };
  }

  it("have defaults, which a change of other fields leaves alone", async () => {
    const { id } = await create();
    expect(await show(id)).to.deep.include(DEFAULT_OPTIONS);
    await api.patch(`${PLACE}/${id}`, { name: "Calendar" }).expect(200);
    expect(await show(id)).to.deep.include({ name: "Calendar", ...DEFAULT_OPTIONS });
  });

  it("are chosen for a new client and changed one by one, and recorded as fields", async () => {
    const { id } = await create(CHOSEN);
    expect(await show(id)).to.deep.include(CHOSEN);
    expect(await changesOf("client_created")).to.deep.include(CHOSEN);
    await api.patch(`${PLACE}/${id}`, { code_binding: "pkce", backchannel_logout_uri: null }).expect(200);
    expect(await show(id)).to.deep.include({ ...CHOSEN, code_binding: "pkce", backchannel_logout_uri: null });
    expect(await changesOf("client_updated")).to.deep.equal({
      code_binding: { before: "pkce_or_nonce", after: "pkce" },
      backchannel_logout_uri: { before: CHOSEN.backchannel_logout_uri, after: null },
    });
  });

  it("have require_pkce as the former name of code_binding, also for programs that know only that one", async () => {
    const bindingOf = async (id: string) => {
      const { code_binding, require_pkce } = await show(id);
      return [code_binding, require_pkce] as unknown[];
    };
    const { id } = await create({ require_pkce: false });
    expect(await bindingOf(id)).to.deep.equal(["pkce_or_nonce", false]);
    await api.patch(`${PLACE}/${id}`, { code_binding: "none" }).expect(200);
    expect(await bindingOf(id)).to.deep.equal(["none", false]);
    await api.patch(`${PLACE}/${id}`, { require_pkce: true, code_binding: "none" }).expect(200);
    expect(await bindingOf(id)).to.deep.equal(["none", false]);
    await api.patch(`${PLACE}/${id}`, { require_pkce: true }).expect(200);
    expect(await bindingOf(id)).to.deep.equal(["pkce", true]);
  });

  it("are read as the former version stores them, and written so that it can read them", async () => {
    const { id } = await create({ code_binding: "none" });
    const clients = () => world.services.knex("oauth_clients").where({ id });
    const stored = async () => JSON.parse((await clients().first()).options as string) as object;
    expect(await stored()).to.include({ code_binding: "none", require_pkce: false });
    for (const [options, binding] of [
      [{ require_pkce: false }, "pkce_or_nonce"],
      [{ require_pkce: true }, "pkce"],
      // changed by the former version, which keeps what it doesn't know
      [{ require_pkce: true, code_binding: "none" }, "pkce"],
      [{ require_pkce: false, code_binding: "pkce" }, "pkce_or_nonce"],
      [{}, "pkce"],
    ] as const) {
      await clients().update({ options: JSON.stringify(options) });
      expect((await show(id)).code_binding, JSON.stringify(options)).to.equal(binding);
    }
    await clients().update({ options: null });
    expect((await show(id)).code_binding).to.equal("pkce");
  });

  it("follow FAPI 2.0, which chooses PS256 for an RSA key that names no algorithm", async () => {
    const jwks = { keys: [(await key("PS256")).public] };
    const { id } = await create({ ...FAPI2, jwks });
    expect((await show(id)).jwks.keys[0].alg).to.equal("PS256");
  });

  it("warn on the page of a client whose codes aren't bound, and nowhere else", async () => {
    const { id } = await create({ code_binding: "none" });
    expect((await onPage(id, { code_binding: "pkce" })).shown.text).to.contain("neither PKCE nor a nonce");
    expect((await onPage(id, {})).shown.text).not.to.contain("neither PKCE nor a nonce");
  });

  it("keep only the public part of a key", async () => {
    const sent = await key();
    const jwks = { keys: [{ ...sent.private, kid: "1" }] };
    const { id } = await create({ token_endpoint_auth_method: "private_key_jwt", jwks });
    const [stored] = (await show(id)).jwks.keys;
    expect(stored).to.deep.equal({ ...sent.public, kid: "1", alg: "ES256", use: "sig" });
    const [row] = await world.services.knex("oauth_clients");
    expect(row.options).not.to.contain(sent.private.d);
  });

  it("are chosen on the client's page, and left alone by a form without them", async () => {
    const { id } = await create();
    const { public: jwk } = await key();
    const { shown, answer } = await onPage(id, {
      code_binding: "pkce_or_nonce",
      authorization_response_iss_parameter: ["0"],
      scope_claims_in_id_token: ["0"],
      introspection_resources: CHOSEN.introspection_resources.join("\n"),
      require_pushed_authorization_requests: ["0", "1"],
      dpop_bound_access_tokens: ["0", "1"],
      access_token_format: "jwt",
      resources: CHOSEN.resources.join("\r\n"),
      id_token_signed_response_alg: "ES256",
      subject_type: "pairwise",
      token_endpoint_auth_method: "private_key_jwt",
      backchannel_logout_uri: CHOSEN.backchannel_logout_uri,
      jwks: JSON.stringify({ keys: [jwk] }),
    });
    expect(shown.text).to.contain("Protocol options");
    expect(answer.status).to.equal(303);
    const chosen = { ...CHOSEN, token_endpoint_auth_method: "private_key_jwt" };
    expect(await show(id)).to.deep.include(chosen);
    expect((await onPage(id, {})).answer.status).to.equal(303);
    expect(await show(id)).to.deep.include(chosen);
  });

  it("of a public client are fewer on its page", async () => {
    const { id } = await create({ type: "public" });
    const { shown } = await onPage(id, {});
    expect(shown.text).to.contain('name="subject_type"').and.not.contain('name="token_endpoint_auth_method"');
    for (const name of ["code_binding", "security_profile", "introspection_resources"])
      expect(shown.text).not.to.contain(`name="${name}"`);
  });

  it("come with a page of values to paste", async () => {
    const { id } = await create();
    const { visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
    const page = await visitor.get(`/admin/api-clients/${id}/connect`);
    for (const text of [
      "Connect an application",
      `${world.services.config.env.APP_URL.origin}/.well-known/openid-configuration`,
      id,
      "Grafana",
    ])
      expect(page.text).to.contain(text);
    expect(page.text).not.to.contain("adk_cs_");
  });

  describe("are rejected", () => {
    const errorsOf = async (fields: object) =>
      (await api.post(PLACE, { ...CLIENT, ...fields }).expect(422)).body.data.errors as Record<
        string,
        string[]
      >;

    it("on a public client: no PKCE, and authentication", async () => {
      const method = { token_endpoint_auth_method: "private_key_jwt" };
      const fields = { type: "public", code_binding: "none", ...method };
      expect(await errorsOf(fields)).to.have.all.keys("code_binding", "token_endpoint_auth_method", "jwks");
      expect(await errorsOf({ type: "public", require_pkce: false })).to.have.all.keys("code_binding");
    });

    it("on a client of FAPI 2.0: each value that contradicts it, and a public client", async () => {
      const jwks = { keys: [(await key()).public] };
      const contradictions = {
        code_binding: ["none", "FAPI 2.0 requires PKCE."],
        token_endpoint_auth_method: ["client_secret", "FAPI 2.0 requires private_key_jwt."],
        id_token_signed_response_alg: ["RS256", "FAPI 2.0 requires ES256."],
        require_pushed_authorization_requests: [false, "FAPI 2.0 requires this option."],
        dpop_bound_access_tokens: [false, "FAPI 2.0 requires this option."],
        authorization_response_iss_parameter: [false, "FAPI 2.0 requires this option."],
      };
      for (const [name, [value, sentence]] of Object.entries(contradictions))
        expect(await errorsOf({ ...FAPI2, jwks, [name]: value })).to.deep.equal({ [name]: [sentence] });
      const weak = { keys: [{ ...(await key("RS256")).public, alg: "RS256" }] };
      expect(await errorsOf({ ...FAPI2, jwks: weak })).to.deep.equal({
        jwks: ["Key 1: FAPI 2.0 requires PS256, ES256 or EdDSA."],
      });
      expect(await errorsOf({ security_profile: "fapi2", type: "public" })).to.have.all.keys(
        "security_profile",
      );
      const { id } = await create({ ...FAPI2, jwks });
      const { body } = await api.patch(`${PLACE}/${id}`, { dpop_bound_access_tokens: false }).expect(422);
      expect(body.data.errors).to.have.all.keys("dpop_bound_access_tokens");
    });

    it("with an address that isn't safe", async () => {
      for (const address of [
        "http://client.example.test/",
        "ftp://client.example.test/",
        "client",
        "https://a/#b",
      ])
        expect(await errorsOf({ backchannel_logout_uri: address }), address).to.have.keys(
          "backchannel_logout_uri",
        );
    });

    it("with services that aren't addresses, or that are repeated or too many", async () => {
      const one = "https://files.example.test";
      for (const resources of [["files"], [`${one}#a`], ["https://a b"], [one, one]])
        expect(await errorsOf({ resources }), String(resources)).to.have.keys("resources");
      const many = Array.from({ length: 21 }, (_, number) => `${one}/${number}`);
      await api.post(PLACE, { ...CLIENT, resources: many }).expect(422);
    });

    it("with keys that are missing, symmetric, too weak or made for something else", async () => {
      const method = { token_endpoint_auth_method: "private_key_jwt" };
      expect(await errorsOf(method)).to.have.keys("jwks");
      const wrong = [
        { kty: "oct", k: "c2VjcmV0" },
        { kty: "RSA" },
        { ...(await key()).public, alg: "RS256" },
        { ...(await key()).public, alg: "none" },
        { ...(await key("ES512")).public },
      ];
      for (const one of wrong) {
        const { jwks } = await errorsOf({ ...method, jwks: { keys: [one] } });
        expect(jwks![0], JSON.stringify(one)).to.match(/^Key 1: use an RSA key/);
      }
    });

    it("on the page, with what was typed", async () => {
      const { id } = await create();
      const { answer } = await onPage(id, {
        jwks: "{not json",
        backchannel_logout_uri: "http://a.example.test",
      });
      expect(answer.status).to.equal(422);
      expect(answer.text)
        .to.contain("{not json")
        .and.contain("Enter a JWK set")
        .and.contain('<details class="client-options mb-3" open');
    });
  });
});
