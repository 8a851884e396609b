import { readFileSync } from "node:fs";
import { expect } from "chai";
import supertest from "supertest";
import { createApp, type App } from "../../src/app.js";
import type { StarterKit } from "../../src/config/starter-kit.js";
import { shippedDocument, type OpenApiDocument, type OperationObject } from "../../src/contract/document.js";
import { METHODS, readContract, type Operation } from "../../src/contract/operations.js";
import { PERMISSIONS } from "../../src/domain/access/permissions.js";
import { freshIp } from "../support/app/client.js";
import { makeClient, makeClientToken, makeGrant } from "../support/oauth/oauth.js";
import { exampleBody, operations as shipped, pathOf } from "../support/contract/operations.js";
import { useWorld, type World } from "../support/app/world.js";

const CATALOGUE = ["users.read", "users.write", "files.read", "files.write", "admin"];
/** The scopes of a token: none, each one alone, all. */
const HELD: string[][] = [[], ...CATALOGUE.map((scope) => [scope]), [...CATALOGUE]];

/** How each kind of token is created. The account behind it has every permission. */
type Kind =
  "sign-in" | "api-dock" | "personal" | "personal, selected" | "of a client" | "of a client, without a user";
const KINDS: Kind[] = [
  ...(["sign-in", "api-dock", "personal"] as const),
  ...(["personal, selected", "of a client", "of a client, without a user"] as const),
];

interface Service {
  published: Partial<StarterKit>;
  hasCatalogue: boolean;
  enforcesScopes: boolean;
}
const SERVICES: Record<string, Service> = {
  "as shipped": { published: {}, hasCatalogue: true, enforcesScopes: false },
  "with oauth.enforce_scopes": {
    published: { oauth: { enforce_scopes: true } },
    hasCatalogue: true,
    enforcesScopes: true,
  },
  "with an empty catalogue": {
    published: { oauth: { scopes: [], enforce_scopes: true } },
    hasCatalogue: false,
    enforcesScopes: true,
  },
};

/** Changes every authenticated operation, except those for tokens from signing in, in a copy of the shipped contract. */
function changed(change: (operation: OperationObject) => void): OpenApiDocument {
  const document = shippedDocument();
  for (const item of Object.values(document.paths))
    for (const method of METHODS)
      if (item[method] && item[method]["x-tier"] !== "public" && !item[method]["x-first-party"])
        change(item[method]);
  return document;
}
const CONTRACTS: Record<string, OpenApiDocument> = {
  "the shipped contract": shippedDocument(),
  "a contract that requires scopes of every token": changed((operation) => {
    delete operation["x-first-party"]; // it can't be combined with oauth2
    operation.security = [{ bearerAuth: ["users.read"] }, { oauth2: ["users.write"] }];
  }),
  "a contract that requires one of two scopes": changed((operation) => {
    operation["x-scope-any"] = ["files.read", "users.write"];
  }),
  "a contract for first-party tokens": changed((operation) => {
    operation.security = [{ bearerAuth: [] }];
    operation["x-first-party"] = true;
    delete operation["x-client-token"]; // it can't be combined with x-first-party
  }),
  "a contract that accepts client tokens": changed((operation) => {
    if (["definitions.index", "users.index"].includes(operation.operationId!))
      operation["x-client-token"] = true;
  }),
};

/** Operator files that change the result. */
const ELSEWHERE = [
  "the shipped contract",
  "a contract that requires scopes of every token",
  "a contract for first-party tokens",
];
const contractsOf = (service: string): [string, OpenApiDocument][] =>
  Object.entries(CONTRACTS).filter(([name]) => service === "as shipped" || ELSEWHERE.includes(name));

const ALLOWED = "allowed";

