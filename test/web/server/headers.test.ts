import { expect } from "chai";
import type { Response } from "supertest";
import { ConfigurationError } from "../../../src/config/env.js";
import { PageHeaders } from "../../../src/web/server/responses/headers.js";
import { RANDOM_KEY, testConfig } from "../../support/app/config.js";
import { useWorld } from "../../support/app/world.js";

const directives = (policy: string): Map<string, string> =>
  new Map(policy.split("; ").map((part) => part.split(/ (.*)/s).slice(0, 2) as [string, string]));

describe("M18: The headers of pages", () => {
  const world = useWorld();

  for (const path of ["/", "/nothing", "/logout", "/dashboard", "/%zz"])
    it(`are complete on ${path}`, async () => {
      const { headers } = await world.visitor().get(path);
      expect(headers["content-security-policy"]).not.to.match(/unsafe|\*/);
      const policy = directives(headers["content-security-policy"]!);
      expect(policy.get("default-src")).to.equal("'none'");
      expect(policy.get("script-src")).to.equal("'self'");
      expect(policy.get("style-src")).to.equal("'self'");
      expect(policy.get("frame-ancestors")).to.equal("'none'");
      expect(policy.get("base-uri")).to.equal("'none'");
      expect(policy.get("form-action")).to.equal("'self'");
      expect(headers).to.include({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "cross-origin-opener-policy": "same-origin",
        "referrer-policy": "same-origin",
        "cache-control": "private, no-store",
      });
      expect(headers).not.to.have.any.keys("x-powered-by", "strict-transport-security", "server", "etag");
      expect(headers["x-request-id"]).to.match(/^[0-9a-f-]{36}$/);
    });

  describe("prevent referrers of URLs with a token,", () => {
    const addresses = [
      "/reset-password/some-token",
      "/email/verify/some-id/some-hash?signature=s",
      "/auth/providers/some-id/callback?code=c&state=s",
    ];
    const referrerOf = ({ headers }: Response): unknown => headers["referrer-policy"];

    for (const address of addresses) {
      it(`with any error: ${address}`, async () => {
        const visitor = world.visitor();
        await visitor.get("/login");
        const statuses = [];
        for (const answer of [
          await visitor.get(address),
          await visitor.get(`${address.split("?")[0]}/more`),
          await visitor.get(address.replace(/^\/./, (start) => start.toUpperCase())),
          await visitor.get(address.replace("some", "%zz")),
          await visitor.delete(address),
          await visitor.submit(address, { _csrf: "x" }),
          await visitor.get(address, { Accept: "application/json" }),
        ]) {
          statuses.push(answer.status);
          expect(referrerOf(answer), String(answer.status)).to.equal("no-referrer");
        }
        const rejected = address.includes("callback") ? 405 : 403;
        expect(statuses).to.include.members([rejected, 404, 400]);
      });

      it(`while the database is down, or something fails: ${address}`, async () => {
        const { services } = world;
        const client = services.knex.client as { acquireConnection: unknown };
        const [acquire, read] = [client.acquireConnection, services.settings.read.bind(services.settings)];
        try {
          client.acquireConnection = () =>
            Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" }));
          const away = await world.visitor().get(address);
          services.settings.read = () => Promise.reject(new Error("broken"));
          const broken = await world.visitor().get(address);
          expect([away.status, broken.status]).to.deep.equal([503, 500]);
          for (const answer of [away, broken]) expect(referrerOf(answer)).to.equal("no-referrer");
        } finally {
          client.acquireConnection = acquire;
          services.settings.read = read;
        }
      });
    }

    it("and over the rate limit", async () => {
      const visitor = world.visitor();
      await visitor.get("/login");
      let answer = await visitor.submit(addresses[1]!);
      for (let times = 0; times < 6; times++) answer = await visitor.submit(addresses[1]!);
      expect(answer.status).to.equal(429);
      expect(referrerOf(answer)).to.equal("no-referrer");
    });
  });

  it("allow no inline script, style or handler on any page", async () => {
    const visitor = world.visitor();
    await visitor.signIn(await world.make.user());
    for (const path of ["/login", "/dashboard", "/nothing"]) {
      const { text } = await visitor.get(path);
      expect(text).not.to.match(/<style|\sstyle=|\son[a-z]+=|javascript:/i);
      expect(text).not.to.match(/<script(?![^>]* src=)/);
    }
  });

  it("cache assets permanently, by the hash in their URL", async () => {
    const visitor = world.visitor();
    const { text } = await visitor.get("/login");
    const paths = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1]!);
    expect(paths.length).to.be.greaterThan(3);
    for (const path of paths) {
      const { status, headers } = await visitor.get(path);
      expect(status).to.equal(200);
      expect(headers["cache-control"]).to.equal("public, max-age=31536000, immutable");
      expect(headers["x-content-type-options"]).to.equal("nosniff");
    }
    expect((await visitor.get("/assets/0000000000000000/authdock.css")).status).to.equal(404);
    expect((await visitor.get("/assets/../package.json")).status).to.equal(404);
  });
});

