import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import request from "supertest";
import { PERMISSIONS } from "../../src/domain/access/permissions.js";
import { DAY } from "../../src/lib/clock.js";
import type { User } from "../../src/models/user.js";
import {
  apiDockVersion,
  OWN_FILES,
  SWAGGER_UI_FILES,
} from "../../src/web/screens/api-dock/api-dock-files.js";
import { ROUTES } from "../../src/web/routes.js";
import { freshIp } from "../support/app/client.js";
import { sendRaw, useListener } from "../support/app/raw.js";
import type { Visitor } from "../support/app/web.js";
import { useWorld } from "../support/app/world.js";

const DOCUMENTS = [
  "/api-dock/openapi.json",
  "/api-dock/openapi.yaml",
  "/api-dock/openapi.json?only=callable",
  "/api-dock/openapi.yaml?only=callable",
  "/api-dock/oauth.json",
  "/api-dock/oauth.yaml",
  "/api-dock/openapi.json?part=outline",
  "/api-dock/openapi.json?only=callable&part=outline",
  "/api-dock/oauth.json?part=outline",
];
const assetOf = (file: string): string => `/api-dock/assets/${apiDockVersion(file)}/${file}`;
const LIBRARY = [...OWN_FILES, ...SWAGGER_UI_FILES].map(assetOf);
const READABLE = ["/api-dock", "/api-dock/oauth", ...DOCUMENTS, ...LIBRARY];
/** Paths that don't exist, some of which another server would normalise to one of the above. */
const UNREADABLE = [
  "/api-dock/",
  "/API-DOCK",
  "/api-dock/openapi.json/",
  "/api-dock/openapi",
  "/api-dock/swagger-ui-init.js",
  "/api-dock/swagger-ui-bundle.js",
  "/api-dock/assets",
  "/api-dock/assets/",
  "/api-dock/assets/swagger-ui-bundle.js",
  `${assetOf("swagger-ui-bundle.js")}.map`,
  ...["index.html", "package.json", "swagger-ui-init.js", "swagger-ui.js"].map(
    (file) => `/api-dock/assets/${apiDockVersion("swagger-ui.css")}/${file}`,
  ),
  `/api-dock/assets/${apiDockVersion("api-dock.js")}/swagger-ui-bundle.js`,
  `/api-dock/assets/${apiDockVersion("api-dock.js")}/constructor`,
  "/api-dock/assets/constructor",
  "/api-dock/assets/__proto__",
  "/api-dock/assets/..",
  "/api-dock/assets/../openapi.json/..",
  "/api-dock/assets/..%2fopenapi.json",
  "/api-dock/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fpackage.json",
  "/api-dock/assets/..%5copenapi.json",
  "/api-dock/assets/api-dock.js%00",
  "/api-dock//openapi.json",
  "//api-dock/openapi.json",
  "/api-dock%2fopenapi.json",
  "/api-dock;a=b/openapi.json",
  "/swagger-ui-bundle.js",
  "/openapi.json",
  "/api/v1/openapi.json",
];

/** Text of the contract or of the page that shows it. */
const OWN = readdirSync("views/assets/api-dock", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(css|js)$/.test(name))
  .map((name) => readFileSync(`views/assets/api-dock/${name}`, "utf8").slice(0, 60));