/** The expected result for an operation and a token, derived only from the contract. */
function expected({ document }: Operation, service: Service, kind: Kind, held: readonly string[]): string {
  const { security = [], "x-scope-any": any = [] } = document;
  const asked = (scheme: string) => security.find((entry) => scheme in entry)?.[scheme];
  const holds = (scope: string): boolean => !service.hasCatalogue || held.includes(scope);
  if (kind === "of a client, without a user" && document["x-client-token"] !== true)
    return "401 unauthenticated";
  const isOfClient = kind.startsWith("of a client");
  const isBound = isOfClient || (kind === "personal, selected" && held.length > 0 && service.enforcesScopes);
  const lacks =
    !asked("bearerAuth")!.every(holds) ||
    (any.length > 0 && !any.some(holds)) ||
    (isBound && !(asked("oauth2") ?? []).every(holds));
  if (lacks) return "403 insufficient_scope";
  if (document["x-first-party"] === true && !["sign-in", "api-dock"].includes(kind))
    return "403 first_party_only";
  return kind === "of a client, without a user" && document["x-tier"] === "permission"
    ? "403 forbidden"
    : ALLOWED;
}

async function tokenOf(
  world: World,
  holder: { user: { id: string }; client: { id: string } },
  kind: Kind,
  scopes: string[],
): Promise<string> {
  const { user, client } = holder;
  switch (kind) {
    case "sign-in":
      return world.make.token(user, { kind: "sign_in", name: "auth-token", scopes, selected: false });
    case "api-dock":
      return world.make.token(user, { kind: "api_dock", name: "api-dock", scopes, selected: false });
    case "personal": // with the default scopes, if any
      return world.make.token(user, { scopes, selected: false });
    case "personal, selected":
      return world.make.token(user, { scopes, selected: true });
    case "of a client":
      return (await makeGrant(world, { user, client, scopes })).access;
    case "of a client, without a user":
      return makeClientToken(world, { client, scopes });
  }
}

async function answered(world: World, operation: Operation, token: string, app: App): Promise<string> {
  const id = operation.path.includes("{") ? (await world.make.user()).id : "";
  // not with ApiClient, which checks responses against the shipped contract
  const { status, body } = await supertest(app.express)
    [operation.method](`/api/v1${pathOf(operation, id)}`)
    .set({ "X-Forwarded-For": freshIp(), Authorization: `Bearer ${token}` })
    .send(exampleBody(operation));
  if (status !== 401 && status !== 403) return ALLOWED;
  return `${status} ${(body as { data: { code: string } }).data.code}`;
}

for (const [name, service] of Object.entries(SERVICES))
  describe(`Access for each kind of token, ${name}`, function () {
    this.timeout(30_000);
    const world = useWorld({}, service.published);

    for (const [contract, document] of contractsOf(name))
      describe(`with ${contract}`, () => {
        let app: App;
        before(async () => void (app = await createApp(world.services, { document })));
        after(() => app.close());

        for (const operation of readContract(document, new Set(PERMISSIONS)).filter(
          ({ tier }) => tier !== "public",
        ))
          it(`${operation.id}: ${operation.middleware.join(" ")}`, async () => {
            const user = await world.make.user({ role: "system_admin" });
            const { client } = await makeClient(world);
            const [found, wanted]: Record<string, string>[] = [{}, {}];
            for (const kind of KINDS)
              for (const held of HELD) {
                const row = `${kind} [${held.join(" ")}]`;
                const token = await tokenOf(world, { user, client }, kind, held);
                found![row] = await answered(world, operation, token, app);
                wanted![row] = expected(operation, service, kind, held);
              }
            expect(found).to.deep.equal(wanted);
          });
      });
  });

