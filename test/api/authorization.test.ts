import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { createApp, type App } from "../../src/app.js";
import { METHODS, permissionOf, type Operation } from "../../src/contract/operations.js";
import { shippedDocument, type OpenApiDocument } from "../../src/contract/document.js";
import { PERMISSIONS } from "../../src/domain/access/permissions.js";
import { HOUR, now } from "../../src/lib/clock.js";
import { ACCESS_TOKEN, generateToken, sha256 } from "../../src/lib/secrets.js";
import { ApiClient } from "../support/app/client.js";
import { oauthClient } from "../support/app/credentials.js";
import { exampleBody, operations, pathOf } from "../support/contract/operations.js";
import { useWorld, type World } from "../support/app/world.js";

const REFUSALS = ["unauthenticated", "forbidden", "insufficient_scope", "account_denied"];
const PROTECTED = operations.filter(({ tier }) => tier !== "public");
/** The others are only for tokens from signing in, which have no scopes. */
const WITH_SCOPES = PROTECTED.filter(({ document }) => document["x-first-party"] !== true);
const WITH_PERMISSION = operations.filter(({ tier }) => tier === "permission");
/** The permissions of the default role; assigning that role requires all of them. */
const OF_EVERYBODY = "dashboard.read";
/** Permissions that an operation needs for rows of other accounts, besides its own. */
const FOR_OTHERS: Record<string, string> = { "api-tokens.destroy": "api-tokens.read" };

/** Sends the documented example. Path parameters name an account of the default role. */
async function call(world: World, operation: Operation, token: string | null, api = world.api) {
  const client = token === null ? api : api.as(token);
  const { id } = await world.make.user();
  return client.send(operation.method, pathOf(operation, id), exampleBody(operation));
}

async function holderOf(world: World, permissions: readonly string[]): Promise<string> {
  await world.make.role("tested", 2, [...permissions]);
  return (await world.make.userWithToken({ role: "tested" })).token;
}

async function heldBy({ services }: World, name: string): Promise<ReadonlySet<string>> {
  const roles = [...(await services.authority.current()).values()];
  return roles.find((role) => role.name === name)!.permissions;
}

/** The shipped contract, with scopes added to every operation that isn't public. */
function demanding(change: (operation: Record<string, unknown>) => void): OpenApiDocument {
  const document = shippedDocument();
  for (const item of Object.values(document.paths))
    for (const method of METHODS)
      if (item[method] && item[method]["x-tier"] !== "public" && !item[method]["x-first-party"])
        change(item[method] as unknown as Record<string, unknown>);
  return document;
}

