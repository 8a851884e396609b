import { readFileSync } from "node:fs";
import { expect } from "chai";
import supertest from "supertest";
import { createApp, type App } from "../../src/app.js";
import type { StarterKit } from "../../src/config/starter-kit.js";
import { shippedDocument, type OpenApiDocument, type OperationObject } from "../../src/contract/document.js";
import { METHODS, readContract, type Operation } from "../../src/contract/operations.js";
import { PERMISSIONS } from "../../src/domain/access/permissions.js";
import { useWorld } from "../support/app/world.js";
import { AccessTable } from "../support/contract/access-table.js";
import { Callers, type Row } from "../support/contract/callers.js";
import { operations as shipped } from "../support/contract/operations.js";
import { verdictOf, type Credential, type Rules } from "../support/contract/verdict.js";
import { makeClient, makeGrant } from "../support/oauth/oauth.js";

const CATALOGUE = [
  "users.read",
  "users.write",
  "organisation",
  "organisation.write",
  "files.read",
  "files.write",
  "admin",
];
/** The scopes of a token. Those of the fourth resemble the required ones. */
const HELD: string[][] = [
  ...[[], ["users.read"], ["users.write"], ["users", "users.write.all"], ["files.read"]],
  ...[["users.read", "users.write"], ["files.read", "users.write"], [...CATALOGUE]],
];
const CREDENTIALS: Credential[] = [
  ...(["a token from signing in", "a token of /api-dock", "a personal token"] as const),
  ...(["a personal token with selected scopes", "a token of an application"] as const),
  "a token of a client itself",
];

interface Service {
  published: Partial<StarterKit>;
  rules: Rules;
  contracts: string[];
}

const excludesClients = (operation: OperationObject): boolean =>
  operation["x-first-party"] === true || operation["x-unbound-token"] === true;

/** Changes every operation that requires a token, except those for tokens from signing in. */
function changed(change: (operation: OperationObject) => void): OpenApiDocument {
  const document = shippedDocument();
  for (const item of Object.values(document.paths))
    for (const method of METHODS)
      if (item[method] && item[method]["x-tier"] !== "public" && !excludesClients(item[method]))
        change(item[method]);
  return document;
}
const WITHOUT_CLIENTS = new Set(
  shipped.filter(({ document }) => excludesClients(document)).map(({ id }) => id),
);
const SHIPPED = "the shipped contract";
const ONE_SCOPE = "a contract that requires one scope";
const EVERY_TOKEN = "a contract that requires scopes every token, and another one of applications";
const FIRST_PARTY = "a contract for tokens from signing in";
const CONTRACTS: Record<string, OpenApiDocument> = {
  [SHIPPED]: shippedDocument(),
  [ONE_SCOPE]: changed((operation) => {
    operation.security = [{ bearerAuth: ["users.write"] }, { oauth2: [] }];
  }),
  "a contract that requires two scopes": changed((operation) => {
    operation.security = [{ bearerAuth: ["users.read", "users.write"] }, { oauth2: [] }];
  }),
  "a contract that requires one of two scopes": changed((operation) => {
    operation["x-scope-any"] = ["files.read", "users.write"];
  }),
  "a contract that requires one scope and one of two": changed((operation) => {
    operation.security = [{ bearerAuth: ["files.read"] }, { oauth2: [] }];
    operation["x-scope-any"] = ["users.read", "users.write"];
  }),
  [EVERY_TOKEN]: changed((operation) => {
    operation.security = [{ bearerAuth: ["users.read"] }, { oauth2: ["users.write"] }];
  }),
  [FIRST_PARTY]: changed((operation) => {
    operation.security = [{ bearerAuth: [] }];
    operation["x-first-party"] = true;
    delete operation["x-client-token"]; // it can't be combined with x-first-party
  }),
};
const SERVICES: Record<string, Service> = {
  "as shipped": {
    published: {},
    rules: { hasCatalogue: true, enforcesScopes: false },
    contracts: Object.keys(CONTRACTS),
  },
  "with oauth.enforce_scopes": {
    published: { oauth: { enforce_scopes: true } },
    rules: { hasCatalogue: true, enforcesScopes: true },
    contracts: [SHIPPED, EVERY_TOKEN, FIRST_PARTY],
  },
  "with an empty catalogue": {
    published: { oauth: { scopes: [], enforce_scopes: true } },
    rules: { hasCatalogue: false, enforcesScopes: true },
    contracts: [SHIPPED, ONE_SCOPE, EVERY_TOKEN, FIRST_PARTY],
  },
};

