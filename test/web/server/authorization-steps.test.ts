import { expect } from "chai";
import { isStepOfAuthorization } from "../../../src/web/server/session/authorization-steps.js";
import { PAGES } from "../../../src/web/server/paths.js";
import { ROUTES } from "../../../src/web/routes.js";
import { NO_ROW } from "../../support/contract/operations.js";
import { useWorld } from "../../support/app/world.js";

/** Pages that are never between a client's request and its answer. */
const ELSEWHERE = [
  ...["home", "dashboard", "search", "search.results", "profile", "security", "security-log"],
  ...["browser-sessions", "account.delete", "user-password.access", "passkeys", "tokens", "applications"],
  ...["agents", "llms", "organisations.index", "organisations.create", "organisations.show"],
  ...["organisations.roles.index", "organisations.roles.create", "organisations.roles.edit"],
  ...["organisations.members.index", "organisations.invitations.index", "organisations.join"],
  ...["organisations.applications.index"],
  ...["organisations.applications.create", "organisations.applications.edit"],
  ...["organisations.domains.index", "organisations.rules.edit", "organisations.join-requests.index"],
  ...["organisations.provisioning.index"],
  ...["identities.link"], // begins at the security page
];
const AREAS = /^(admin\.|api-dock|well-known\.|dev-mail)/;

describe("The pages that can be part of an authorization", () => {
  const world = useWorld();

  it("are all pages but those that are named as others", () => {
    const others = Object.keys(PAGES).filter((name) => !isStepOfAuthorization(name) && !AREAS.test(name));
    expect(others).to.have.members(ELSEWHERE);
  });

  it("have their forms among them", () => {
    const paths = new Set(
      ROUTES.filter(({ name, method }) => method === "GET" && isStepOfAuthorization(name)).map(
        ({ path }) => path,
      ),
    );
    const missing = ROUTES.filter(
      ({ name, path, method }) => method !== "GET" && paths.has(path) && !isStepOfAuthorization(name),
    );
    expect(missing.map(({ name }) => name)).to.deep.equal([]);
  });

  for (const { name, path, method } of ROUTES)
    it(`${method} ${path} has the policy of ${isStepOfAuthorization(name) ? "a step" : "other pages"}`, async () => {
      const visitor = world.visitor();
      const address = path.replaceAll(/:\w+/g, NO_ROW);
      const { headers } =
        method === "GET" ? await visitor.get(address) : await visitor.submit(address, { _method: method });
      const [policy, opener] = [headers["content-security-policy"], headers["cross-origin-opener-policy"]];
      if (isStepOfAuthorization(name)) {
        expect(policy).not.to.contain("form-action");
        expect(opener).to.equal("unsafe-none");
      } else {
        expect(policy).to.contain("form-action 'self'");
        expect(opener).to.equal("same-origin");
      }
      expect(policy).to.contain("default-src 'none'").and.contain("frame-ancestors 'none'");
    });
});
