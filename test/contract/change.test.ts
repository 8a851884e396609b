import { copyFileSync } from "node:fs";
import { expect } from "chai";
import supertest from "supertest";
import { routeFilesOf, routeOperations } from "../../scripts/contract/route-files.js";
import { SourceError } from "../../scripts/contract/source-error.js";
import { createApp, type App } from "../../src/app.js";
import { loadRouteFiles } from "../../src/api/route-files.js";
import type { OpenApiDocument } from "../../src/contract/document.js";
import { ProjectCopy } from "../support/contract/project.js";
import { useWorld } from "../support/app/world.js";

const FIXTURE = new URL("../fixtures/teams/", import.meta.url);

describe("A contract with a new resource and a deprecated operation", function () {
  this.timeout(120_000); // its processes are slowed down by other tests
  const world = useWorld();
  let project: ProjectCopy;
  let document: OpenApiDocument;
  let app: App;
  before(async () => {
    project = new ProjectCopy();
    copyFileSync(new URL("teams.yaml", FIXTURE), project.path("openapi/v1/paths/teams.yaml"));
    project.edit("openapi/v1/openapi.yaml", (text) =>
      text.replace("paths:\n", "paths:\n  /teams:\n    $ref: paths/teams.yaml#/teams\n"),
    );
    project.edit("openapi/v1/paths/me.yaml", (text) =>
      text.replace(
        "summary: Show the signed-in account\n",
        "$&    deprecated: true\n    x-deprecated-since: 2026-11-21\n    x-sunset: 2027-11-21\n",
      ),
    );
    document = await project.bundle();
    const routes = new Map([...(await loadRouteFiles()), ...(await loadRouteFiles(new URL("v1/", FIXTURE)))]);
    app = await createApp(world.services, { document, routes });
  });
  after(() => {
    app.close();
    project.remove();
  });

  it("passes the lint", async () => {
    const { code, stdout } = await project.lint(document);
    expect(code, stdout).to.equal(0);
  });

  it("needs one route file for the resource, and the service doesn't start without it", async () => {
    expect(routeOperations(routeFilesOf(document, project.folder))).to.include(
      '"dashboard": "dashboard.index"',
    );
    const error = await createApp(world.services, { document }).then(
      () => null,
      (reason: Error) => reason,
    );
    expect(error?.message).to.include("dashboard.index has no handler in v1/dashboard");
  });

  it("serves the resource to those with its permission", async () => {
    const ask = (token: string, query = "") =>
      supertest(app.listener).get(`/api/v1/teams${query}`).set("Authorization", `Bearer ${token}`);
    const admin = await world.make.userWithToken({ role: "admin" });
    const user = await world.make.userWithToken({ role: null });
    const { body } = await ask(admin.token).expect(200);
    expect(body.data.items.map(({ name }: { name: string }) => name)).to.deep.equal([
      "system_admin",
      "admin",
      "user",
    ]);
    await ask(admin.token, "?colour=red").expect(422);
    await ask(user.token).expect(403);
    await supertest(app.listener).get("/api/v1/teams").expect(401);
    await supertest(app.listener).post("/api/v1/teams").expect(405);
  });

  it("announces the deprecation in responses and in the published document", async () => {
    const { 401: rejection } = document.paths["/auth/me"]!.get!.responses as Record<
      string,
      { headers: object }
    >;
    expect(rejection!.headers).to.include.keys("Deprecation", "Sunset", "WWW-Authenticate");
    const { headers } = await supertest(app.listener).get("/api/v1/auth/me").expect(401);
    expect(headers).to.include({ deprecation: "@1795219200", sunset: "Sun, 21 Nov 2027 00:00:00 GMT" });
  });
});