/**
 * One operation of each kind that the contract changes, without a limit of its own. Operations with the same
 * requirements run the same middleware.
 */
function kindsOf(document: OpenApiDocument): Map<string, Operation> {
  const kinds = new Map<string, Operation>();
  for (const operation of readContract(document, new Set(PERMISSIONS))) {
    const { tier, middleware, clientToken } = operation;
    const isChanged = document === CONTRACTS[SHIPPED] || !WITHOUT_CLIENTS.has(operation.id);
    const limits = middleware.filter((name) => name.startsWith("throttle:") && name !== "throttle:api");
    if (tier === "public" || !isChanged || limits.length > 0) continue;
    const kind = [tier, ...middleware, ...(clientToken ? ["x-client-token"] : [])].join(" ");
    if (!kinds.has(kind)) kinds.set(kind, operation);
  }
  return kinds;
}

/** A system administrator with every kind of token and scopes, and callers who are rejected whatever they hold. */
async function rowsOf(callers: Callers): Promise<Row[]> {
  const banned = { status: "banned", isDenied: true };
  const rows = [
    callers.guest("a guest"),
    await callers.holder("a token from signing in", "system_admin", CATALOGUE, banned),
    await callers.holder("a personal token", null, CATALOGUE),
    await callers.holder("a token of an application", null, CATALOGUE),
  ];
  for (const credential of CREDENTIALS)
    for (const held of HELD) rows.push(await callers.holder(credential, "system_admin", held));
  return rows;
}

for (const [name, { published, rules, contracts }] of Object.entries(SERVICES))
  describe(`M02: Access for each kind of token, ${name}`, function () {
    this.timeout(180_000);
    const world = useWorld({}, published);
    let rows: Row[];
    const found = new Map<string, Record<string, string>>();

    before(async () => {
      rows = await rowsOf(new Callers(world));
      for (const contract of contracts) {
        const document = CONTRACTS[contract]!;
        const app = await createApp(world.services, { document });
        const table = await AccessTable.of(app.listener, document === CONTRACTS[SHIPPED]);
        for (const [kind, operation] of kindsOf(document))
          found.set(`${contract}: ${kind}`, await table.ask(operation, rows));
        table.close();
        app.close();
      }
    });

    for (const contract of contracts)
      describe(`with ${contract}`, () => {
        for (const [kind, operation] of kindsOf(CONTRACTS[contract]!))
          it(`M02: ${kind}`, () => {
            expect(found.get(`${contract}: ${kind}`)).to.deep.equal(
              Object.fromEntries(rows.map(({ name, caller }) => [name, verdictOf(operation, caller, rules)])),
            );
          });
      });
  });

describe("The table of client tokens in docs/oauth.md", () => {
  const matches = (id: string, pattern: string): boolean =>
    pattern.endsWith("*") ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
  const isProtected = ({ tier, document }: Operation): boolean =>
    tier !== "public" && !excludesClients(document);
  const scopeOf = ({ document }: Operation): string[] =>
    document.security!.find((entry) => "oauth2" in entry)?.["oauth2"] ?? [];

  it("has the scope that the contract requires for every operation that client tokens can call", () => {
    const [, section] = /^## Scopes\n([\s\S]*?)^## /m.exec(readFileSync("docs/oauth.md", "utf8"))!;
    const rows = [...section!.matchAll(/^\| (`.+?) +\| (.+?) +\|$/gm)].map(([, names, scope]) => ({
      patterns: [...names!.matchAll(/`(.+?)`/g)].map(([, name]) => name!),
      scope: scope!.replaceAll("`", ""),
    }));
    for (const operation of shipped.filter(isProtected)) {
      const row = rows.find(({ patterns }) => patterns.some((pattern) => matches(operation.id, pattern)));
      expect(row?.scope, operation.id).to.equal(scopeOf(operation).join(" ") || "any or none");
    }
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
    app = await createApp(world.services, { document: CONTRACTS[FIRST_PARTY]! });
  });
  after(() => app.close());
  const me = (token: string) =>
    supertest(app.listener)
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
        expect(world.logs.filter(({ level }) => level !== "info")).to.deep.equal([]);
      });
    });
});
