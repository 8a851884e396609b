import { expect } from "chai";
import { permissionOf } from "../../src/contract/operations.js";
import { PERMISSIONS } from "../../src/domain/access/permissions.js";
import { useWorld } from "../support/app/world.js";
import { AccessTable } from "../support/contract/access-table.js";
import { Callers, SCOPES, SEEDED_ROLES, type Row } from "../support/contract/callers.js";
import { exampleBody, operations, pathOf } from "../support/contract/operations.js";
import { verdictOf, type Credential } from "../support/contract/verdict.js";

const REJECTIONS = ["unauthenticated", "forbidden", "insufficient_scope", "account_denied"];
/** The permissions of the default role; assigning that role requires all of them. */
const OF_EVERYBODY = "dashboard.read";
/** Permissions that an operation needs for rows of other accounts, besides its own. */
const FOR_OTHERS: Record<string, string> = {
  "api-tokens.destroy": "api-tokens.read",
  "users.update.import.start": "users.create",
  "users.update.import.undo": "users.delete",
};
const RULES = { hasCatalogue: true, enforcesScopes: false };
const SIGN_IN = "a token from signing in";
const OF_APPLICATION = "a token of an application";
const OF_CLIENT = "a token of a client itself";
const BY_SCOPE: Credential[] = ["a personal token with selected scopes", OF_APPLICATION, OF_CLIENT];
const FAULTS = ["token_expired", "token_revoked"] as const;

/** The rows for every operation. */
async function commonRows(callers: Callers): Promise<Row[]> {
  const root = "system_admin";
  const rows = [callers.guest("a guest"), ...callers.unknownTokens(), await callers.browser()];
  rows.push(await callers.banned());
  for (const role of [null, ...SEEDED_ROLES]) {
    for (const isUnconfirmed of [false, true])
      rows.push(await callers.holder(SIGN_IN, role, [], { isUnconfirmed }));
    for (const credential of BY_SCOPE)
      for (const scopes of [[], SCOPES]) rows.push(await callers.holder(credential, role, scopes));
  }
  for (const scope of SCOPES)
    for (const credential of BY_SCOPE) rows.push(await callers.holder(credential, root, [scope]));
  for (const isUnconfirmed of [false, true])
    rows.push(await callers.holder("a token of /api-dock", root, [], { isUnconfirmed }));
  rows.push(await callers.holder("a personal token", root, []));
  for (const credential of [SIGN_IN, ...BY_SCOPE] as const) {
    for (const fault of FAULTS) rows.push(await callers.holder(credential, root, SCOPES, { fault }));
    if (credential !== OF_CLIENT)
      for (const status of ["banned", "inactive"])
        rows.push(await callers.holder(credential, root, SCOPES, { status, isDenied: true }));
  }
  return rows;
}

describe("Access to every operation, for every role and kind of token", function () {
  this.timeout(180_000);
  const world = useWorld();
  const found = new Map<string, Record<string, string>>();
  const rows = new Map<string | null, Row[]>();

  /** The common rows, and those of a role with exactly this permission and of one with every other permission. */
  async function rowsFor(permission: string | null, callers: Callers): Promise<void> {
    const own: Row[] = [];
    if (permission !== null) {
      const others = PERMISSIONS.filter((name) => name !== permission);
      await world.make.role(`only ${permission}`, 5, [permission]);
      await world.make.role(`all but ${permission}`, 5, others);
      for (const role of [`only ${permission}`, `all but ${permission}`])
        for (const credential of [SIGN_IN, ...BY_SCOPE] as const)
          own.push(await callers.holder(credential, role));
    }
    rows.set(permission, [...rows.get("")!, ...own]);
  }

  before(async function () {
    this.timeout("3 min"); // thousands of requests
    const callers = new Callers(world);
    rows.set("", await commonRows(callers));
    for (const permission of new Set(operations.map((operation) => operation.permission)))
      await rowsFor(permission, callers);
    const table = await AccessTable.of(world.app.listener, true);
    for (const operation of operations)
      found.set(operation.id, await table.ask(operation, rows.get(operation.permission)!));
    table.close();
  });

  for (const operation of operations)
    it(`${operation.id} is as the contract says`, () => {
      const cells = rows.get(operation.permission)!;
      expect(found.get(operation.id)).to.deep.equal(
        Object.fromEntries(cells.map(({ name, caller }) => [name, verdictOf(operation, caller, RULES)])),
      );
    });

  it("contains every verdict", () => {
    const verdicts = new Set([...found.values()].flatMap((cells) => Object.values(cells)));
    expect([...verdicts].sort()).to.deep.equal([
      ...["401 token_expired", "401 token_revoked", "401 unauthenticated"],
      ...["403 account_denied", "403 first_party_only", "403 forbidden", "403 insufficient_scope"],
      ...["423 password_confirmation_required", "allowed"],
    ]);
  });

  describe("with the documented request", () => {
    const callers = () => new Callers(world);

    // the setting takes the place of a role
    beforeEach(() => world.services.settings.write({ "organisations.create": "everyone" }));

    it("exists in every tier", () => {
      const tiers = operations.map(({ tier }) => tier);
      expect([...new Set(tiers)]).to.have.members(["public", "auth", "service", "permission"]);
    });

    for (const operation of operations) {
      const { id, permission, tier } = operation;
      const send = async (headers: Record<string, string>) => {
        const account = await world.make.user(); // the account in the path
        const path = pathOf(operation, account.id);
        return world.api.send(operation.method, path, exampleBody(operation)).set(headers);
      };
      if (tier === "public")
        it(`${id} is public`, async () => {
          const { body } = await send({});
          expect(body.data.code).not.to.be.oneOf(REJECTIONS);
        });
      else
        it(`${id} needs ${permission ? `only ${permission}` : "no role"}`, async () => {
          const needed = [permission, FOR_OTHERS[id], OF_EVERYBODY].filter(
            (name) => typeof name === "string",
          );
          if (permission !== null) await world.make.role("tested", 2, [...new Set(needed)]);
          for (const role of permission === null ? [null] : ["tested", "system_admin"]) {
            const { headers } = await callers().holder("a token from signing in", role);
            const { status } = await send(headers);
            expect(status, String(role)).not.to.be.oneOf([401, 403, 423]);
          }
        });
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