describe("The table of client tokens in docs/oauth.md", () => {
  const isProtected = ({ tier, document }: Operation): boolean =>
    tier !== "public" && document["x-first-party"] !== true;
  const scopeOf = ({ document }: Operation): string[] =>
    document.security!.find((entry) => "oauth2" in entry)?.["oauth2"] ?? [];

  it("lists every operation that client tokens can call with the scope that the contract requires", () => {
    const rows = readFileSync("docs/oauth.md", "utf8").matchAll(/^\| `([a-z.-]+)` +\| (.+?) +\|$/gm);
    const told = Object.fromEntries([...rows].map(([, id, scope]) => [id, scope!.replaceAll("`", "")]));
    for (const operation of shipped.filter(isProtected))
      if (operation.document["x-first-party"]) expect(told).not.to.have.property(operation.id);
      else expect(told[operation.id], operation.id).to.equal(scopeOf(operation).join(" ") || "any or none");
  });

  it("M02: covers reading, writing and the operations that are open to every client", () => {
    expect(
      Object.fromEntries(shipped.filter(isProtected).map((operation) => [operation.id, scopeOf(operation)])),
    ).to.deep.include({
      "auth.me": [],
      "auth.logout": [],
      "definitions.index": [],
      "users.index": ["users.read"],
      "users.show": ["users.read"],
      "users.store": ["users.write"],
      "users.update": ["users.write"],
      "users.patch": ["users.write"],
      "users.destroy": ["users.write"],
      "users.restore": ["users.write"],
    });
  });

  it("marks no operation as first-party that must not be", () => {
    for (const { id, document } of shipped.filter(isProtected))
      if (["auth.me", "auth.logout", "definitions.index"].includes(id))
        expect(document, id).not.to.have.property("x-first-party");
  });
});

describe("Tokens that an earlier release created", () => {
  const world = useWorld({}, { oauth: { enforce_scopes: true } });
  let app: App;
  before(async () => {
    app = await createApp(world.services, { document: CONTRACTS["a contract for first-party tokens"]! });
  });
  after(() => app.close());
  const me = (token: string) =>
    supertest(app.express)
      .get("/api/v1/auth/me")
      .set({ Authorization: `Bearer ${token}` });

  for (const [name, status] of Object.entries({
    "auth-token": 200,
    "api-dock": 200,
    "Auth-Token": 403,
    "auth-token ": 403,
    "auth-tokеn": 403,
    test: 403,
  }))
    it(`are recognised by their exact name: ${JSON.stringify(name)}`, async () => {
      const user = await world.make.user();
      const token = await world.make.token(user, { kind: null, name });
      await me(token).expect(status);
    });

  it("are limited to their scopes, selected or not", async () => {
    const user = await world.make.user({ role: "admin" });
    const old = { kind: null, selected: null };
    const token = await world.make.token(user, { ...old, scopes: ["users.write"] });
    await world.api.as(token).get("/users").expect(403);
    await world.api
      .as(await world.make.token(user, old))
      .get("/users")
      .expect(200);
  });

  it("don't become sign-in tokens by their name", async () => {
    const user = await world.make.user();
    const token = await world.make.token(user, { kind: "personal", name: "auth-token" });
    await me(token).expect(403);
  });
});

describe("Scopes that the contract requires and the catalogue lacks", () => {
  const world = useWorld({}, { oauth: { scopes: ["notes.read", "users.read"] } });
  const warnings = () => world.logs.filter(({ msg }) => String(msg).startsWith("oauth.scopes lacks scopes"));

  it("are reported once at startup", async () => {
    (await createApp(world.services)).close();
    expect(warnings()).to.have.length(1);
    expect(warnings()[0]!["scopes"]).to.include("users.write").and.not.include("users.read");
  });

  it("close the operation to tokens that need them, even to one that already has them", async () => {
    const user = await world.make.user({ role: "system_admin" });
    const { client } = await makeClient(world);
    const { access } = await makeGrant(world, { user, client, scopes: ["users.read", "users.write"] });
    await world.api.as(access).get("/users").expect(200);
    const { body } = await world.api
      .as(access)
      .delete(`/users/${(await world.make.user()).id}`)
      .expect(403);
    expect(body.data).to.deep.equal({ code: "insufficient_scope" });
    const own = await world.make.token(user, { scopes: ["notes.read"] });
    await world.api
      .as(own)
      .delete(`/users/${(await world.make.user()).id}`)
      .expect(200);
  });
});

describe("A catalogue with every scope of the contract, or none", () => {
  for (const scopes of [CATALOGUE, []])
    describe(scopes.length > 0 ? "every scope" : "none", () => {
      const world = useWorld({}, { oauth: { scopes } });

      it("causes no report", async () => {
        (await createApp(world.services)).close();
        expect(world.logs.filter(({ level }) => Number(level) >= 40)).to.deep.equal([]);
      });
    });
});
