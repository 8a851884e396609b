import { expect } from "chai";
import supertest, { type Response } from "supertest";
import type { User } from "../../src/models/user.js";
import { freshIp } from "../support/app/client.js";
import { checked } from "../support/oauth/oauth-api.js";
import {
  credentialsOf,
  devicePoll,
  issueCode,
  issueDeviceCodes,
  countActiveTokens,
  redemption,
  renewal,
} from "../support/oauth/oauth-grants.js";
import { makeClient, makeGrant, type RegisteredClient } from "../support/oauth/oauth.js";
import { useWorld } from "../support/app/world.js";

type Form = Record<string, string>;
interface Attempt {
  form?: Form;
  authorization?: string | string[];
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const basic = (id: string, secret: string): string => `Basic ${base64(`${id}:${secret}`)}`;
/** Form-encodes every character, whether or not it is necessary. */
const encodedWhole = (text: string): string =>
  text.replaceAll(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`);

describe("Client authentication", () => {
  const world = useWorld();
  let user: User;
  let mine: RegisteredClient;
  let other: RegisteredClient;
  beforeEach(async () => {
    user = await world.make.user();
    mine = await makeClient(world, { may_introspect: true });
    other = await makeClient(world, { may_introspect: true });
  });

  async function send(path: string, { form = {}, authorization }: Attempt): Promise<Response> {
    const request = supertest(world.server).post(path).set("X-Forwarded-For", freshIp()).type("form");
    // node sends a header for each
    if (authorization !== undefined) void request.set("Authorization", authorization as string);
    return checked(await request.send(new URLSearchParams(form).toString()));
  }

  const grant = (client = mine.client) => makeGrant(world, { user, client });
  /** A valid request to each endpoint and, for the token endpoint, of each grant. */
  const REQUESTS: Record<string, { path: string; prepare: (made: RegisteredClient) => Promise<Form> }> = {
    "the redemption of a code": {
      path: "/oauth/token",
      prepare: async ({ client }) => redemption(await issueCode(world.services, { user, client })),
    },
    "a refresh": {
      path: "/oauth/token",
      prepare: async ({ client }) => renewal((await grant(client)).refresh),
    },
    "a poll of a device": {
      path: "/oauth/token",
      prepare: async ({ client }) =>
        devicePoll(await issueDeviceCodes(world.services, { user, client, decision: "approved" })),
    },
    "the client-credentials grant": {
      path: "/oauth/token",
      prepare: () => Promise.resolve({ grant_type: "client_credentials" }),
    },
    "a revocation": {
      path: "/oauth/revoke",
      prepare: async ({ client }) => ({ token: (await grant(client)).refresh }),
    },
    "an introspection": {
      path: "/oauth/introspect",
      prepare: async ({ client }) => ({ token: (await grant(client)).access }),
    },
    "a request for device codes": { path: "/oauth/device/code", prepare: () => Promise.resolve({}) },
  };

  /** Reasons to reject a confidential client. */
  const rejections = (): Record<string, Attempt & { error?: "invalid_request" }> => {
    const { id, secret } = credentialsOf(mine) as { id: string; secret: string };
    const foreign = credentialsOf(other) as { id: string; secret: string };
    const post = (client_id: string, client_secret?: string): Attempt => ({
      form: { client_id, ...(client_secret !== undefined && { client_secret }) },
    });
    return {
      nothing: {},
      "its id alone": post(id),
      "its id and an empty secret": post(id, ""),
      "a wrong secret": post(id, `${secret.slice(0, -1)}#`),
      "its secret in upper case": post(id, secret.toUpperCase()),
      "its secret and a space": post(id, `${secret} `),
      "its secret and NUL": post(id, `${secret}\0`),
      "the secret of another client": post(id, foreign.secret),
      "its id in upper case": post(id.toUpperCase(), secret),
      "spaces around its id": post(` ${id} `, secret),
      "an id of invalid characters": post("é😀\0", secret),
      "an id of 5 kB": post("a".repeat(5000), secret),
      "an id like SQL": post("' or ''='", secret),
      "a secret without an id": { form: { client_secret: secret } },
      "a wrong secret in Basic": { authorization: basic(id, "wrong") },
      "an empty secret in Basic": { authorization: basic(id, "") },
      "the secret of another client in Basic": { authorization: basic(id, foreign.secret) },
      "its secret and a line break in Basic": { authorization: basic(id, `${secret}\n`) },
      "invalid characters in Basic": { authorization: basic(`${id}é`, `${secret}😀`) },
      "invalid UTF-8 in Basic": {
        authorization: `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0xc3]).toString("base64")}`,
      },
      "Basic without a colon": { authorization: `Basic ${base64(id + secret)}` },
      "empty Basic": { authorization: "Basic" },
      "invalid base64 in Basic": { authorization: `Basic ${id}:${secret}` },
      "invalid percent-encoding in Basic": { authorization: basic(id, "%zz") },
      "Basic of 5 kB": { authorization: basic(id, "x".repeat(4000)) },
      "another scheme": { authorization: `Bearer ${secret}` },
      "another scheme and its id": { authorization: `Digest ${base64(`${id}:${secret}`)}`, ...post(id) },
      "a wrong secret in Basic and its id": { authorization: basic(id, "wrong"), ...post(id) },
      "both methods, both correct": {
        authorization: basic(id, secret),
        ...post(id, secret),
        error: "invalid_request",
      },
      "both methods, Basic wrong": {
        authorization: basic(id, "wrong"),
        ...post(id, secret),
        error: "invalid_request",
      },
      "both methods, the form wrong": {
        authorization: basic(id, secret),
        ...post(id, "wrong"),
        error: "invalid_request",
      },
      "Basic and the id of another client": {
        authorization: basic(id, secret),
        ...post(foreign.id),
        error: "invalid_request",
      },
      "its id, and Basic of another client": {
        authorization: basic(foreign.id, foreign.secret),
        ...post(id),
        error: "invalid_request",
      },
      "two Basic headers": {
        authorization: [basic(id, secret), basic(id, secret)],
        error: "invalid_request",
      },
      "two headers, one of them wrong": {
        authorization: [basic(id, "wrong"), basic(id, secret)],
        error: "invalid_request",
      },
    };
  };

  for (const [name, { path, prepare }] of Object.entries(REQUESTS))
    it(`C11, C12: rejects ${name} without valid credentials, and changes nothing`, async () => {
      const form = await prepare(mine);
      const before = await countActiveTokens(world.services);
      for (const [why, { error = "invalid_client", ...attempt }] of Object.entries(rejections())) {
        const { status, body } = await send(path, { ...attempt, form: { ...form, ...attempt.form } });
        const expected = { why, status: error === "invalid_client" ? 401 : 400, error };
        expect({ why, status, error: body.error }).to.deep.equal(expected);
      }
      expect(await countActiveTokens(world.services)).to.deep.equal(before);
      const { id, secret } = credentialsOf(mine) as { id: string; secret: string };
      expect((await send(path, { form, authorization: basic(id, secret) })).status).to.equal(200);
    });

  it("accepts the secret in the form, in Basic, and form-encoded in Basic", async () => {
    const { id, secret } = credentialsOf(mine) as { id: string; secret: string };
    const attempts: Attempt[] = [
      { form: { client_id: id, client_secret: secret } },
      { authorization: basic(id, secret) },
      { authorization: basic(id, secret).replace("Basic", "bAsIc  ") },
      { authorization: basic(encodedWhole(id), encodedWhole(secret)) },
      { authorization: basic(id, secret), form: { client_id: id } },
      { authorization: basic(id, secret), form: { client_id: id, client_secret: "" } },
    ];
    for (const { form, authorization } of attempts) {
      const asked = { grant_type: "client_credentials", ...form };
      const answer = await send("/oauth/token", { form: asked, ...(authorization && { authorization }) });
      expect(answer.status, authorization?.toString()).to.equal(200);
    }
  });

  it("accepts the id of a public client, and rejects one that sends a secret", async () => {
    const made = await makeClient(world, { type: "public" });
    const { id } = made.client;
    for (const [attempt, status] of [
      [{ form: { client_id: id } }, 200],
      [{ authorization: basic(id, "") }, 200],
      [{ form: { client_id: id, client_secret: "x" } }, 401],
      [{ authorization: basic(id, "x") }, 401],
      [{ authorization: basic(id, mine.secret) }, 401],
      [{ authorization: basic(mine.client.id, mine.secret), form: { client_id: id } }, 400],
    ] as [Attempt, number][]) {
      const { refresh } = await grant(made.client);
      const form = renewal(refresh, attempt.form ?? {});
      expect((await send("/oauth/token", { ...attempt, form })).status, JSON.stringify(attempt)).to.equal(
        status,
      );
    }
  });

  it("rejects a deleted client at every endpoint", async () => {
    const { id, secret } = credentialsOf(mine) as { id: string; secret: string };
    for (const { path, prepare } of Object.values(REQUESTS)) {
      const form = await prepare(mine);
      await world.services.knex("oauth_clients").where({ id }).update({ revoked_at: Date.now() });
      const { status, body } = await send(path, { form, authorization: basic(id, secret) });
      expect({ path, status, error: body.error }).to.deep.equal({
        path,
        status: 401,
        error: "invalid_client",
      });
      await world.services.knex("oauth_clients").where({ id }).update({ revoked_at: null });
    }
  });

  it("rejects requests of a public client that require a secret", async () => {
    const { client } = await makeClient(world, { type: "public", may_introspect: true });
    const { access } = await grant(client);
    const { status, body } = await send("/oauth/introspect", {
      form: { client_id: client.id, token: access },
    });
    expect({ status, error: body.error }).to.deep.equal({ status: 401, error: "invalid_client" });
  });

  it("gives the same response for an unknown client and a wrong secret", async () => {
    const { id } = mine.client;
    const form = { grant_type: "client_credentials" };
    const unknown = `${id.slice(0, -4)}0000`;
    const [one, two] = await Promise.all([
      send("/oauth/token", { form, authorization: basic(unknown, "wrong") }),
      send("/oauth/token", { form, authorization: basic(id, "wrong") }),
    ]);
    expect(one.body).to.deep.equal(two.body);
    expect(one.status).to.equal(two.status);
  });
});
