import { expect } from "chai";
import { createApp } from "../../../src/app.js";
import { readContract } from "../../../src/contract/operations.js";
import {
  shippedDocument,
  type OpenApiDocument,
  type OperationObject,
} from "../../../src/contract/document.js";
import { loadRouteFiles, type RouteTable } from "../../../src/api/route-files.js";
import { PERMISSIONS } from "../../../src/domain/access/permissions.js";
import { closeServices, createServices, type Services } from "../../../src/domain/services.js";
import { testConfig } from "../../support/app/config.js";
import { memoryLog } from "../../support/app/log.js";

interface Loose {
  [key: string]: Loose;
}
const loose = (value: unknown): Loose => value as Loose;

function move(routes: RouteTable, name: string, from: string, to: string): void {
  const { [name]: handler, ...rest } = routes.get(from)!;
  routes.set(from, rest);
  routes.set(to, { ...routes.get(to), [name]: handler! });
}

describe("The service with a changed contract", () => {
  let services: Services;
  before(() => {
    services = createServices(testConfig(), memoryLog().logger);
  });
  after(() => closeServices(services));

  const operation = (document: OpenApiDocument, id: string): OperationObject =>
    Object.values(document.paths)
      .flatMap((item) => Object.values(item) as OperationObject[])
      .find(({ operationId }) => operationId === id)!;

  /** The error at the start after the contract or the table of handlers was changed. */
  async function rejection(change: (document: OpenApiDocument, routes: RouteTable) => void): Promise<string> {
    const document = shippedDocument();
    const routes = new Map([...(await loadRouteFiles())].map(([file, handlers]) => [file, { ...handlers }]));
    change(document, routes);
    try {
      (await createApp(services, { document, routes })).close();
    } catch (error) {
      expect((error as Error).constructor.name).to.equal("ContractError");
      return (error as Error).message;
    }
    return "started";
  }

  const GAPS: Record<
    string,
    [change: (document: OpenApiDocument, routes: RouteTable) => void, text: string]
  > = {
    "an operation without a handler": [
      (_document, routes) => delete routes.get("users/users")!["users.show"],
      "users.show has no handler in v1/users",
    ],
    "a missing route file": [
      (_document, routes) => routes.delete("service/definitions"),
      "definitions.index has no handler in v1/service",
    ],
    "a handler without an operation": [
      (_document, routes) => Object.assign(routes.get("users/users")!, { "users.export": () => undefined }),
      "the handler users.export in v1/users/users is not an operation of the contract",
    ],
    "a route file without an operation": [
      (_document, routes) => routes.set("reports", { "reports.index": () => Promise.reject(new Error()) }),
      "the handler reports.index in v1/reports is not an operation of the contract",
    ],
    "a handler in the folder of another tier": [
      (_document, routes) => move(routes, "auth.me", "auth/authentication", "public/authentication"),
      "the handler auth.me is in v1/public/authentication, which belongs to the tier public, but its x-tier is auth",
    ],
    "a handler in the file of another tier": [
      (_document, routes) => move(routes, "users.show", "users/users", "service"),
      "the handler users.show is in v1/service, which belongs to the tier service, but its x-tier is permission",
    ],
    "a public handler in a protected file": [
      (_document, routes) => move(routes, "auth.login", "public/authentication", "sign-in/public"),
      "the handler auth.login is in v1/sign-in/public, which belongs to the tier permission, but its x-tier is public",
    ],
    "a tier that differs from the handler's": [
      (document) => {
        operation(document, "auth.login")["x-tier"] = "service";
        operation(document, "auth.login").security = [{ bearerAuth: [] }, { oauth2: [] }];
      },
      "the handler auth.login is in v1/public/authentication, which belongs to the tier public, but its x-tier is service",
    ],
    "an operation with two handlers": [
      (_document, routes) => routes.set("auth/other", { "auth.me": () => Promise.reject(new Error()) }),
      "auth.me has two handlers: in v1/auth/authentication and in v1/auth/other",
    ],
    "an operation without operationId": [
      (document) => delete document.paths["/auth/me"]!.get!.operationId,
      "GET /auth/me has no operationId",
    ],
    "an operationId that is used twice": [
      (document) => (document.paths["/auth/me"]!.get!.operationId = "auth.logout"),
      "operationId auth.logout is used twice",
    ],
    "an operation that doesn't say what agents do": [
      (document) => delete operation(document, "auth.me")["x-agent"],
      "auth.me does not say what agents do (x-agent: read, change, destroy, or none: and why)",
    ],
    "an operation that agents can't call without a reason": [
      (document) => (operation(document, "auth.me")["x-agent"] = { none: "" }),
      "auth.me does not say what agents do",
    ],
    "an operation without a tier": [
      (document) => delete operation(document, "auth.me")["x-tier"],
      "auth.me has no tier (x-tier: public, auth, service, permission)",
    ],
    "an unknown tier": [
      (document) => (operation(document, "auth.me")["x-tier"] = "private"),
      "auth.me has no tier",
    ],
    "a protected operation that resolves to no permission": [
      (document) => (operation(document, "users.show").operationId = "users.reveal"),
      "users.reveal resolves to no known permission (null)",
    ],
    "a protected operation that resolves to an unknown permission": [
      (document) => (operation(document, "users.show").operationId = "people.show"),
      "people.show resolves to no known permission (people.read)",
    ],
    "a standard error that an operation doesn't declare": [
      (document) => delete operation(document, "auth.me").responses!["429"],
      "auth.me does not declare 429",
    ],
    "an id without a declared 404": [
      (document) => delete operation(document, "users.show").responses!["404"],
      "users.show does not declare 404",
    ],
    "a precondition without a declared 412": [
      (document) => delete operation(document, "users.patch").responses!["412"],
      "users.patch does not declare 412",
    ],
    "a public operation that requires a scope": [
      (document) => (operation(document, "auth.login")["x-scope-any"] = ["users.read"]),
      "auth.login is public and cannot require a scope",
    ],
    "a public operation for first-party tokens": [
      (document) => (operation(document, "auth.login")["x-first-party"] = true),
      "auth.login is public and cannot be x-first-party",
    ],
    "a first-party operation that accepts client tokens": [
      (document) => (operation(document, "auth.me")["x-first-party"] = true),
      "auth.me is x-first-party and cannot accept client tokens (oauth2)",
    ],
    "a first-party operation that accepts tokens without a user": [
      (document) =>
        Object.assign(operation(document, "auth.me"), {
          security: [{ bearerAuth: [] }],
          "x-first-party": true,
          "x-client-token": true,
        }),
      "auth.me is x-first-party and cannot be x-client-token",
    ],
    "a mark with the value false": [
      (document) => (operation(document, "auth.me")["x-first-party"] = false),
      "auth.me has an x-first-party that is not true",
    ],
    "a mark that excludes more tokens than another one": [
      (document) => (operation(document, "auth.me.update")["x-unbound-token"] = true),
      "auth.me.update is x-first-party and cannot be x-unbound-token",
    ],
    "an operation that doesn't mention client tokens": [
      (document) => (operation(document, "users.show").security = [{ bearerAuth: [] }]),
      "users.show does not declare the scopes that client tokens need (oauth2), x-first-party or x-unbound-token",
    ],
    "an operation that only client tokens can call": [
      (document) => (operation(document, "users.show").security = [{ oauth2: ["users.read"] }]),
      "users.show does not require bearerAuth",
    ],
    "an alternative without a token": [
      (document) => operation(document, "users.show").security!.push({}),
      "users.show must name one scheme in each requirement of security",
    ],
    "two schemes in one requirement": [
      (document) =>
        (operation(document, "users.show").security = [{ bearerAuth: [], oauth2: ["users.read"] }]),
      "users.show must name one scheme in each requirement of security",
    ],
    "two alternatives of one scheme": [
      (document) => operation(document, "users.show").security!.push({ oauth2: ["admin"] }),
      "users.show requires oauth2 twice",
    ],
    "an unknown scheme": [
      (document) => operation(document, "users.show").security!.push({ apiKey: [] }),
      "users.show requires the unknown security scheme apiKey",
    ],
    "a scope that the scheme doesn't list": [
      (document) => (operation(document, "users.show").security![1] = { oauth2: ["users.show"] }),
      "users.show requires the scope users.show, which the security scheme oauth2 does not list",
    ],
    "a scope with an invalid character": [
      (document) => (operation(document, "users.show")["x-scope-any"] = ["users.read,admin"]),
      'users.show requires "users.read,admin", which is not a valid scope',
    ],
    "a method without a route": [
      (document) => Object.assign(document.paths["/users"]!, { head: operation(document, "users.index") }),
      "/users documents HEAD",
    ],
    "a body without a declared 413": [
      (document) => delete operation(document, "users.store").responses!["413"],
      "users.store does not declare 413",
    ],
    "an uploaded file of any size": [
      (document) =>
        delete loose(document.components["schemas"])["AvatarUpload"]!["properties"]!["avatar"]![
          "x-max-bytes"
        ],
      "has the field avatar in a multipart body, which is no file (format: binary) with x-max-bytes",
    ],
    "a text in an upload": [
      (document) =>
        (loose(document.components["schemas"])["AvatarUpload"]!["properties"]!["title"] = loose({
          type: "string",
        })),
      "has the field title in a multipart body",
    ],
    "an operation without a success response": [
      (document) => (operation(document, "auth.logout").responses = { "500": {} }),
      "auth.logout declares no success",
    ],
    "an operation without throttle:api": [
      (document) => (operation(document, "auth.me")["x-limits"] = []),
      "auth.me does not declare throttle:api in x-limits",
    ],
    "a public operation that isn't declared as public": [
      (document) => delete operation(document, "auth.login").security,
      "auth.login is public and must declare security: []",
    ],
    "a protected operation without a security requirement": [
      (document) => (operation(document, "auth.me").security = []),
      "auth.me does not require bearerAuth",
    ],
    "an unregistered rate limit": [
      (document) => operation(document, "auth.me")["x-limits"]!.push("captcha"),
      "auth.me uses the middleware captcha, which does not exist",
    ],
    "a rate limit with invalid numbers": [
      (document) => operation(document, "auth.me")["x-limits"]!.push("throttle:none"),
      "auth.me uses the middleware throttle:none",
    ],
    "a document that isn't OpenAPI": [
      (document) => delete loose(document)["info"],
      "the document is not valid OpenAPI",
    ],
    "an unresolved reference": [
      (document) =>
        (loose(document.components["schemas"])["User"] = loose({ $ref: "#/components/schemas/Gone" })),
      "the document is not valid OpenAPI",
    ],
    "an invalid schema in the components": [
      (document) =>
        (loose(document.components["schemas"])["LoginRequest"]!["properties"]!["email"] = loose({
          type: "strin",
        })),
      "the schema at components/schemas/LoginRequest is not valid: /properties/email/type must be equal to one of the allowed values",
    ],
    "an invalid schema inline": [
      (document) => (operation(document, "users.index").parameters![2]!.schema = { type: "strin" }),
      "the schema at paths//users/get/parameters/2/schema is not valid: /type must be equal to one of the allowed values",
    ],
    "a pattern that isn't a regular expression": [
      (document) =>
        (operation(document, "users.index").parameters![2]!.schema = { type: "string", pattern: "[" }),
      "is not valid: [ is not a regular expression",
    ],
    "a document without operations": [(document) => (document.paths = {}), "the contract has no operation"],
  };

  it("starts when there are no gaps", async () => {
    expect(await rejection(() => undefined)).to.equal("started");
  });

  it("starts with one file for a tier, and with a folder for a resource", async () => {
    const started = await rejection((_document, routes) => {
      for (const name of ["auth.register", "auth.login", "auth.two-factor-challenge"])
        move(routes, name, "public/authentication", "public");
      move(routes, "users.index", "users/users", "users/lists/all");
    });
    expect(started).to.equal("started");
  });

  it("lists every problem together", async () => {
    const text = await rejection((document) => {
      delete operation(document, "auth.me")["x-tier"];
      delete operation(document, "users.show").responses!["404"];
    });
    expect(text).to.include("auth.me has no tier").and.include("users.show does not declare 404");
  });

  for (const [name, [change, text]] of Object.entries(GAPS))
    it(`doesn't start: ${name}`, async () => {
      expect(await rejection(change)).to.include(text);
    });
});