const isAnswered = (text: string): boolean =>
  /"openapi"|openapi: ["']?3|operationId|x-permission|SwaggerUIBundle|\.swagger-ui\b/.test(text) ||
  OWN.some((start) => text.includes(start));

describe("H37: The contract and its pages", () => {
  const world = useWorld();
  const listener = useListener(world);

  /** Sends the path unchanged, because HTTP clients normalise it. */
  const raw = (visitor: Visitor, path: string, method = "GET") =>
    sendRaw(
      listener.port,
      [
        `${method} ${path} HTTP/1.1`,
        "Host: localhost",
        "Connection: close",
        "Accept: text/html",
        `Cookie: ${[...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ")}`,
        "\r\n",
      ].join("\r\n"),
    );

  async function reader(permissions = ["api-docs.read"]): Promise<{ user: User; visitor: Visitor }> {
    await world.make.role("reader", 4, permissions);
    return world.signedIn(await world.make.user({ role: "reader" }));
  }

  /** Checks that a request reveals nothing. @param status the expected status for existing paths */
  async function expectNothing(visitor: Visitor, status: number, location?: RegExp): Promise<void> {
    for (const path of READABLE) {
      const answer = await visitor.get(path);
      expect(answer.status, path).to.equal(status);
      expect(answer.headers["cache-control"], path).to.equal("private, no-store");
      expect(answer.headers["x-content-type-options"], path).to.equal("nosniff");
      expect(answer.headers, path).not.to.have.any.keys("etag", "last-modified");
      if (location) expect(answer.headers["location"], path).to.match(location);
      expect(isAnswered(answer.text ?? String(answer.body)), path).to.equal(false);
    }
    const answer = await visitor.get("/api-dock/openapi.json", { Accept: "application/json" });
    expect(answer.status).to.be.oneOf([401, 403, 302]);
    expect(isAnswered(answer.text)).to.equal(false);
    for (const path of UNREADABLE) {
      const { status: rejected, body } = await raw(visitor, path);
      expect(rejected, path).to.be.within(300, 404).and.not.equal(304);
      expect(isAnswered(body), path).to.equal(false);
    }
  }

  it("contain the text that these tests look for", async () => {
    const { visitor } = await reader();
    for (const path of READABLE.filter((one) => one !== "/api-dock" && one !== "/api-dock/oauth")) {
      const { text, body } = await visitor.get(path, { "Accept-Encoding": "identity" });
      expect(isAnswered(text ?? String(body)), path).to.equal(true);
    }
  });

  it("redirect guests to the sign-in page", async () => {
    await expectNothing(world.visitor(), 302, /^\/login\?next=%2Fapi-dock/);
  });

  it("are denied to programs without a credential in the API's envelope, with the challenge", async () => {
    const ask = (method: "get" | "head", path: string, accept: string | null) => {
      const test = request(world.server)[method](path).set("X-Forwarded-For", freshIp());
      return accept === null ? test : test.set("Accept", accept);
    };
    for (const path of DOCUMENTS)
      for (const accept of [null, "*/*", "application/json", "application/yaml", "text/plain, */*"])
        for (const method of ["get", "head"] as const) {
          const { status, headers, body } = await ask(method, path, accept);
          const what = `${method} ${path} with ${accept}`;
          expect(status, what).to.equal(401);
          expect(headers["www-authenticate"], what).to.equal("Bearer");
          expect(headers["cache-control"], what).to.equal("private, no-store");
          if (method === "head") continue;
          expect(body, what).to.have.all.keys("success", "status", "message", "data", "meta", "trace_id");
          expect(body.data, what).to.deep.equal({ code: "unauthenticated" });
        }
    const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    const { status, headers } = await ask("get", DOCUMENTS[0]!, browser).redirects(0);
    expect(status).to.equal(302);
    expect(headers["location"]).to.equal("/login?next=%2Fapi-dock%2Fopenapi.json");
  });

  it("are hidden from every account without api-docs.read, with every other permission", async () => {
    const { visitor } = await reader(PERMISSIONS.filter((name) => name !== "api-docs.read"));
    await expectNothing(visitor, 403);
    const answer = await visitor.submit("/api-dock/token", {}, { Accept: "application/json" });
    expect(answer.status).to.equal(403);
    expect(answer.body.data.code).to.equal("forbidden");
    expect(await world.services.knex("personal_access_tokens")).to.have.length(0);
  });

  it("are hidden from the role user and accounts without a role, and shown to admin and system_admin", async () => {
    for (const [role, status] of Object.entries({ user: 403, admin: 200, system_admin: 200 })) {
      const { visitor } = await world.signedIn(await world.make.user({ role }));
      for (const path of READABLE)
        expect((await visitor.get(path)).status, `${role} at ${path}`).to.equal(status);
    }
    await expectNothing((await world.signedIn(await world.make.user({ role: null }))).visitor, 403);
  });

  it("are hidden until the second factor is confirmed", async () => {
    const user = await world.make.user({ role: "admin" });
    await world.make.twoFactor(user);
    const { visitor } = await world.signedIn(user);
    await expectNothing(visitor, 302, /^\/login\?next=%2Fapi-dock/);
  });

  it("are hidden while the password is expired", async () => {
    const { user, visitor } = await reader();
    await world.services.settings.write({ "auth.password_expiry_days": "30" });
    const before = Date.now() - 31 * DAY;
    await world.services.knex("users").where({ id: user.id }).update({ password_changed_at: before });
    await expectNothing(visitor, 302, /^\/password\/expired$/);
  });

  it("are hidden while an address that must be verified isn't", async () => {
    const { visitor } = await reader();
    await world.services.settings.write({ "auth.email_verification": "1" });
    await expectNothing(visitor, 302, /^\/email\/verify$/);
  });

  const ENDS: Record<string, (user: User) => Promise<unknown>> = {
    "is banned": (user) => world.services.knex("users").where({ id: user.id }).update({ status: "banned" }),
    "is deleted": (user) => world.services.knex("users").where({ id: user.id }).update({ deleted_at: 1 }),
    "was signed out elsewhere": (user) => world.services.knex("sessions").where({ user_id: user.id }).del(),
  };
  for (const [what, end] of Object.entries(ENDS))
    for (const path of ["/api-dock", ...DOCUMENTS, assetOf("swagger-ui-bundle.js")])
      it(`are hidden from the next request of a user who ${what}: ${path}`, async () => {
        const { user, visitor } = await reader();
        expect((await visitor.get(path)).status).to.equal(200);
        await end(user);
        const answer = await visitor.get(path);
        expect(answer.status).to.equal(302);
        expect(answer.headers["location"]).to.match(/^\/login/);
        expect(isAnswered(answer.text)).to.equal(false);
      });

  it("are hidden from the next request of a user who loses the permission or the role", async () => {
    const { user, visitor } = await reader();
    expect((await visitor.get("/api-dock/openapi.json")).status).to.equal(200);
    await world.make.withoutRoles(user);
    await expectNothing(visitor, 403);
    await world.make.giveRole(user, "admin");
    expect((await visitor.get("/api-dock/openapi.json")).status).to.equal(200);
  });

  it("accept API tokens only for the documents", async () => {
    const { token } = await world.make.userWithToken({ role: "system_admin" });
    const headers = { Authorization: `Bearer ${token}`, Accept: "application/json" };
    for (const path of READABLE)
      expect((await world.visitor().get(path, headers)).status, path).to.equal(
        DOCUMENTS.includes(path) ? 200 : 401,
      );
  });

  it("reveal nothing through 304 responses", async () => {
    const { visitor } = await reader();
    const { headers } = await visitor.get("/api-dock/openapi.json");
    const other = (await world.signedIn()).visitor;
    for (const tag of [headers["etag"]!, "*"]) {
      const answer = await other.get("/api-dock/openapi.json", { "If-None-Match": tag });
      expect(answer.status).to.equal(403);
      const guest = await world.visitor().get("/api-dock/openapi.json", { "If-None-Match": tag });
      expect(guest.status).to.equal(302);
    }
  });

  it("have no other files in their folder", async () => {
    const { visitor } = await reader();
    for (const path of UNREADABLE) {
      const { status, body } = await raw(visitor, path);
      expect(status, path).to.be.within(400, 404);
      expect(isAnswered(body), path).to.equal(false);
    }
  });

  it("answer HEAD like GET, without a body", async () => {
    const { visitor } = await reader();
    const stranger = (await world.signedIn()).visitor;
    for (const path of READABLE) {
      const answer = await visitor.send((agent) => agent.head(path));
      expect(answer.status, path).to.equal(200);
      expect(answer.text ?? "", path).to.equal("");
      expect((await stranger.send((agent) => agent.head(path))).status, path).to.equal(403);
    }
  });

  it("return 405 with the allowed methods to other methods", async () => {
    const { visitor } = await reader();
    for (const path of READABLE.slice(0, 7))
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"]) {
        const { status, headers, body } = await raw(visitor, path, method);
        expect(status, `${method} ${path}`).to.equal(405);
        expect(headers["allow"], `${method} ${path}`).to.equal("GET, HEAD");
        expect(isAnswered(body), `${method} ${path}`).to.equal(false);
      }
    const answer = await raw(visitor, "/api-dock/token");
    expect(answer.status).to.equal(405);
    expect(answer.headers["allow"]).to.equal("POST, DELETE");
  });

  it("require the permission in every row of the route table", () => {
    const rows = ROUTES.filter(({ path }) => path.startsWith("/api-dock"));
    expect(rows).to.have.length(9);
    for (const { guards, path } of rows) {
      const asked = guards.filter((guard) => guard !== "feature:oauth"); // what is missing is 404 for everyone
      expect(asked.slice(0, 2), path).to.deep.equal(["auth", "can:api-docs.read"]);
    }
  });
});

describe("M18: The headers of the contract and its pages", () => {
  const world = useWorld();

  for (const path of [...READABLE, "/api-dock/assets/none"])
    it(`are those of every page: ${path}`, async () => {
      const { visitor } = await world.signedIn(await world.make.user({ role: "admin" }));
      const { headers } = await visitor.get(path);
      const policy = headers["content-security-policy"]!;
      expect(policy).not.to.match(/unsafe|\*|blob:/);
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
      ])
        expect(policy.split("; ")).to.include(part);
      expect(policy).to.contain("frame-ancestors 'none'");
      expect(headers).to.include({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "same-origin",
        "cache-control": LIBRARY.includes(path)
          ? "private, max-age=31536000, immutable"
          : "private, no-store",
      });
      expect(headers).not.to.have.any.keys(
        "x-powered-by",
        "access-control-allow-origin",
        "content-disposition",
      );
    });
});
