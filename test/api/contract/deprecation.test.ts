import { expect } from "chai";
import supertest, { type Response, type Test } from "supertest";
import { createApp, type App } from "../../../src/app.js";
import { declareDeprecation, deprecationHeaders } from "../../../src/contract/deprecation.js";
import {
  shippedDocument,
  type OpenApiDocument,
  type OperationObject,
} from "../../../src/contract/document.js";
import { METHODS } from "../../../src/contract/operations.js";
import { freshIp } from "../../support/app/client.js";
import { connectionRejected, whileQueriesFail } from "../../support/database/faults.js";
import { NO_ROW } from "../../support/contract/operations.js";
import { MEASURED } from "../../support/app/config.js";
import { useWorld } from "../../support/app/world.js";

const ORIGIN = "https://app.example.test";
const MARKS: Partial<OperationObject> = {
  deprecated: true,
  "x-deprecated-since": "2026-11-21",
  "x-sunset": "2027-11-21",
  "x-deprecation-link": "https://docs.example.test/moving-on",
};
const DEPRECATED = ["auth.login", "auth.me", "users.show", "users.update"];

const operationsOf = (document: OpenApiDocument): OperationObject[] =>
  Object.values(document.paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));

function withMarks(marks: Partial<OperationObject>, ids: string[]): OpenApiDocument {
  const document = shippedDocument();
  for (const operation of operationsOf(document))
    if (ids.includes(operation.operationId!)) {
      Object.assign(operation, marks);
      if (marks.deprecated === true) declareDeprecation(operation, document);
    }
  return document;
}

describe("A deprecated operation", () => {
  const world = useWorld(
    { ...MEASURED, API_RATE_PER_MINUTE: "1000" },
    { cors: { allowed_origins: [ORIGIN] } },
  );
  let app: App;
  before(async () => {
    app = await createApp(world.services, { document: withMarks(MARKS, DEPRECATED) });
  });
  after(() => app.close());

  const ask = (method: "get" | "head" | "post" | "put" | "delete", path: string, token?: string): Test => {
    const test = supertest(app.listener)[method](`/api/v1${path}`).set("X-Forwarded-For", freshIp());
    return token === undefined ? test : test.set("Authorization", `Bearer ${token}`);
  };
  const expectAnnounced = ({ headers }: Response): void => {
    expect(headers["deprecation"]).to.equal("@1795219200");
    expect(headers["sunset"]).to.equal("Sun, 21 Nov 2027 00:00:00 GMT");
    expect(headers["link"]!.split(", ")).to.include(
      '<https://docs.example.test/moving-on>; rel="deprecation"; type="text/html"',
    );
  };
  const expectSilent = ({ headers }: Response): void => {
    expect(headers).not.to.have.any.keys("deprecation", "sunset");
    expect(headers["link"] ?? "").not.to.include('rel="deprecation"');
  };

  it("works as before and announces the deprecation and sunset dates", async () => {
    const { token, user } = await world.make.userWithToken();
    const response = await ask("get", "/auth/me", token).expect(200);
    expect(response.body.data.id).to.equal(user.id);
    expectAnnounced(response);
    expectAnnounced(await ask("head", "/auth/me", token).expect(200));
  });

  it("announces them on every error response", async () => {
    const user = await world.make.userWithToken();
    const admin = await world.make.userWithToken({ role: "admin" });
    const path = `/users/${admin.user.id}`;
    const rejections: [Test, number][] = [
      [ask("put", path, admin.token).type("json").send("{"), 400],
      [ask("get", "/auth/me"), 401],
      [ask("get", "/auth/me", "adk_pat_wrong"), 401],
      [ask("get", path, user.token), 403],
      [ask("get", `/users/${NO_ROW}`, admin.token), 404],
      [ask("put", path, admin.token).set("If-Match", '"99"').send({ first_name: "Grace" }), 412],
      [ask("put", path, admin.token).send({ first_name: "x".repeat(300_000) }), 413],
      [ask("put", path, admin.token).type("text/plain").send("Grace"), 415],
      [ask("get", "/auth/me?colour=red", admin.token), 422],
    ];
    for (const [test, status] of rejections) expectAnnounced(await test.expect(status));
  });

  it("announces them on 429 responses", async () => {
    const ip = freshIp();
    const login = (): Test => ask("post", "/auth/login").set("X-Forwarded-For", ip).send({});
    for (let count = 0; count < 5; count++) expectAnnounced(await login().expect(422));
    expectAnnounced(await login().expect(429));
  });

  it("announces them on server errors", async () => {
    const { token } = await world.make.userWithToken();
    const failWith = (error: (sql: string) => Error | null, status: number) =>
      whileQueriesFail(world.services.knex, error, () => ask("get", "/auth/me", token).expect(status));
    expectAnnounced(await failWith(() => new Error("no such table"), 500));
    expectAnnounced(await failWith(connectionRejected, 503));
  });

  it("still works after its sunset", async () => {
    world.advance(Date.parse("2028-01-01") - Date.now());
    const { token } = await world.make.userWithToken();
    expectAnnounced(await ask("get", "/auth/me", token).expect(200));
  });

  it("is counted in the metrics, and its callers are logged", async () => {
    const { token, user } = await world.make.userWithToken();
    const count = async (): Promise<number> =>
      (await world.services.metrics.deprecatedCalls.get()).values.find(
        ({ labels }) => labels.operation === "auth.me",
      )?.value ?? 0;
    const before = await count();
    await ask("get", "/auth/me", token).expect(200);
    await ask("post", "/auth/logout", token).expect(200);
    expect(await count()).to.equal(before + 1);
    const line = world.logs.find(({ route }) => route === "auth.me");
    expect(line).to.include({ user_id: user.id });
  });

  it("exposes its headers to other origins", async () => {
    const { headers } = await ask("get", "/auth/me").set("Origin", ORIGIN).expect(401);
    expect(headers["access-control-expose-headers"]!.split(",")).to.include.members([
      "Deprecation",
      "Sunset",
      "Link",
    ]);
  });

  it("leaves the other operations unchanged, including those on the same path and unknown paths", async () => {
    const admin = await world.make.userWithToken({ role: "admin" });
    expectSilent(await ask("get", "/users", admin.token).expect(200));
    expectSilent(await ask("delete", `/users/${NO_ROW}`, admin.token).expect(404));
    expectSilent(await ask("post", "/auth/me", admin.token).expect(405));
    expectSilent(await ask("get", "/nowhere", admin.token).expect(404));
  });

  it("has no link when the contract names none", () => {
    const { "x-deprecation-link": _link, ...dates } = MARKS;
    expect(deprecationHeaders(dates)).to.have.all.keys("Deprecation", "Sunset");
  });
});

