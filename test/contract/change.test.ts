import { copyFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import { createApp } from "../../src/app.js";
import type { OpenApiDocument } from "../../src/contract/document.js";
import { loadRouteFiles } from "../../src/api/route-files.js";
import supertest from "supertest";
import { ProjectCopy } from "../support/contract/project.js";
import { useWorld } from "../support/app/world.js";

const FIXTURE = new URL("../fixtures/teams/", import.meta.url);

describe("A change of the contract", function () {
  this.timeout(120_000); // each test starts several processes, which other tests slow down
  const world = useWorld();
  let project: ProjectCopy;
  beforeEach(() => {
    project = new ProjectCopy();
  });
  afterEach(() => project.remove());

  const edit = (file: string, change: (text: string) => string): void => {
    const text = readFileSync(project.path(file), "utf8");
    const changed = change(text);
    expect(changed, `${file} is not what this test expects`).not.to.equal(text);
    writeFileSync(project.path(file), changed);
  };
  const addTeams = (): void => {
    copyFileSync(new URL("teams.yaml", FIXTURE), project.path("openapi/v1/paths/teams.yaml"));
    edit("openapi/v1/openapi.yaml", (text) =>
      text.replace("paths:\n", "paths:\n  /teams:\n    $ref: paths/teams.yaml#/teams\n"),
    );
  };

  it("adds a resource with its description, one line and one route file", async () => {
    addTeams();
    const generated = await project.generate();
    expect(generated.code, generated.stderr).to.equal(0);
    const linted = await project.lint();
    expect(linted.code, linted.stdout).to.equal(0);
    const routeFiles = readFileSync(project.path("src/generated/route-operations.ts"), "utf8");
    expect(routeFiles).to.include('"dashboard": "dashboard.index"');

    const document = JSON.parse(
      readFileSync(project.path("src/generated/openapi.json"), "utf8"),
    ) as OpenApiDocument;
    const routes = new Map([...(await loadRouteFiles()), ...(await loadRouteFiles(new URL("v1/", FIXTURE)))]);
    const app = await createApp(world.services, { document, routes });
    try {
      const ask = (token: string, query = "") =>
        supertest(app.express).get(`/api/v1/teams${query}`).set("Authorization", `Bearer ${token}`);
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
      await supertest(app.express).get("/api/v1/teams").expect(401);
      await supertest(app.express).post("/api/v1/teams").expect(405);
    } finally {
      app.close();
    }
  });

  it("keeps the service from starting until the route file exists", async () => {
    addTeams();
    expect((await project.generate()).code).to.equal(0);
    const document = JSON.parse(
      readFileSync(project.path("src/generated/openapi.json"), "utf8"),
    ) as OpenApiDocument;
    const error = await createApp(world.services, { document }).then(
      () => null,
      (reason: Error) => reason,
    );
    expect(error?.message).to.include("dashboard.index has no handler in v1/dashboard");
  });

  it("deprecates an operation in its responses and in the published document", async () => {
    edit("openapi/v1/paths/me.yaml", (text) =>
      text.replace(
        "summary: Show the signed-in account\n",
        "$&    deprecated: true\n    x-deprecated-since: 2026-11-21\n    x-sunset: 2027-11-21\n",
      ),
    );
    const generated = await project.generate();
    const linted = await project.lint();
    expect([linted.code, generated.code], linted.stdout + generated.stderr).to.deep.equal([0, 0]);
    const document = JSON.parse(
      readFileSync(project.path("src/generated/openapi.json"), "utf8"),
    ) as OpenApiDocument;
    const { 401: refusal } = document.paths["/auth/me"]!.get!.responses as Record<
      string,
      { headers: object }
    >;
    expect(refusal!.headers).to.include.keys("Deprecation", "Sunset", "WWW-Authenticate");
    const app = await createApp(world.services, { document });
    try {
      const { headers } = await supertest(app.express).get("/api/v1/auth/me").expect(401);
      expect(headers).to.include({ deprecation: "@1795219200", sunset: "Sun, 21 Nov 2027 00:00:00 GMT" });
    } finally {
      app.close();
    }
  });

  it("is detected by generate --check until the files are generated again", async () => {
    cpSync("src/api/v1", project.path("src/api/v1"), { recursive: true }); // files and folders name the route files
    const unchanged = await project.generate("--check");
    expect(unchanged.code, unchanged.stderr).to.equal(0);
    edit("openapi/v1/paths/auth.yaml", (text) =>
      text.replace("summary: Sign out", "summary: Sign out of this token"),
    );
    edit("openapi/v1/paths/me.yaml", (text) =>
      text.replace("operationId: auth.me", "operationId: auth.self"),
    );
    const stale = await project.generate("--check");
    expect(stale.code).to.equal(1);
    expect(stale.stderr)
      .to.include("src/generated/openapi.json, src/generated/api.ts, src/generated/route-operations.ts")
      .and.include("Run npm run generate");
    expect((await project.generate()).code).to.equal(0);
    expect((await project.generate("--check")).code).to.equal(0);
  });

  it("fails the lint when an operation or a schema is incomplete", async () => {
    edit(
      "openapi/v1/paths/auth.yaml",
      (text) =>
        text
          .replace(/ +summary: Sign out\n/, "")
          .replace("**What changes:** this token", "<b>This</b> token") // logout
          .replace(/ +examples:\n +signedIn:\n +summary: No further step[^]*?(?= {4}responses:)/, ""), // login
    );
    edit("openapi/v1/paths/me.yaml", (text) =>
      text.replace("summary: Show the signed-in account", "summary: Show the account\n    deprecated: true"),
    );
    edit("openapi/v1/paths/definitions.yaml", (text) => text.replace(/ +security: .*\n/, ""));
    edit("openapi/v1/paths/users.yaml", (text) =>
      text.replace(/ +x-examples:\n +users: .*\n/, "").replace("summary: List users", "summary: ''"),
    );
    edit("openapi/v1/components/auth.yaml", (text) =>
      text.replace(
        /(LoginRequest:\n +type: object\n +description: .*\n) +additionalProperties: false\n/,
        "$1",
      ),
    );
    edit("openapi/v1/components/failures.yaml", (text) =>
      text.replace(/(\nthrottled:[^]*?explanation:) >-\n.*\n/, '$1 ""\n'),
    );
    const generated = await project.generate();
    expect(generated.code, generated.stderr).to.equal(0);
    const { code, stdout } = await project.lint();
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

  it("stops the generator when an operation can't be completed, and lists every error without a stack trace", async () => {
    edit("openapi/v1/paths/auth.yaml", (text) =>
      text
        .replace(/(operationId: auth\.logout[^]*?x-tier:) auth\n/, "$1 private\n")
        .replace("registration_disabled: while", "registration_closed: while")
        .replace("        x-envelope: LoginEnvelope\n", "        x-envelope: UserEnvelope\n"),
    );
    edit("openapi/v1/paths/me.yaml", (text) => text.replace("        x-envelope: MeEnvelope\n", ""));
    edit("openapi/v1/paths/definitions.yaml", (text) => text.replace(/ +x-tier: service\n/, ""));
    edit("openapi/v1/paths/users.yaml", (text) =>
      text.replace("**What changes:** nothing.", "**Errors:** none."),
    );
    edit("openapi/v1/paths/user.yaml", (text) =>
      text
        .replace("      own_account:", "      self_delete: 7\n      own_account:")
        .replace(/(summary: Delete a user[^]*? {4}responses:\n)/, '$1      "409": { description: Busy. }\n'),
    );
    const { code, stderr } = await project.generate();
    expect(code).to.equal(1);
    expect(stderr.trimEnd().split("\n")).to.have.members([
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
    edit("openapi/v1/paths/auth.yaml", (text) => text.replace("auth.yaml#/LoginRequest", "auth.yaml#/Gone"));
    const { code, stderr } = await project.generate();
    expect(code).to.equal(1);
    expect(stderr)
      .to.include("auth.yaml#/Gone")
      .and.not.match(/^ +at /m);
  });
});