describe("The shipped contract", () => {
  const operations = readContract(shippedDocument(), new Set(PERMISSIONS));

  it("lists the middleware of each operation in the order in which the router mounts it", () => {
    for (const { id, middleware, document } of operations)
      expect(document["x-middleware"], id).to.deep.equal(middleware);
    const shown = Object.fromEntries(operations.map(({ id, middleware }) => [id, middleware]));
    expect(shown["auth.login"]).to.deep.equal(["throttle:5,1", "throttle:api", "sk.active"]);
    expect(shown["auth.me"]).to.deep.equal(["auth:api", "throttle:api", "sk.active"]);
    expect(shown["users.show"]).to.deep.equal([
      ...["auth:api", "throttle:api", "sk.active", "oauth2:users.read", "check.permission"],
      "two-factor.required",
    ]);
  });

  it("has the tier and permission of each operation", () => {
    const table = operations.map(({ id, method, path, tier, permission }) =>
      [method, path, id, tier, permission].join(" "),
    );
    expect(table).to.have.members([
      "post /auth/register auth.register public ",
      "post /auth/login auth.login public ",
      "post /auth/two-factor-challenge auth.two-factor-challenge public ",
      "post /auth/confirm-password auth.confirm-password auth ",
      "post /auth/confirm-password/options auth.confirm-password.options auth ",
      "post /auth/passkeys/options auth.passkeys.options public ",
      "post /auth/passkeys auth.passkeys public ",
      "post /auth/invitation/passkeys/options auth.invitation.passkeys.options public ",
      "post /auth/invitation/passkeys auth.invitation.passkeys.store public ",
      "post /auth/logout auth.logout auth ",
      "get /auth/me auth.me auth ",
      "patch /auth/me auth.me.update auth ",
      "put /auth/me/password auth.me.password.update auth ",
      "delete /auth/me/password auth.me.password.destroy auth ",
      "put /auth/me/email auth.me.email.update auth ",
      "delete /auth/me/email auth.me.email.destroy auth ",
      "post /auth/me/email/verification-notification auth.me.email.verification-notification auth ",
      "put /auth/me/avatar auth.me.avatar.update auth ",
      "delete /auth/me/avatar auth.me.avatar.destroy auth ",
      "get /auth/me/sessions auth.me.sessions.index auth ",
      "delete /auth/me/sessions auth.me.sessions.destroy-others auth ",
      "delete /auth/me/sessions/{session} auth.me.sessions.destroy auth ",
      "get /auth/me/tokens auth.me.tokens.index auth ",
      "post /auth/me/tokens auth.me.tokens.store auth ",
      "delete /auth/me/tokens auth.me.tokens.destroy-others auth ",
      "delete /auth/me/tokens/{token} auth.me.tokens.destroy auth ",
      "get /auth/me/applications auth.me.applications.index auth ",
      "delete /auth/me/applications auth.me.applications.destroy-others auth ",
      "delete /auth/me/applications/{client} auth.me.applications.destroy auth ",
      "get /auth/me/organisations auth.me.organisations.index auth ",
      "post /auth/me/organisations auth.me.organisations.store auth ",
      "delete /auth/me/organisations/{organisation} auth.me.organisations.destroy auth ",
      "get /auth/me/join-requests auth.me.join-requests.index auth ",
      "post /auth/me/join-requests auth.me.join-requests.store auth ",
      "get /auth/me/two-factor auth.me.two-factor.show auth ",
      "post /auth/me/two-factor auth.me.two-factor.store auth ",
      "put /auth/me/two-factor auth.me.two-factor.confirm auth ",
      "delete /auth/me/two-factor auth.me.two-factor.destroy auth ",
      "get /auth/me/recovery-codes auth.me.recovery-codes.index auth ",
      "post /auth/me/recovery-codes auth.me.recovery-codes.store auth ",
      "post /auth/me/passkeys/options auth.me.passkeys.options auth ",
      "get /auth/me/passkeys auth.me.passkeys.index auth ",
      "post /auth/me/passkeys auth.me.passkeys.store auth ",
      "patch /auth/me/passkeys/{passkey} auth.me.passkeys.update auth ",
      "delete /auth/me/passkeys/{passkey} auth.me.passkeys.destroy auth ",
      "get /auth/me/identities auth.me.identities.index auth ",
      "delete /auth/me/identities/{identity} auth.me.identities.destroy auth ",
      "get /auth/me/activity auth.me.activity.index auth ",
      "post /auth/forgot-password auth.forgot-password public ",
      "post /auth/reset-password auth.reset-password public ",
      "post /auth/email/verify auth.email.verify public ",
      "post /auth/email/verification-notification auth.email.verification-notification public ",
      "get /definitions definitions.index service ",
      "get /users users.index permission users.read",
      "post /users users.store permission users.create",
      "get /users/{user} users.show permission users.read",
      "put /users/{user} users.update permission users.update",
      "patch /users/{user} users.patch permission users.update",
      "delete /users/{user} users.destroy permission users.delete",
      "post /users/{user}/restore users.restore permission users.delete",
      "get /roles roles.index permission roles.read",
      "post /roles roles.store permission roles.create",
      "get /roles/{role} roles.show permission roles.read",
      "put /roles/{role} roles.update permission roles.update",
      "delete /roles/{role} roles.destroy permission roles.delete",
      "get /activity-logs activity-logs.index permission activity-logs.read",
      "get /activity-logs/export activity-logs.index.export permission activity-logs.read",
      "get /activity-logs/chart activity-logs.index.chart permission activity-logs.read",
      "get /activity-logs/{activity_log} activity-logs.show permission activity-logs.read",
      "get /events events.index permission events.read",
      "get /events/{event} events.show permission events.read",
      "get /settings settings.index permission settings.read",
      "get /settings/health settings.show.health permission settings.read",
      "patch /settings settings.update permission settings.update",
      "put /settings/logos/{scheme} settings.update.logo permission settings.update",
      "delete /settings/logos/{scheme} settings.update.logo.destroy permission settings.update",
      "post /settings/mail/test settings.update.mail-test permission settings.update",
      "post /settings/captcha/test settings.update.captcha-test permission settings.update",
      "get /settings/providers settings.index.providers permission settings.read",
      "post /settings/providers settings.update.providers.store permission settings.update",
      "get /settings/providers/{provider} settings.show.provider permission settings.read",
      "patch /settings/providers/{provider} settings.update.provider permission settings.update",
      "delete /settings/providers/{provider} settings.update.provider.destroy permission settings.update",
      "post /settings/providers/{provider}/test settings.update.provider.test permission settings.update",
      "get /api-tokens api-tokens.index permission api-tokens.read",
      "post /api-tokens api-tokens.store permission api-tokens.create",
      "delete /api-tokens/{token} api-tokens.destroy permission api-tokens.delete",
      "get /api-clients api-clients.index permission api-clients.read",
      "post /api-clients api-clients.store permission api-clients.create",
      "get /api-clients/{client} api-clients.show permission api-clients.read",
      "patch /api-clients/{client} api-clients.update permission api-clients.update",
      "delete /api-clients/{client} api-clients.destroy permission api-clients.delete",
      "put /api-clients/{client}/logo api-clients.update.logo permission api-clients.update",
      "delete /api-clients/{client}/logo api-clients.update.logo.destroy permission api-clients.update",
      "post /api-clients/{client}/secret api-clients.update.secret permission api-clients.update",
      "get /organisations organisations.index permission organisations.read",
      "post /organisations organisations.store service ",
      "get /organisations/{organisation} organisations.show service ",
      "patch /organisations/{organisation} organisations.update service ",
      "delete /organisations/{organisation} organisations.destroy service ",
      "put /organisations/{organisation}/logo organisations.update.logo service ",
      "delete /organisations/{organisation}/logo organisations.update.logo.destroy service ",
      "get /organisations/{organisation}/members organisations.show.members service ",
      "post /organisations/{organisation}/members organisations.update.members.store permission organisations.update",
      "patch /organisations/{organisation}/members/{user} organisations.update.members.update service ",
      "delete /organisations/{organisation}/members/{user} organisations.update.members.destroy service ",
      "put /organisations/{organisation}/owner organisations.update.owner service ",
      "get /organisations/{organisation}/invitations organisations.show.invitations service ",
      "post /organisations/{organisation}/invitations organisations.update.invitations.store service ",
      "delete /organisations/{organisation}/invitations/{invitation} organisations.update.invitations.destroy service ",
      "post /organisations/{organisation}/invitations/{invitation}/resend organisations.update.invitations.resend service ",
      "get /organisations/{organisation}/roles organisations.show.roles service ",
      "post /organisations/{organisation}/roles organisations.update.roles.store service ",
      "patch /organisations/{organisation}/roles/{role} organisations.update.roles.update service ",
      "delete /organisations/{organisation}/roles/{role} organisations.update.roles.destroy service ",
      "get /organisations/{organisation}/applications organisations.show.applications service ",
      "post /organisations/{organisation}/applications organisations.update.applications.store service ",
      "get /organisations/{organisation}/applications/{application} organisations.show.applications.show service ",
      "patch /organisations/{organisation}/applications/{application} organisations.update.applications.update service ",
      "delete /organisations/{organisation}/applications/{application} organisations.update.applications.destroy service ",
      "post /organisations/{organisation}/applications/{application}/secret organisations.update.applications.secret service ",
      "get /organisations/{organisation}/join-requests organisations.show.join-requests service ",
      "delete /organisations/{organisation}/join-requests/{join} organisations.update.join-requests.destroy service ",
      "post /organisations/{organisation}/join-requests/{join}/accept organisations.update.join-requests.accept service ",
      "get /organisations/{organisation}/domains organisations.show.domains service ",
      "post /organisations/{organisation}/domains organisations.update.domains.store service ",
      "patch /organisations/{organisation}/domains/{domain} organisations.update.domains.update service ",
      "delete /organisations/{organisation}/domains/{domain} organisations.update.domains.destroy service ",
      "post /organisations/{organisation}/domains/{domain}/code organisations.update.domains.code service ",
      "post /organisations/{organisation}/domains/{domain}/verify organisations.update.domains.verify service ",
      "get /organisations/{organisation}/provisioning-tokens organisations.show.provisioning-tokens service ",
      "post /organisations/{organisation}/provisioning-tokens organisations.update.provisioning-tokens.store service ",
      "delete /organisations/{organisation}/provisioning-tokens/{token} organisations.update.provisioning-tokens.destroy service ",
      "get /webhooks webhooks.index permission webhooks.read",
      "post /webhooks webhooks.store permission webhooks.create",
      "get /webhooks/{webhook} webhooks.show permission webhooks.read",
      "patch /webhooks/{webhook} webhooks.update permission webhooks.update",
      "delete /webhooks/{webhook} webhooks.destroy permission webhooks.delete",
      "post /webhooks/{webhook}/secret webhooks.update.secret permission webhooks.update",
      "post /webhooks/{webhook}/test webhooks.update.test permission webhooks.update",
      "get /webhooks/{webhook}/deliveries webhooks.show.deliveries permission webhooks.read",
      "post /webhooks/{webhook}/retry webhooks.update.deliveries.retry permission webhooks.update",
      "get /webhooks/{webhook}/deliveries/{delivery} webhooks.show.delivery permission webhooks.read",
      "post /webhooks/{webhook}/deliveries/{delivery}/retry webhooks.update.delivery.retry permission webhooks.update",
      "get /users/export users.index.export permission users.read",
      "put /users/statuses users.update.statuses permission users.update",
      "put /users/roles users.update.roles permission users.update",
      "post /users/invitations users.update.invitations permission users.update",
      "post /users/end-access users.update.accesses permission users.update",
      "post /users/delete users.destroy.many permission users.delete",
      "put /users/{user}/status users.update.status permission users.update",
      "delete /users/{user}/access users.update.access permission users.update",
      "delete /users/{user}/two-factor users.update.two-factor permission users.update",
      "post /users/{user}/verification-notification users.update.verification permission users.update",
      "post /users/{user}/invitation users.update.invitation permission users.update",
      "put /users/{user}/avatar users.update.avatar permission users.update",
      "delete /users/{user}/avatar users.update.avatar.destroy permission users.update",
      "get /users/{user}/sessions users.show.sessions permission users.read",
      "delete /users/{user}/sessions/{session} users.update.sessions.destroy permission users.update",
      "get /users/{user}/tokens users.show.tokens permission users.read",
      "delete /users/{user}/tokens/{token} users.update.tokens.destroy permission users.update",
      "get /users/{user}/passkeys users.show.passkeys permission users.read",
      "delete /users/{user}/passkeys/{passkey} users.update.passkeys.destroy permission users.update",
      "get /users/{user}/identities users.show.identities permission users.read",
      "delete /users/{user}/identities/{identity} users.update.identities.destroy permission users.update",
      "get /users/{user}/applications users.show.applications permission users.read",
      "delete /users/{user}/applications/{client} users.update.applications.destroy permission users.update",
      "get /user-imports users.index.imports permission users.read",
      "post /user-imports users.store.imports permission users.create",
      "get /user-imports/{user_import} users.show.import permission users.read",
      "get /user-imports/{user_import}/report users.show.import.report permission users.read",
      "post /user-imports/{user_import}/start users.update.import.start permission users.update",
      "post /user-imports/{user_import}/discard users.update.import.discard permission users.update",
      "post /user-imports/{user_import}/undo users.update.import.undo permission users.update",
    ]);
  });
});
