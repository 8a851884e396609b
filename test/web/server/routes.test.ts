import { expect } from "chai";
import { LINKED_PAGES } from "../../../src/domain/mail/links.js";
import { path } from "../../../src/web/server/addresses.js";
import { ROUTES } from "../../../src/web/routes.js";
import { LIMITER_NAMES } from "../../../src/web/server/limits.js";
import { PATHS } from "../../../src/web/server/paths.js";
import { redirect } from "../../../src/web/server/responses/web-result.js";
import { assertRoutes, get, post, type Guarded } from "../../../src/web/server/table.js";

const handler = () => redirect("/");

describe("The table of routes", () => {
  it("has guards on every route", () => {
    expect(() => assertRoutes(ROUTES, LIMITER_NAMES)).not.to.throw();
  });

  it("builds a URL from a route name", () => {
    expect(path("login")).to.equal("/login");
    expect(path("login", { next: "/a?b=c&d" })).to.equal("/login?next=%2Fa%3Fb%3Dc%26d");
    expect(path("login", { next: undefined })).to.equal("/login");
    expect(path("password.reset", { token: "a/b?c" })).to.equal("/reset-password/a%2Fb%3Fc");
  });

  it("has every page that a mail links to, under the name that the domain uses", () => {
    const pages: readonly { method: string; name: string; path: string }[] = ROUTES;
    for (const [name, path] of Object.entries(LINKED_PAGES))
      expect(
        pages.find((page) => page.name === name),
        name,
      ).to.include({ method: "GET", path });
  });

  it("has a row for every path", () => {
    expect(ROUTES.map(({ name }) => name)).to.have.members(Object.keys(PATHS));
  });

  it("rejects a URL with a missing parameter", () => {
    expect(() => path("password.reset")).to.throw(RangeError, "needs token");
  });

  const wrong: [title: string, guards: string[], problem: string][] = [
    ["without a declaration of access", ["throttle:login"], "has no access guard"],
    ["without any guard", [], "has no access guard"],
    ["with an unknown guard", ["public", "unknown"], "names the unknown guard unknown"],
    ["with an unknown rate limit", ["public", "throttle:none"], "throttle:none"],
    ["with an unknown permission", ["auth", "can:fly"], "can:fly"],
    ["with a guard named like an object property", ["public", "constructor"], "constructor"],
  ];
  for (const [title, guards, problem] of wrong)
    it(`keeps the service from starting with a route ${title}`, () => {
      const route = get("home", guards as Guarded[], handler);
      expect(() => assertRoutes([route], LIMITER_NAMES)).to.throw(RangeError, problem);
    });

  it("keeps the service from starting with a password form that lacks its rate limit", () => {
    const rows: Guarded[][] = [
      ["auth", "password.confirm"],
      ["auth", "password.confirm", "throttle:current-password"],
    ];
    for (const guards of rows)
      expect(() => assertRoutes([post("logout", guards, handler)], LIMITER_NAMES)).to.throw(
        RangeError,
        "without throttle:current-password before it",
      );
  });

  it("keeps the service from starting with two routes of one name", () => {
    const route = get("home", ["public"], handler);
    expect(() => assertRoutes([route, route], LIMITER_NAMES)).to.throw(RangeError, "another route");
  });
});