describe("The authorization of every operation", () => {
  const world = useWorld();

  it("refers only to operations that exist", () => {
    expect(PROTECTED).not.to.have.length(0);
    expect(WITH_PERMISSION).not.to.have.length(0);
    expect(PROTECTED).not.to.have.length(operations.length);
  });

  for (const operation of operations)
    if (operation.tier === "public")
      it(`${operation.id} is public`, async () => {
        const { body } = await call(world, operation, null);
        expect(body.data.code).not.to.be.oneOf(REFUSALS);
      });
    else
      describe(operation.id, () => {
        it("returns 401 without a token", async () => {
          const { status, body, headers } = await call(world, operation, null);
          expect(status).to.equal(401);
          expect(body.data).to.deep.equal({ code: "unauthenticated" });
          expect(headers["www-authenticate"]).to.equal("Bearer");
        });

        it("returns 401 for an unknown, an expired and a revoked token", async () => {
          const user = await world.make.user({ role: "system_admin" });
          const expired = await world.make.token(user, { expiresAt: now() });
          const revoked = await world.make.token(user);
          await world.services
            .knex("personal_access_tokens")
            .where({ token_hash: sha256(revoked) })
            .update({ revoked_at: now() });
          for (const [token, code] of [
            [generateToken("adk_pat_"), "unauthenticated"],
            ["nonsense", "unauthenticated"],
            [expired, "token_expired"],
            [revoked, "token_revoked"],
          ] as const) {
            const { status, body } = await call(world, operation, token);
            expect({ status, code: body.data.code }).to.deep.equal({ status: 401, code });
          }
        });

        it("returns 401 for a client's own token, unless the contract accepts it", async () => {
          const { status } = await call(world, operation, await clientToken(world));
          if (operation.clientToken) expect(status).not.to.equal(401);
          else expect(status).to.equal(401);
        });

        for (const denied of ["banned", "inactive"])
          it(`returns 403 to a ${denied} account that the guard still resolves`, async () => {
            const { token } = await world.make.userWithToken({ role: "system_admin", status: denied });
            const { status, body } = await call(world, operation, token);
            expect({ status, data: body.data }).to.deep.equal({
              status: 403,
              data: { code: "account_denied" },
            });
          });

        it("allows a system administrator", async () => {
          const { token } = await world.make.userWithToken({ role: "system_admin" });
          const { status } = await call(world, operation, token);
          expect(status).not.to.be.oneOf([401, 403]);
        });

        for (const role of ["user", "admin"])
          it(`allows the role ${role} if it has the permission`, async () => {
            const { permission } = operation;
            const { token } = await world.make.userWithToken({ role });
            const { status, body } = await call(world, operation, token);
            if (permission === null || (await heldBy(world, role)).has(permission))
              expect(status).not.to.be.oneOf([401, 403]);
            else expect({ status, code: body.data.code }).to.deep.equal({ status: 403, code: "forbidden" });
          });

        if (operation.permission === null)
          it("requires no permission", async () => {
            const { token } = await world.make.userWithToken({ role: null });
            const { status } = await call(world, operation, token);
            expect(status).not.to.be.oneOf([401, 403]);
          });
        else {
          const { permission } = operation;
          it(`returns 403 without ${permission}, even with every other permission`, async () => {
            const token = await holderOf(
              world,
              PERMISSIONS.filter((name) => name !== permission),
            );
            const { status, body } = await call(world, operation, token);
            expect({ status, data: body.data }).to.deep.equal({ status: 403, data: { code: "forbidden" } });
          });

          it("returns 403 to an account without a role", async () => {
            const { token } = await world.make.userWithToken({ role: null });
            const { status, body } = await call(world, operation, token);
            expect({ status, data: body.data }).to.deep.equal({ status: 403, data: { code: "forbidden" } });
          });

          it(`allows any account that has ${permission}`, async () => {
            const also = FOR_OTHERS[operation.id] ?? permission;
            const token = await holderOf(world, [permission, also, OF_EVERYBODY]);
            const { status } = await call(world, operation, token);
            expect(status).not.to.be.oneOf([401, 403]);
          });

          it("is checked before the request is validated", async () => {
            const token = await holderOf(world, []);
            const { status } = await world.api
              .as(token)
              .send(operation.method, `${pathOf(operation, "no-id")}?no=parameter`, "{");
            expect(status).to.equal(403);
          });
        }
      });
});

async function clientToken({ services: { knex } }: World): Promise<string> {
  const token = generateToken(ACCESS_TOKEN);
  await knex("oauth_access_tokens").insert({
    id: uuidv7(),
    client_id: await oauthClient(knex),
    family_id: uuidv7(),
    token_hash: sha256(token),
    scopes: "[]",
    expires_at: now() + HOUR,
    created_at: now(),
  });
  return token;
}

