import { expect } from "chai";
import { ROUTES } from "../../src/web/routes.js";
import { operations } from "../support/contract/operations.js";
import {
  ASKS_FOR_PASSWORD,
  CHECKED_IN_THE_DOMAIN,
  OPERATIONS_OF,
  OWN_LIMITS,
  WITHOUT_OPERATION,
  WITHOUT_SCREEN,
} from "../support/contract/surfaces.js";

const operationOf = new Map(operations.map((operation) => [operation.id, operation]));
const pairs = ROUTES.flatMap((route) =>
  (OPERATIONS_OF[route.name] ?? []).map((id) => ({ route, id, operation: operationOf.get(id)! })),
);

describe("Screens and operations", () => {
  it("do the same: every route of a screen names its operations, or why it has none", () => {
    const named = [...Object.keys(OPERATIONS_OF), ...Object.keys(WITHOUT_OPERATION)];
    expect(named).to.have.members(ROUTES.map(({ name }) => name));
  });

  it("do the same: every operation belongs to a screen, or names why it has none", () => {
    const named = [...Object.values(OPERATIONS_OF).flat(), ...Object.keys(WITHOUT_SCREEN)];
    expect([...new Set(named)]).to.have.members(operations.map(({ id }) => id));
  });

  it("have exceptions only for routes that do what an operation does", () => {
    const exceptions = [...Object.keys(CHECKED_IN_THE_DOMAIN), ...ASKS_FOR_PASSWORD];
    expect(pairs.map(({ route }) => route.name)).to.include.members(exceptions);
  });

  for (const { route, id, operation } of pairs)
    it(`require the same for ${route.name} and ${id}`, () => {
      const guards: readonly string[] = route.guards;
      const permissions = guards.filter((guard) => guard.startsWith("can:"));
      if (operation.permission === null || route.name in CHECKED_IN_THE_DOMAIN)
        expect(permissions).to.deep.equal([]);
      else expect(permissions).to.include(`can:${operation.permission}`);
      if (operation.middleware.includes("password.confirm") && !ASKS_FOR_PASSWORD.includes(route.name))
        expect(guards).to.include("password.confirm");
      const limits = guards
        .filter((guard) => guard.startsWith("throttle:") && guard !== "throttle:current-password")
        .map((guard) => OWN_LIMITS[guard.slice("throttle:".length)] ?? guard);
      expect(operation.middleware).to.include.members(limits);
    });
});
