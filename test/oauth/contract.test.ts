import type { AddressInfo } from "node:net";
import { expect } from "chai";
import supertest, { type Response } from "supertest";
import { SHIPPED_SCOPES } from "../../src/config/starter-kit.js";
import { shippedDocument, shippedOAuthDocument, type OpenApiDocument } from "../../src/contract/document.js";
import { publish } from "../../src/contract/published.js";
import { OPENID_SCOPES } from "../../src/domain/oauth/tokens/scopes.js";
import { PATHS } from "../../src/oauth/metadata.js";
import { freshIp } from "../support/app/client.js";
import { exchange } from "../support/app/raw.js";
import type { Visitor } from "../support/app/web.js";
import { useWorld } from "../support/app/world.js";
import { assertMatches, OAUTH_OPERATIONS, type Example } from "../support/contract/oauth-check.js";
import { connectionRejected, whileQueriesFail } from "../support/database/faults.js";
import { authorizePath, consentOf } from "../support/oauth/authorization-request.js";
import { issueCode, issueDeviceCodes } from "../support/oauth/oauth-grants.js";
import { DEFAULT_OPTIONS } from "../../src/models/client-options.js";
import { makeClient, makeGrant } from "../support/oauth/oauth.js";

type Form = Record<string, string>;

describe("The contract of the OAuth2 endpoints", () => {
  const world = useWorld();

  /** Rows in place of the credentials in the examples. */
  async function rowsFor(example: Form): Promise<{ form: Form; authorization: [string, string] | null }> {
    const user = await world.make.user({ role: "admin" });
    const picture = { avatar: "0123456789abcdef0123456789abcdef.webp" };
    await world.services.knex("users").where({ id: user.id }).update(picture);
    const isPublic = "client_id" in example && !("client_secret" in example);
    const { client, secret } = await makeClient(world, isPublic ? { type: "public" } : {});
    const { access, refresh } = await makeGrant(world, { user, client });
    const scopes = ["openid", "profile", "email"];
    const signedIn = await makeGrant(world, { user, client, scopes });
    const code = await issueCode(world.services, { user, client, verifier: example["code_verifier"] ?? "x" });
    const device = await issueDeviceCodes(world.services, { user, client, decision: "approved" });
    const rows: Form = {
      code: code.code,
      refresh_token: refresh,
      device_code: device.deviceCode,
      access_token: signedIn.access,
      token: { adk_at_: access, adk_rt_: refresh }[(example["token"] ?? "").slice(0, 7)] ?? "unknown",
      client_id: client.id,
      client_secret: secret,
    };
    const form = Object.fromEntries(
      Object.entries(example).map(([name, value]) => [name, rows[name] ?? value]),
    );
    const authenticates = !("client_id" in example) && !("access_token" in example);
    return { form, authorization: authenticates ? [client.id, secret] : null };
  }

  /** Keys, and the values that are the same for every client. */
  const shapeOf = (value: Example["value"]): object =>
    Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        ["token_type", "expires_in", "scope", "interval", "active"].includes(name) ? one : typeof one,
      ]),
    );

  for (const { id, path, requests, requestSchema, answers, isPage } of OAUTH_OPERATIONS)
    for (const [name, { value }] of isPage ? [] : Object.entries(requests))
      it(`${id}: the example ${name} gives the documented answer`, async () => {
        world.freezeTime();
        assertMatches(requestSchema!, value, `the example ${name} of ${id}`);
        const { form, authorization } = await rowsFor(value as Form);
        const request = supertest(world.server).post(path).set("X-Forwarded-For", freshIp()).type("form");
        if (authorization) void request.auth(...authorization);
        const { status, body } = await request.send(new URLSearchParams(form).toString());
        const success = id === "oauth.par" ? 201 : 200;
        expect({ status, body: shapeOf(body as Example["value"]) }).to.deep.equal({
          status: success,
          body: shapeOf(answers[success]!.content!["application/json"]!.examples[name]!.value),
        });
      });

  it("has the metadata that a service with the shipped configuration answers", async () => {
    const { body } = await supertest(world.server).get(PATHS.metadata).expect(200);
    const { origin } = world.services.config.env.APP_URL;
    const published = publish(shippedOAuthDocument(), origin).document;
    const operation = published.paths[PATHS.metadata]!.get as {
      responses: { 200: { content: { "application/json": { examples: { metadata: Example } } } } };
    };
    const example = operation.responses[200].content["application/json"].examples.metadata.value;
    expect(body).to.deep.equal(example);
    const endpoints = Object.entries(body as Form).filter(([key]) => key.endsWith("_endpoint"));
    for (const [, url] of endpoints) expect(published.paths).to.have.property(new URL(url).pathname);
  });

  for (const path of [
    PATHS.metadata,
    PATHS.configuration,
    PATHS.keys,
    PATHS.resource,
    PATHS.resourceOfOrigin,
  ])
    it(`has the answer to a request that can't be read: GET ${path}`, async () => {
      const { port } = world.server.address() as AddressInfo;
      const lines = [
        `GET ${path} HTTP/1.1`,
        "Host: a.example.test",
        "Host: b.example.test",
        "Connection: close",
      ];
      expect(await exchange(port, `${lines.join("\r\n")}\r\n\r\n`)).to.match(/^HTTP\/1\.1 400 /);
    });

  describe("of pages", () => {
    const page = (id: string) => OAUTH_OPERATIONS.find((operation) => operation.id === id)!;
    /** A signed-in user on the page that the form is from. */
    async function on(
      kind: "oauth.authorize" | "oauth.device",
    ): Promise<{ visitor: Visitor; shown: Response }> {
      const { client } = await makeClient(world);
      const { visitor } = await world.signedIn(await world.make.user({ role: "admin" }));
      const { userCode } = await issueDeviceCodes(world.services, { client });
      if (kind === "oauth.authorize") return { visitor, shown: await visitor.get(authorizePath(client)) };
      await visitor.get(`/oauth/device?user_code=${userCode}`);
      return { visitor, shown: await visitor.submit("/oauth/device", { user_code: userCode }) };
    }
    const example = (id: string, name: string, shown: Response): Form => {
      const { requests, requestSchema } = page(id);
      const { value } = requests[name]!;
      assertMatches(requestSchema!, value, `the example ${name} of ${id}`);
      const form: Form = { ...(value as Form), consent: consentOf(shown) };
      delete form["_csrf"]; // the visitor sends that of the page
      return form;
    };

    it("describes the parameters of a request that the page accepts", async () => {
      const resources = ["https://files.example.test"];
      const { client } = await makeClient(world, { options: { ...DEFAULT_OPTIONS, resources } });
      const { visitor } = await world.signedIn(await world.make.user({ role: "admin" }));
      const { parameters } = shippedOAuthDocument().paths["/oauth/authorize"]!.get!;
      const query = new URLSearchParams(
        // a pushed request replaces all others
        parameters!
          .filter(({ name }) => name !== "request_uri")
          .map((parameter): [string, string] => [
            parameter.name,
            parameter.name === "client_id"
              ? client.id
              : (parameter as unknown as { example: string }).example,
          ]),
      );
      const shown = await visitor.get(`/oauth/authorize?${query.toString()}`);
      expect(shown.status).to.equal(200);
      expect(consentOf(shown)).not.to.equal("");
    });

    it("has the answer to an address that isn't a valid URL", async () => {
      const { status } = await world.visitor().get("/oauth/device?user_code=%zz");
      expect(status).to.equal(400);
    });

    for (const [name, parameter] of Object.entries({ allow: "code", deny: "error" }))
      it(`redirects to the client: the example ${name}`, async () => {
        const { visitor, shown } = await on("oauth.authorize");
        const form = example("oauth.authorize.decide", name, shown);
        const { status, headers } = await visitor.submit("/oauth/authorize", form);
        expect(status).to.equal(303);
        expect(new URL(headers["location"] as string).searchParams.has(parameter)).to.equal(true);
      });

    it("answers the device: the examples code and decision", async () => {
      const { visitor, shown } = await on("oauth.device"); // has sent the code
      expect(shown.status).to.equal(200);
      assertMatches(page("oauth.device.decide").requestSchema!, { _csrf: "x", user_code: "x" }, "a code");
      const form = example("oauth.device.decide", "decision", shown);
      expect((await visitor.submit("/oauth/device", form)).status).to.equal(200);
    });

    it("sends guests to the sign-in page", async () => {
      for (const path of ["/oauth/authorize", "/oauth/device"]) {
        const visitor = world.visitor();
        await visitor.get("/login"); // has the CSRF token of a guest
        const { status, headers } = await visitor.submit(path, {});
        expect({ status, to: headers["location"] }).to.deep.equal({ status: 303, to: "/login" });
        expect((await visitor.get(path)).headers["location"]).to.match(/^\/login\?next=/);
      }
    });

    it("rejects a client that has since lost its grant", async () => {
      const { client } = await makeClient(world);
      const { visitor } = await world.signedIn(await world.make.user({ role: "admin" }));
      const shown = await visitor.get(authorizePath(client));
      await world.services.knex("oauth_clients").where({ id: client.id }).update({ grant_types: "[]" });
      const { headers } = await visitor.submit("/oauth/authorize", {
        consent: consentOf(shown),
        decision: "allow",
      });
      expect(new URL(headers["location"] as string).searchParams.get("error")).to.equal(
        "unauthorized_client",
      );
    });

    for (const path of ["/oauth/authorize", "/oauth/device"] as const)
      it(`reports that the service is busy, or failed: ${path}`, async () => {
        const { visitor, shown } = await on(path === "/oauth/device" ? "oauth.device" : "oauth.authorize");
        const form = { consent: consentOf(shown), decision: "allow" };
        const failures = { 503: connectionRejected(), 500: new Error("a defect") };
        for (const [status, failure] of Object.entries(failures))
          for (const send of [() => visitor.get(path), () => visitor.submit(path, form)]) {
            const response = await whileQueriesFail(
              world.services.knex,
              (sql) => (/settings|sessions/.test(sql) ? failure : null),
              send,
            );
            expect(response.status).to.equal(Number(status));
          }
      });
  });

  describe("and the contract of the API", () => {
    type Flows = Record<string, Record<string, string> & { scopes: Form }>;
    const flowsOf = (document: OpenApiDocument): Flows =>
      (document.components["securitySchemes"]!["oauth2"] as { flows: Flows }).flows;
    const [api, oauth] = [flowsOf(shippedDocument()), flowsOf(shippedOAuthDocument())];

    it("have the same flows with the same addresses", () => {
      const addresses = (flows: Flows): object =>
        Object.fromEntries(Object.entries(flows).map(([name, flow]) => [name, { ...flow, scopes: {} }]));
      expect(addresses(api)).to.deep.equal(addresses(oauth));
      for (const { authorizationUrl, tokenUrl, refreshUrl } of Object.values(oauth))
        for (const url of [authorizationUrl, tokenUrl, refreshUrl])
          if (url !== undefined) expect([PATHS.authorize, PATHS.token]).to.include(new URL(url).pathname);
    });

    it("have the scopes of the shipped configuration: the API those that its operations require", () => {
      for (const [name, { scopes }] of Object.entries(oauth)) {
        const isShipped = ([scope]: [string, string]): boolean => SHIPPED_SCOPES.includes(scope);
        const shipped = Object.entries(scopes).filter(isShipped);
        expect(shipped.map(([scope]) => scope)).to.deep.equal(SHIPPED_SCOPES);
        const others = Object.keys(scopes).filter((scope) => !SHIPPED_SCOPES.includes(scope));
        expect(others).to.deep.equal(name === "authorizationCode" ? OPENID_SCOPES : []);
        const required = shipped.filter(([, text]) => !text.includes("Not used yet"));
        expect(api[name]!.scopes).to.deep.equal(Object.fromEntries(required));
      }
    });
  });
});