describe("M02: Scopes that the contract requires", () => {
  const world = useWorld();
  const DEMANDS = {
    "all of one scope": demanding((operation) => {
      operation["security"] = [{ bearerAuth: ["users.write"] }, { oauth2: [] }];
    }),
    "all of two scopes": demanding((operation) => {
      operation["security"] = [{ bearerAuth: ["users.read", "users.write"] }, { oauth2: [] }];
    }),
    "any of two scopes": demanding((operation) => {
      operation["x-scope-any"] = ["users.read", "users.write"];
    }),
    "all of one scope and any of two": demanding((operation) => {
      operation["security"] = [{ bearerAuth: ["files.read"] }, { oauth2: [] }];
      operation["x-scope-any"] = ["users.read", "users.write"];
    }),
  };
  /** Sets of scopes that satisfy the operation, and sets that don't. */
  const TOKENS: Record<keyof typeof DEMANDS, { enough: string[][]; lacking: string[][] }> = {
    "all of one scope": {
      enough: [["users.write"], ["files.read", "users.write"]],
      lacking: [[], ["users.read"], ["users"], ["users.write.all"], ["admin"]],
    },
    "all of two scopes": {
      enough: [["users.write", "users.read"]],
      lacking: [[], ["users.read"], ["users.write"]],
    },
    "any of two scopes": {
      enough: [["users.read"], ["users.write"], ["users.read", "users.write"]],
      lacking: [[], ["files.read"]],
    },
    "all of one scope and any of two": {
      enough: [["files.read", "users.write"]],
      lacking: [["files.read"], ["users.read", "users.write"]],
    },
  };
  const apps = new Map<string, App>();
  before(async () => {
    for (const [name, document] of Object.entries(DEMANDS))
      apps.set(name, await createApp(world.services, { document }));
  });
  after(() => apps.forEach((app) => app.close()));

  for (const [demand, { enough, lacking }] of Object.entries(TOKENS))
    describe(demand, () => {
      const api = () => new ApiClient(apps.get(demand)!.express);

      for (const operation of WITH_SCOPES) {
        it(`M02: ${operation.id} returns 403 to a token without the scope, even of a system administrator`, async () => {
          for (const scopes of lacking) {
            const user = await world.make.user({ role: "system_admin" });
            const token = await world.make.token(user, { scopes });
            const { status, body, headers } = await call(world, operation, token, api());
            expect({ status, data: body.data }, scopes.join()).to.deep.equal({
              status: 403,
              data: { code: "insufficient_scope" },
            });
            expect(headers["www-authenticate"]).to.match(
              /^Bearer error="insufficient_scope", scope="[^"]+"$/,
            );
          }
        });

        it(`M02: ${operation.id} allows a token with the required scopes`, async () => {
          for (const scopes of enough) {
            const user = await world.make.user({ role: "system_admin" });
            const token = await world.make.token(user, { scopes });
            const { status } = await call(world, operation, token, api());
            expect(status, scopes.join()).not.to.be.oneOf([401, 403]);
          }
        });
      }

      it("M02: a scope doesn't replace a permission", async () => {
        for (const operation of WITH_PERMISSION) {
          const user = await world.make.user({ role: null });
          const token = await world.make.token(user, { scopes: enough[0]! });
          const { body } = await call(world, operation, token, api());
          expect(body.data, operation.id).to.deep.equal({ code: "forbidden" });
        }
      });

      it("M02: without a token, and for a denied account, the response is unchanged", async () => {
        const banned = await world.make.userWithToken({ role: "system_admin", status: "banned" });
        for (const operation of WITH_SCOPES) {
          expect((await call(world, operation, null, api())).status).to.equal(401);
          const { body } = await call(world, operation, banned.token, api());
          expect(body.data, operation.id).to.deep.equal({ code: "account_denied" });
        }
      });
    });

  it("M02: the shipped operations require no scopes of personal access tokens", async () => {
    for (const operation of WITH_SCOPES) {
      const user = await world.make.user({ role: "system_admin" });
      const { status } = await call(world, operation, await world.make.token(user, { scopes: [] }));
      expect(status, operation.id).not.to.be.oneOf([401, 403]);
    }
  });
});

describe("M02: Scopes with an empty catalogue", () => {
  const world = useWorld({}, { oauth: { scopes: [] } });

  it("M02: every token has the implicit *", async () => {
    const document = demanding((operation) => {
      operation["security"] = [{ bearerAuth: ["users.write"] }, { oauth2: [] }];
    });
    const app = await createApp(world.services, { document });
    try {
      for (const operation of WITH_SCOPES) {
        const user = await world.make.user({ role: "system_admin" });
        const token = await world.make.token(user, { scopes: [] });
        const { status } = await call(world, operation, token, new ApiClient(app.express));
        expect(status, operation.id).not.to.be.oneOf([401, 403]);
      }
    } finally {
      app.close();
    }
  });
});

describe("permissionOf", () => {
  for (const [route, permission] of Object.entries({
    "users.index": "users.read",
    "users.show": "users.read",
    "users.store": "users.create",
    "users.create": "users.create",
    "users.update": "users.update",
    "users.patch": "users.update",
    "users.edit": "users.update",
    "users.destroy": "users.delete",
    "admin.users.index": "users.read",
    "api.v1.api-tokens.destroy": "api-tokens.delete",
    "users.restore": "users.delete",
    "users.update.access": "users.update",
    "users.show.sessions": "users.read",
    "users.update.sessions.destroy": "users.update",
    "users.read": null,
    "users.INDEX": null,
    "users.": null,
    "users.constructor": null,
    "users.toString": null,
    "users.__proto__": null,
    users: null,
    index: null,
    "": null,
  }))
    it(`resolves ${JSON.stringify(route)} to ${String(permission)}`, () => {
      expect(permissionOf(route)).to.equal(permission);
    });
});