describe("The published contract of a deprecated operation", () => {
  const headersOf = (document: OpenApiDocument, id: string, status: string): Record<string, object> => {
    const operation = operationsOf(document).find(({ operationId }) => operationId === id)!;
    return (operation.responses![status] as { headers?: Record<string, object> }).headers ?? {};
  };

  it("declares the headers on every response, in addition to the existing ones", () => {
    const document = withMarks(MARKS, ["users.show"]);
    for (const status of ["200", "401", "404", "429", "503"]) {
      const headers = headersOf(document, "users.show", status);
      expect(headers).to.include.keys("X-Request-ID", "Deprecation", "Sunset", "Link");
      expect(headers["Sunset"]).to.include({ required: true });
    }
    // an unreadable URL belongs to no operation
    expect(headersOf(document, "users.show", "400")["Sunset"]).not.to.have.property("required");
  });

  it("leaves the other operations unchanged", () => {
    const [before, after] = [shippedDocument(), withMarks(MARKS, ["users.show"])].map((document) => ({
      ...document,
      paths: { ...document.paths, "/users/{user}": null },
    }));
    expect(after).to.deep.equal(before);
  });

  it("leaves an operation that isn't deprecated unchanged", () => {
    const document = shippedDocument();
    for (const operation of operationsOf(document)) declareDeprecation(operation, document);
    expect(document).to.deep.equal(shippedDocument());
  });
});

describe("An incomplete deprecation", () => {
  const world = useWorld();

  const PROBLEMS: Record<string, [marks: Partial<OperationObject>, text: string]> = {
    "no dates": [{ deprecated: true }, "auth.me is deprecated and needs x-deprecated-since"],
    "no sunset": [
      { deprecated: true, "x-deprecated-since": "2026-11-21" },
      "auth.me is deprecated and needs x-sunset, a date such as 2026-11-21",
    ],
    "a time instead of a date": [
      { ...MARKS, "x-sunset": "2027-11-21T00:00:00Z" },
      "auth.me is deprecated and needs x-sunset",
    ],
    "a date that doesn't exist": [
      { ...MARKS, "x-deprecated-since": "2026-02-30" },
      "auth.me is deprecated and needs x-deprecated-since",
    ],
    "a sunset on the date of the deprecation": [
      { ...MARKS, "x-sunset": "2026-11-21" },
      "auth.me has a sunset that is not after its deprecation",
    ],
    "a sunset before the deprecation": [
      { ...MARKS, "x-sunset": "2026-01-01" },
      "auth.me has a sunset that is not after its deprecation",
    ],
    "a link that isn't an https URL": [
      { ...MARKS, "x-deprecation-link": "javascript:alert(1)" },
      "auth.me has an x-deprecation-link that is not an https URL",
    ],
    "dates without a deprecation": [
      { "x-deprecated-since": "2026-11-21", "x-sunset": "2027-11-21" },
      "auth.me has x-sunset and is not deprecated",
    ],
  };
  for (const [title, [marks, text]] of Object.entries(PROBLEMS))
    it(`keeps the service from starting: ${title}`, async () => {
      const document = shippedDocument();
      Object.assign(document.paths["/auth/me"]!.get!, marks);
      const error = await createApp(world.services, { document }).then(
        (app) => (app.close(), null),
        (reason: Error) => reason,
      );
      expect(error?.constructor.name).to.equal("ContractError");
      expect(error?.message).to.include(text);
    });
});