describe("A change of the contract", function () {
  this.timeout(120_000);
  let project: ProjectCopy;
  beforeEach(() => {
    project = new ProjectCopy();
  });
  afterEach(() => project.remove());

  it("fails the lint when an operation or a schema is incomplete", async () => {
    project.edit(
      "openapi/v1/paths/auth.yaml",
      (text) =>
        text
          .replace(/ +summary: Sign out\n/, "")
          .replace("**What changes:** this token", "<b>This</b> token") // logout
          .replace(/ +examples:\n +signedIn:\n +summary: No further step[^]*?(?= {4}responses:)/, ""), // login
    );
    project.edit("openapi/v1/paths/me.yaml", (text) =>
      text.replace("summary: Show the signed-in account", "summary: Show the account\n    deprecated: true"),
    );
    project.edit("openapi/v1/paths/definitions.yaml", (text) => text.replace(/ +security: .*\n/, ""));
    project.edit("openapi/v1/paths/users.yaml", (text) =>
      text.replace(/ +x-examples:\n +users: .*\n/, "").replace("summary: List users", "summary: ''"),
    );
    project.edit("openapi/v1/components/auth.yaml", (text) =>
      text.replace(
        /(LoginRequest:\n +type: object\n +description: .*\n) +additionalProperties: false\n/,
        "$1",
      ),
    );
    project.edit("openapi/v1/components/failures.yaml", (text) =>
      text.replace(/(\nthrottled:[^]*?explanation:) .*\n/, '$1 ""\n'),
    );
    const { code, stdout } = await project.lint(await project.bundle());
    expect(code).to.equal(1);
    const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] };
    const own = problems.filter(({ ruleId }) => ruleId.startsWith("authdock/")).map(({ message }) => message);
    expect(own).to.have.members([
      "An operation needs summary: the docs browser lists it.",
      "An operation needs summary: the docs browser lists it.",
      "An operation needs **What changes:** in its description: consumers look for it there.",
      "A description is Markdown without HTML.",
      "A deprecated operation needs x-deprecated-since and a later x-sunset, dates such as 2026-11-21.",
      "A body needs an example.",
      "A body needs an example.",
      "The example signedIn needs both a request and a successful response of that name.",
      "The example verificationRequired needs both a request and a successful response of that name.",
      "The example twoFactorRequired needs both a request and a successful response of that name.",
      "The example passwordMustChange needs both a request and a successful response of that name.",
      "An operation needs security: [] for public operations.",
      "throttled must be in enum and have an explanation.",
      "An object schema needs additionalProperties.",
    ]);
  });

  it("stops the generator when an operation can't be completed, and lists every error", async () => {
    project.edit("openapi/v1/paths/auth.yaml", (text) =>
      text
        .replace(/(operationId: auth\.logout[^]*?x-tier:) auth\n/, "$1 private\n")
        .replace("registration_disabled: while", "registration_closed: while")
        .replace("        x-envelope: LoginEnvelope\n", "        x-envelope: UserEnvelope\n"),
    );
    project.edit("openapi/v1/paths/me.yaml", (text) => text.replace("        x-envelope: MeEnvelope\n", ""));
    project.edit("openapi/v1/paths/definitions.yaml", (text) => text.replace(/ +x-tier: service\n/, ""));
    project.edit("openapi/v1/paths/users.yaml", (text) =>
      text.replace("**What changes:** nothing.", "**Errors:** none."),
    );
    project.edit("openapi/v1/paths/user.yaml", (text) =>
      text
        .replace("      own_account:", "      self_delete: 7\n      own_account:")
        .replace(/(summary: Delete a user[^]*? {4}responses:\n)/, '$1      "409": { description: Busy. }\n'),
    );
    const error = await project.bundle().catch((rejection: Error) => rejection);
    expect(error).to.be.instanceOf(SourceError);
    expect((error as SourceError).message.split("\n")).to.have.members([
      "auth.logout needs x-tier: public, auth, service, permission",
      "auth.register has registration_closed in x-errors, which components/failures.yaml does not list",
      "auth.me needs x-envelope at 200: the name for the schema of its envelope",
      "auth.me.update uses the name UserEnvelope for an envelope that differs from the one of an earlier operation",
      "users.update.status uses the name UserEnvelope for an envelope that differs from the one of an earlier operation",
      "auth.me.avatar.update uses the name UserEnvelope for an envelope that differs from the one of an earlier operation",
      "users.update.avatar uses the name UserEnvelope for an envelope that differs from the one of an earlier operation",
      "users.update uses the name UserEnvelope for an envelope that differs from the one of an earlier operation",
      "users.patch uses the name UserEnvelope for an envelope that differs from the one of an earlier operation",
      "users.restore uses the name UserEnvelope for an envelope that differs from the one of an earlier operation",
      "definitions.index needs x-tier: public, auth, service, permission",
      "users.update has invalid x-errors: each code needs a text that says when it occurs",
      "users.patch has invalid x-errors: each code needs a text that says when it occurs",
      "users.index has **Errors:** in its description: declare the errors in x-errors instead",
      "users.destroy declares 409 in responses: declare its codes in x-errors instead",
    ]);
  });

  it("stops the generator at an unresolved reference, without a stack trace", async () => {
    project.edit("openapi/v1/paths/auth.yaml", (text) =>
      text.replace("auth.yaml#/LoginRequest", "auth.yaml#/Gone"),
    );
    const { code, stderr } = await project.generate();
    expect(code).to.equal(1);
    expect(stderr)
      .to.include("auth.yaml#/Gone")
      .and.not.match(/^ +at /m);
  });
});