describe("security.csp_extra_origins", () => {
  const world = useWorld(
    {},
    { security: { csp_extra_origins: ["https://cdn.example", "wss://live.example:444"] } },
  );

  it("are added to scripts, styles, images, connections, fonts and frames, and to nothing else", async () => {
    const { headers } = await world.visitor().get("/");
    const policy = directives(headers["content-security-policy"]!);
    for (const name of ["script-src", "style-src", "img-src", "connect-src", "font-src", "frame-src"])
      expect(policy.get(name)).to.match(/https:\/\/cdn\.example wss:\/\/live\.example:444$/);
    for (const name of ["default-src", "form-action", "base-uri", "frame-ancestors"])
      expect(policy.get(name)).not.to.contain("example");
  });

  for (const wrong of [
    "*",
    "https://*.example",
    "'unsafe-inline'",
    "data:",
    "https:",
    "https://a.example/path",
    "https://a.example; script-src *",
    "https://user@a.example",
    "cdn.example",
    "",
  ])
    it(`keep the service from starting with ${JSON.stringify(wrong)}`, () => {
      const config = testConfig({}, { security: { csp_extra_origins: [wrong] } });
      expect(() => new PageHeaders(config)).to.throw(ConfigurationError, "csp_extra_origins");
    });
});

describe("M19: Cookies behind TLS", () => {
  const world = useWorld({
    APP_ENV: "production",
    APP_URL: "https://auth.example",
    APP_KEY: RANDOM_KEY,
    BCRYPT_COST: "10",
    TRUST_PROXY: "1",
    MAIL_FORCE_FILE: "true",
    DATABASE_URL: "sqlite::memory:",
  });

  it("are __Host-, Secure, HttpOnly, SameSite=Lax, for the whole site, with any forwarded header", async () => {
    const visitor = world.visitor();
    const user = await world.make.user();
    await visitor.get("/login");
    const answer = await visitor.signIn(user, { theme: "dark" });
    const lines = [
      ...((await world.visitor().get("/login")).headers["set-cookie"] as unknown as string[]),
      ...(answer.headers["set-cookie"] as unknown as string[]),
    ];
    expect(lines.map((line) => line.split("=")[0])).to.include.members([
      "__Host-authdock_csrf",
      "__Host-authdock_session",
      "__Host-authdock_device",
    ]);
    for (const line of lines) {
      expect(line)
        .to.match(/^__Host-/)
        .and.match(/; Path=\//)
        .and.match(/; HttpOnly/);
      expect(line)
        .to.match(/; Secure/)
        .and.match(/; SameSite=Lax/)
        .and.not.match(/Domain=/i);
    }
    expect((await visitor.get("/dashboard")).status).to.equal(200);
  });

  it("come with HSTS", async () => {
    const { headers } = await world.visitor().get("/login");
    expect(headers["strict-transport-security"]).to.equal("max-age=31536000");
  });

  it("H01: come with links and redirects that a foreign Host doesn't change", async () => {
    const visitor = world.visitor();
    const foreign = {
      Host: "evil.example",
      "X-Forwarded-Host": "evil.example",
      Forwarded: "host=evil.example",
    };
    for (const path of ["/login", "/dashboard", "/", "/nothing"]) {
      const answer = await visitor.get(path, foreign);
      expect(JSON.stringify(answer.headers) + answer.text).not.to.contain("evil.example");
    }
  });
});
