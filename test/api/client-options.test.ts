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
  require_pkce: false,
  id_token_signed_response_alg: "ES256",
  subject_type: "pairwise",
  backchannel_logout_uri: "https://client.example.test/signed-out",
  require_pushed_authorization_requests: true,
  access_token_format: "jwt",
  resources: ["https://files.example.test", "urn:example:printer"],
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
    await api.patch(`${PLACE}/${id}`, { require_pkce: true, backchannel_logout_uri: null }).expect(200);
    expect(await show(id)).to.deep.include({ ...CHOSEN, require_pkce: true, backchannel_logout_uri: null });
    expect(await changesOf("client_updated")).to.deep.equal({
      require_pkce: { before: false, after: true },
      backchannel_logout_uri: { before: CHOSEN.backchannel_logout_uri, after: null },
    });
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
      require_pkce: ["0"],
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
    expect(shown.text).not.to.contain('name="require_pkce"');
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

  describe("are refused", () => {
    const errorsOf = async (fields: object) =>
      (await api.post(PLACE, { ...CLIENT, ...fields }).expect(422)).body.data.errors as Record<
        string,
        string[]
      >;

    it("on a public client: no PKCE, and authentication", async () => {
      const fields = { type: "public", require_pkce: false, token_endpoint_auth_method: "private_key_jwt" };
      expect(await errorsOf(fields)).to.have.all.keys("require_pkce", "token_endpoint_auth_method", "jwks");
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
