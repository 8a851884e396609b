import { expect } from "chai";
import type { Response } from "supertest";
import { PERMISSIONS } from "../../../src/domain/access/permissions.js";
import { ROUTES } from "../../../src/web/routes.js";
import type { Guarded } from "../../../src/web/server/table.js";
import { permissionsOf, type Row } from "../../support/app/crawl.js";
import { NO_ROW } from "../../support/contract/operations.js";
import type { Visitor } from "../../support/app/web.js";
import { ofEachKind } from "../../support/app/matrix.js";
import { useWorld } from "../../support/app/world.js";

type Outcome = "sent to the sign-in page" | "sent to the first page" | "rejected" | "let through";

const rows: readonly Row[] = ROUTES;
/** A path of the route whose parameters match no row. */
const pathOf = ({ path }: Row): string => path.replaceAll(/:\w+/g, NO_ROW);
const has = ({ guards }: Row, ...names: Guarded[]): boolean => names.some((name) => guards.includes(name));

/** The response of the route's guards for a role; null for a guest. */
function expected(row: Row, permissions: ReadonlySet<string> | null): Outcome {
  if (has(row, "public")) return "let through";
  if (has(row, "guest")) return permissions ? "sent to the first page" : "let through";
  if (!permissions) return "sent to the sign-in page";
  return permissionsOf(row).every((name) => permissions.has(name)) ? "let through" : "rejected";
}

/** These also redirect signed-in users to the sign-in page. */
const LEAVES = ["logout", "account.destroy"];

/** The outcome. A route without permissions can check them in its handler, which this test doesn't cover. */
function outcomeOf(row: Row, { status, headers, text }: Response, isGuest: boolean): Outcome {
  expect(status, text).to.be.below(500).and.not.oneOf([405, 429]);
  // for a guest, neither the upload nor its CSRF token is read
  if (isGuest && row.upload !== undefined && status === 419) return "sent to the sign-in page";
  expect(text ?? "").not.to.contain("This page has expired");
  const to = headers["location"];
  if ((to === "/dashboard" || to === "/profile") && has(row, "guest")) return "sent to the first page";
  const isSignIn = to !== undefined && /^\/login(\?next=|$)/.test(to) && !has(row, "guest", "public");
  if (isSignIn && (isGuest || !LEAVES.includes(row.name))) return "sent to the sign-in page";
  return status === 403 && permissionsOf(row).length > 0 ? "rejected" : "let through";
}

describe("Access to each route", () => {
  const world = useWorld();

  function send(visitor: Visitor, row: Row): Promise<Response> {
    const path = pathOf(row);
    if (row.method === "GET") return visitor.get(path);
    const fields = { _csrf: visitor.csrfToken, _method: row.method };
    if (row.upload === undefined) return visitor.submit(path, fields);
    return visitor.send((agent) => agent.post(path).field(fields));
  }

  async function guest(): Promise<Visitor> {
    const visitor = world.visitor();
    await visitor.get("/login");
    return visitor;
  }
  async function signedInAs(role: string | null): Promise<Visitor> {
    const { visitor } = await world.signedIn(await world.make.user({ role }));
    await visitor.get("/profile"); // has forms for every role
    return visitor;
  }

  async function heldBy(role: string): Promise<ReadonlySet<string>> {
    const roles = [...(await world.services.authority.current()).values()];
    return roles.find(({ name }) => name === role)!.permissions;
  }

  // routes with the same guards run the same code before their handlers
  const kindOf = ({ method, guards, upload }: Row): string =>
    [method, upload === undefined, ...guards].join(" ");
  for (const row of ofEachKind(rows, kindOf))
    describe(`${row.method} ${row.path}: ${row.guards.join(", ")}`, () => {
      const meet = async (visitor: Visitor, isGuest = false) =>
        outcomeOf(row, await send(visitor, row), isGuest);

      it("is as declared for a guest", async () => {
        expect(await meet(await guest(), true)).to.equal(expected(row, null));
      });

      it("is as declared for an account without a role", async () => {
        expect(await meet(await signedInAs(null))).to.equal(expected(row, new Set()));
      });

      for (const role of ["user", "admin", "system_admin"])
        it(`is as declared for the role ${role}`, async () => {
          expect(await meet(await signedInAs(role))).to.equal(expected(row, await heldBy(role)));
        });

      const needed = permissionsOf(row);
      if (needed.length === 0) return;

      it("is granted to a role with exactly its permissions", async () => {
        await world.make.role("exactly", 2, needed);
        expect(await meet(await signedInAs("exactly"))).to.equal("let through");
      });

      for (const permission of needed)
        it(`is denied to a role with every permission except ${permission}`, async () => {
          const others = PERMISSIONS.filter((name) => name !== permission);
          await world.make.role("others", 2, others);
          expect(await meet(await signedInAs("others"))).to.equal("rejected");
        });
    });

  it("redirects from guest pages to the dashboard, or to the profile without its permission", async () => {
    for (const [role, to] of [
      ["user", "/dashboard"],
      [null, "/profile"],
    ] as const)
      for (const path of ["/login", "/register", "/two-factor-challenge"])
        expect((await (await signedInAs(role)).get(path)).headers["location"]).to.equal(to);
  });

  it("requires a permission on every administration page, except those that check it themselves", () => {
    const open = rows.filter((row) => row.path.startsWith("/admin/") && permissionsOf(row).length === 0);
    // one's own tokens; other users' tokens need `api-tokens.read` and `api-tokens.delete`
    expect(open.map(({ name }) => name)).to.deep.equal([
      "admin.api-tokens.index",
      "admin.api-tokens.destroy",
    ]);
  });
});
