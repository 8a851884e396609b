import { expect } from "chai";
import supertest, { type Response } from "supertest";
import { PATHS } from "../../src/oauth/paths.js";
import { freshIp } from "../support/app/client.js";
import { exchange, useListener } from "../support/app/raw.js";
import { connectionRejected, whileQueriesFail } from "../support/database/faults.js";
import { checked, OAuthApi } from "../support/oauth/oauth-api.js";
import {
  credentialsOf,
  devicePoll,
  issueCode,
  issueDeviceCodes,
  countActiveTokens,
  redemption,
  renewal,
} from "../support/oauth/oauth-grants.js";
import { CHALLENGE } from "../support/oauth/authorization-request.js";
import { makeClient, makeGrant, type RegisteredClient } from "../support/oauth/oauth.js";
import { useWorld } from "../support/app/world.js";

const ENDPOINTS = [
  "/oauth/token",
  "/oauth/revoke",
  "/oauth/introspect",
  "/oauth/device/code",
  "/oauth/par",
] as const;
const pushedForm = () => ({
  response_type: "code",
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
});
const FORM = "application/x-www-form-urlencoded";

describe("The OAuth2 endpoints", () => {
  const world = useWorld();
  const listener = useListener(world);
  let made: RegisteredClient;
  let refresh: string;
  beforeEach(async () => {
    made = await makeClient(world);
    ({ refresh } = await makeGrant(world, { user: await world.make.user(), client: made.client }));
  });
  const api = () => new OAuthApi(world.server);
  const request = (method: "get" | "put" | "patch" | "delete" | "post" | "head" | "options", path: string) =>
    supertest(world.server)[method](path).set("X-Forwarded-For", freshIp());
  /** An otherwise valid request of the client. */
  const asClient = (text: string, type = FORM, path = "/oauth/token") =>
    request("post", path).auth(made.client.id, made.secret).set("Content-Type", type).send(text);
  const renewing = (): string => new URLSearchParams(renewal(refresh)).toString();

  async function isRejected(
    pending: PromiseLike<Response>,
    error = "invalid_request",
    status = 400,
  ): Promise<void> {
    const { status: actualStatus, body } = checked(await pending);
    expect({ status: actualStatus, error: body.error }).to.deep.equal({ status, error });
    expect(await countActiveTokens(world.services)).to.deep.equal({ access: 1, refresh: 1 });
  }

  const INCOMPLETE: [form: string, description: string][] = [
    ["", "grant_type is missing."],
    ["grant_type=authorization_code", "code is missing."],
    ["grant_type=authorization_code&code=é", "code is malformed."],
    ["grant_type=refresh_token", "refresh_token is missing."],
    ["grant_type=urn:ietf:params:oauth:grant-type:device_code", "device_code is missing."],
  ];
  for (const [form, description] of INCOMPLETE)
    it(`say what is wrong: ${description}`, async () => {
      const response = await asClient(form);
      await isRejected(Promise.resolve(response));
      expect(response.body.error_description).to.equal(description);
    });

  for (const path of ENDPOINTS) {
    it(`H08: accept only POST: ${path}`, async () => {
      for (const method of ["get", "put", "patch", "delete"] as const) {
        const response = await request(method, `${path}?${renewing()}`).auth(made.client.id, made.secret);
        expect(response.headers["allow"]).to.equal("POST, OPTIONS");
        await isRejected(Promise.resolve(response), "invalid_request", 405);
      }
      const head = await request("head", path);
      expect({ status: head.status, text: head.text }).to.deep.equal({ status: 405, text: undefined });
      expect(head.headers["cache-control"]).to.equal("no-store");
      const options = await request("options", path);
      expect({ status: options.status, text: options.text }).to.deep.equal({ status: 204, text: "" });
      expect(options.headers["allow"]).to.equal("POST, OPTIONS");
    });

    it(`C14, H08: accept only a form: ${path}`, async () => {
      const values = { ...renewal(refresh), token: refresh };
      const json = JSON.stringify(values);
      await isRejected(asClient(json, "application/json", path));
      await isRejected(asClient('{"grant_type":["refresh_token"],"token":1}', "application/json", path));
      await isRejected(asClient(renewing(), "text/plain", path));
      await isRejected(asClient(renewing(), "application/x-www-form-urlencoded-too", path));
      await isRejected(request("post", path).auth(made.client.id, made.secret).field(values));
      await isRejected(request("post", `${path}?${renewing()}`).auth(made.client.id, made.secret));
      await isRejected(asClient(renewing(), FORM, path).set("Content-Encoding", "gzip"));
    });

    it(`H08: reject repeated parameters, including unknown ones: ${path}`, async () => {
      for (const twice of [
        `${renewing()}&token=x&grant_type=refresh_token`,
        `${renewing()}&token=x&refresh_token=${refresh}`,
        `${renewing()}&token=x&client_id=${made.client.id}&client_id=${made.client.id}`,
        `${renewing()}&token=x&token=x`,
        `${renewing()}&token=x&scope=&scope=`,
        `${renewing()}&token=x&any=1&any=2`,
        `${renewing()}&token=x&__proto__=1&__proto__=2`,
      ])
        await isRejected(asClient(twice, FORM, path));
    });

    it(`H17: read no more than 16 kB: ${path}`, async () => {
      await isRejected(
        asClient(`${renewing()}&token=${"x".repeat(17_000)}`, FORM, path),
        "invalid_request",
        413,
      );
    });
  }

  it("H17: read the rest of a form that is too long, so that the connection can be used again", async () => {
    const head = `POST /oauth/token HTTP/1.1\r\nHost: test\r\nContent-Type: ${FORM}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const body = `${(3_000_000).toString(16)}\r\n${"x".repeat(3_000_000)}\r\n0\r\n\r\n`;
    const next = `GET ${PATHS.metadata} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`;
    const answers = await exchange(listener.port, head, body, next);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(["HTTP/1.1 413", "HTTP/1.1 200"]);
  });

  it("read a form as UTF-8 with any declared charset (RFC 6749, appendix B)", async () => {
    for (const charset of ["utf-8", "utf-16le", "nonsense"]) {
      const { status, body } = await asClient(renewing(), `${FORM}; charset=${charset}`);
      expect(status, charset).to.equal(200);
      refresh = body.refresh_token as string;
    }
  });

  it("read a form whose encoding is identity, in a type with capitals", async () => {
    const sent = asClient(renewing(), "Application/X-WWW-Form-Urlencoded").set(
      "Content-Encoding",
      "identity",
    );
    expect((await sent).status).to.equal(200);
  });

  it("C14: treat lists, objects and numbers as invalid credentials", async () => {
    for (const body of [
      `grant_type=refresh_token&refresh_token[]=${refresh}`,
      `grant_type=refresh_token&refresh_token[0]=${refresh}`,
      `grant_type=refresh_token&refresh_token[$ne]=x`,
      `grant_type[]=refresh_token&refresh_token=${refresh}`,
    ])
      await isRejected(asClient(body));
    for (const value of ["1", "true", "null", "[object Object]", "{}", "%00"])
      await isRejected(api().token(renewal(value), credentialsOf(made)), "invalid_grant");
    for (const value of ["\0", "é", "a\nb"])
      await isRejected(api().token(renewal(value), credentialsOf(made)));
  });

  for (const grant of [
    "password",
    "implicit",
    "__proto__",
    "constructor",
    "toString",
    "REFRESH_TOKEN",
    "refresh_token ",
    "urn:ietf:params:oauth:grant-type:jwt-bearer",
    "é",
    "' or 1=1",
  ])
    it(`H08: reject the unknown grant type ${JSON.stringify(grant)}`, async () => {
      const form = { ...renewal(refresh), grant_type: grant, username: "ada@example.test", password: "x" };
      await isRejected(api().token(form, credentialsOf(made)), "unsupported_grant_type");
    });

  it("H08: reject a request with a missing or empty grant type", async () => {
    await isRejected(api().token({ refresh_token: refresh }, credentialsOf(made)));
    await isRejected(api().token({ refresh_token: refresh, grant_type: "" }, credentialsOf(made)));
    await isRejected(asClient(""));
  });

  it("H08: read no credential and no parameter from the query", async () => {
    const { id } = made.client;
    const query = `client_id=${id}&client_secret=${made.secret}`;
    const response = await request("post", `/oauth/token?${query}`).type("form").send(renewing());
    await isRejected(Promise.resolve(response), "invalid_client", 401);
    const { status } = await asClient(renewing(), FORM, `/oauth/token?scope=admin&grant_type=password`);
    expect(status).to.equal(200);
  });

  it("M12: ignore parameters named like object properties", async () => {
    const hostile =
      "__proto__=x&constructor=x&toString=x&hasOwnProperty=x&__proto__[admin]=1&constructor.prototype.a=1";
    const { status } = await asClient(`${hostile}&${renewing()}`);
    expect(status).to.equal(200);
    expect(({} as Record<string, unknown>)["admin"]).to.equal(undefined);
  });

  it("H08: exist only at their exact paths", async () => {
    for (const path of [
      "/oauth/token/",
      "/OAuth/Token",
      "/oauth//token",
      "/oauth/token%20",
      "/oauth/%74oken",
    ]) {
      const { status, body } = await request("post", path)
        .auth(made.client.id, made.secret)
        .type("form")
        .send(renewing());
      expect(status, path).to.be.within(403, 404);
      expect(body).not.to.have.property("access_token");
    }
  });

  it("accept neither cookies nor API tokens", async () => {
    const { visitor } = await world.signedIn();
    const response = await visitor.submit("/oauth/token", renewal(refresh), { Accept: "application/json" });
    await isRejected(Promise.resolve(response), "invalid_client", 401);
    expect(response.headers).not.to.have.property("set-cookie");
    const token = await world.make.token(await world.make.user());
    const bearer = { Authorization: `Bearer ${token}` };
    await isRejected(api().token(renewal(refresh), undefined, bearer), "invalid_client", 401);
  });

  describe("while the database fails", () => {
    /** A request to each endpoint and grant, and a statement that it runs after the client is authenticated. */
    const requests = async (): Promise<[string, string, Record<string, string>, RegExp][]> => {
      const user = await world.make.user();
      const code = await issueCode(world.services, { user, client: made.client });
      const device = await issueDeviceCodes(world.services, {
        user,
        client: made.client,
        decision: "approved",
      });
      return [
        ["code", "/oauth/token", redemption(code), /insert into .?oauth_refresh_tokens/],
        ["code look-up", "/oauth/token", redemption(code), /from .?oauth_authorization_codes/],
        ["refresh", "/oauth/token", renewal(refresh), /insert into .?oauth_access_tokens/],
        ["refresh rotation", "/oauth/token", renewal(refresh), /update .?oauth_refresh_tokens/],
        ["device", "/oauth/token", devicePoll(device), /update .?oauth_device_codes/],
        [
          "client credentials",
          "/oauth/token",
          { grant_type: "client_credentials" },
          /insert into .?oauth_access_tokens/,
        ],
        ["authentication", "/oauth/token", renewal(refresh), /from .?oauth_clients/],
        ["revocation", "/oauth/revoke", { token: refresh }, /update .?oauth_/],
        ["introspection", "/oauth/introspect", { token: refresh }, /from .?oauth_refresh_tokens/],
        ["device codes", "/oauth/device/code", {}, /insert into .?oauth_device_codes/],
        ["pushed request", "/oauth/par", pushedForm(), /insert into .?oauth_pushed_requests/],
      ];
    };
    const defect = (sql: string): Error =>
      Object.assign(new Error(`${sql} - Unknown column at db.internal:3306`), { code: "ER_BAD_FIELD_ERROR" });

    it("H09: return only server_error and log the details with the trace id", async () => {
      for (const [name, path, form, pattern] of await requests()) {
        world.logs.length = 0;
        const { status, body, headers, text } = await whileQueriesFail(
          world.services.knex,
          (sql) => (pattern.test(sql) ? defect(sql) : null),
          () => api().post(path, form, credentialsOf(made)),
        );
        expect({ name, status, error: body.error }).to.deep.equal({
          name,
          status: 500,
          error: "server_error",
        });
        expect(text).not.to.match(/oauth_|select|insert|update|column|internal|3306|SQL/i);
        const line = world.logs.find(({ err }) => err !== undefined);
        expect(line).to.include({ trace_id: headers["x-request-id"] });
        expect(JSON.stringify(line)).to.contain("db.internal:3306");
        for (const secret of [
          refresh,
          made.secret,
          ...Object.values(form).filter((value) => value.startsWith("adk_")),
        ])
          expect(JSON.stringify(world.logs)).not.to.contain(secret.slice(7));
      }
    });

    it("H09: issue and consume nothing: each request succeeds once the database is back", async () => {
      const all = await requests();
      for (const [, path, form, pattern] of all)
        await whileQueriesFail(
          world.services.knex,
          (sql) => (pattern.test(sql) ? connectionRejected() : null),
          async () => {
            const { status, body } = await api().post(path, form, credentialsOf(made));
            expect({ status, error: body.error }).to.deep.equal({
              status: 503,
              error: "temporarily_unavailable",
            });
          },
        );
      expect(await countActiveTokens(world.services)).to.deep.equal({ access: 1, refresh: 1 });
      for (const name of ["code", "refresh", "device", "client credentials", "introspection", "revocation"]) {
        const [, path, form] = all.find(([one]) => one === name)!;
        expect((await api().post(path, form, credentialsOf(made))).status, name).to.be.within(200, 201);
      }
    });

    it("H29: reject unauthenticated clients while attempts can't be counted", async () => {
      const { status, body } = await whileQueriesFail(
        world.services.knex,
        (sql) => (sql.includes("rate_limits") ? connectionRejected() : null),
        () => api().token(renewal(refresh), { id: made.client.id, secret: "wrong" }),
      );
      expect({ status, error: body.error }).to.deep.equal({ status: 503, error: "temporarily_unavailable" });
    });
  });
});
