import { expect } from "chai";
import supertest from "supertest";
import { freshIp } from "../support/app/client.js";
import { useWorld } from "../support/app/world.js";

const ORIGIN = "https://app.example.test";
const PATHS = {
  "/oauth/token": "POST",
  "/oauth/revoke": "POST",
  "/oauth/introspect": "POST",
  "/oauth/device/code": "POST",
  "/.well-known/oauth-authorization-server": "GET",
} as const;

describe("CORS at the OAuth2 endpoints", () => {
  const world = useWorld({}, { cors: { allowed_origins: [ORIGIN] } });
  const send = (method: string, path: string, origin: string) => {
    const agent = supertest(world.server);
    const one =
      method === "OPTIONS" ? agent.options(path) : method === "GET" ? agent.get(path) : agent.post(path);
    return one.set({ Origin: origin, "X-Forwarded-For": freshIp(), "Access-Control-Request-Method": "POST" });
  };

  for (const [path, method] of Object.entries(PATHS)) {
    it(`M20: allows a listed origin, for errors too: ${path}`, async () => {
      const { headers } = await send(method, path, ORIGIN);
      expect(headers["access-control-allow-origin"]).to.equal(ORIGIN);
      expect(headers["access-control-expose-headers"]).to.match(/X-Request-ID.*Retry-After/);
      expect(headers["vary"]).to.include("Origin");
      expect(headers).not.to.have.property("access-control-allow-credentials");
      const preflight = await send("OPTIONS", path, ORIGIN);
      expect(preflight.status).to.equal(204);
      expect(preflight.headers).to.include({
        "access-control-allow-origin": ORIGIN,
        "access-control-max-age": "7200",
      });
      expect(preflight.headers["access-control-allow-headers"]).to.match(/Authorization,Content-Type/);
      expect(preflight.headers["vary"]).to.include("Origin");
    });

    it(`M20: allows no other origin: ${path}`, async () => {
      for (const origin of [
        "null",
        `${ORIGIN}.evil.test`,
        "https://evil-app.example.test",
        `${ORIGIN}:8443`,
        "http://app.example.test",
        ORIGIN.toUpperCase(),
      ])
        for (const verb of [method, "OPTIONS"]) {
          const { headers } = await send(verb, path, origin);
          expect(headers, origin).not.to.have.property("access-control-allow-origin");
          expect(headers["vary"]).to.include("Origin");
        }
    });
  }

  for (const [path, method] of Object.entries({ "/oauth/userinfo": "GET", "/oauth/par": "POST" }))
    it(`M20: allows only a listed origin: ${path}`, async () => {
      for (const [origin, allowed] of [
        [ORIGIN, ORIGIN],
        ["https://evil.example.test", undefined],
      ] as const)
        for (const verb of [method, "OPTIONS"])
          expect((await send(verb, path, origin)).headers["access-control-allow-origin"]).to.equal(allowed);
    });

  it("M20: allows no origin on the consent pages", async () => {
    for (const path of ["/oauth/authorize", "/oauth/device"]) {
      const { headers } = await send("GET", path, ORIGIN);
      expect(headers).not.to.have.property("access-control-allow-origin");
    }
  });
});

describe("CORS without a list of origins", () => {
  const world = useWorld();

  for (const path of ["/.well-known/openid-configuration", "/oauth/jwks"])
    it(`opens to every origin what is the same for everyone: ${path}`, async () => {
      for (const origin of ["https://anyone.example.test", "null"])
        for (const method of ["get", "options"] as const) {
          const { headers } = await supertest(world.server)[method](path).set("Origin", origin);
          expect(headers["access-control-allow-origin"], `${method} ${origin}`).to.equal("*");
          expect(headers).not.to.have.property("access-control-allow-credentials");
        }
    });

  it("M20: allows no origin", async () => {
    const { headers } = await supertest(world.server).options("/oauth/token").set("Origin", ORIGIN);
    expect(headers).not.to.have.property("access-control-allow-origin");
  });
});
