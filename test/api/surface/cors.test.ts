import { expect } from "chai";
import { cors } from "../../../src/http/cors.js";
import { useWorld } from "../../support/app/world.js";

const ORIGIN = "https://app.example.test";
const EXPOSED = [
  ...["X-Request-ID", "ETag", "Location", "Link", "Retry-After", "RateLimit", "RateLimit-Policy"],
  ...["WWW-Authenticate", "Idempotent-Replayed", "Deprecation", "Sunset"],
];
const FOREIGN = [
  "null",
  "https://app.example.test.evil.test",
  "https://evil-app.example.test",
  "https://evil.test/https://app.example.test",
  "http://app.example.test",
  "https://app.example.test:8443",
  "https://APP.example.test",
  "https://app.example.test/",
  "*",
];

describe("CORS with the shipped configuration", () => {
  const world = useWorld();

  it("M20: allows no other origin", async () => {
    const { headers } = await world.api.get("/auth/me").set("Origin", ORIGIN).expect(401);
    expect(headers).not.to.have.property("access-control-allow-origin");
  });
});

describe("CORS with a list of origins", () => {
  const world = useWorld(
    {},
    { cors: { allowed_origins: [ORIGIN, "http://localhost:5173"], supports_credentials: true } },
  );

  it("M20: allows a listed origin on successes and failures, with the headers that a client can read", async () => {
    const { token } = await world.make.userWithToken();
    for (const [api, status] of [
      [world.api.as(token), 200],
      [world.api, 401],
    ] as const) {
      const { headers } = await api.get("/auth/me").set("Origin", ORIGIN).expect(status);
      expect(headers["access-control-allow-origin"]).to.equal(ORIGIN);
      expect(headers["access-control-allow-credentials"]).to.equal("true");
      expect(headers["access-control-expose-headers"]!.split(",")).to.have.members(EXPOSED);
      expect(headers["vary"]).to.include("Origin");
    }
    await world.api
      .get("/nowhere")
      .set("Origin", "http://localhost:5173")
      .expect("Access-Control-Allow-Origin", "http://localhost:5173");
  });

  it("M20: answers a preflight in the envelope, without credentials, cached for two hours", async () => {
    const { headers, body } = await world.api
      .options("/users")
      .set({
        Origin: ORIGIN,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
      })
      .expect(200);
    expect(headers).to.include({
      "access-control-allow-origin": ORIGIN,
      "access-control-max-age": "7200",
      "access-control-allow-methods": "GET,HEAD,POST,PUT,PATCH,DELETE",
      "access-control-allow-headers":
        "Authorization,Content-Type,If-Match,If-None-Match,Idempotency-Key,X-Request-ID,DPoP",
    });
    expect(body).to.include({ success: true, status: 200 });
  });

  it("M20: allows no origin that only resembles a listed one", async () => {
    for (const origin of FOREIGN)
      for (const request of [
        world.api.get("/auth/me"),
        world.api.options("/auth/me").set("Access-Control-Request-Method", "GET"),
      ]) {
        const { headers } = await request.set("Origin", origin);
        expect(headers, origin).not.to.have.property("access-control-allow-origin");
        expect(headers["vary"]).to.include("Origin");
      }
  });
});

describe("CORS for every origin", () => {
  const world = useWorld({ CORS_ALLOWED_ORIGINS: "*", CORS_MAX_AGE: "60" });

  it("M20: sends *, never the origin, and no credentials header", async () => {
    const { headers } = await world.api
      .options("/auth/me")
      .set({ Origin: ORIGIN, "Access-Control-Request-Method": "GET" })
      .expect(200);
    expect(headers["access-control-allow-origin"]).to.equal("*");
    expect(headers["access-control-max-age"]).to.equal("60");
    expect(headers).not.to.have.property("access-control-allow-credentials");
  });
});

describe("An invalid CORS block", () => {
  it("M20: keeps the service from starting with * and credentials", () => {
    expect(() => cors({ allowed_origins: ["*"], supports_credentials: true })).to.throw(
      "cors.allowed_origins must not be * while cors.supports_credentials is on",
    );
  });

  for (const origin of [
    ...FOREIGN.filter(
      (each) =>
        ![
          "*",
          "http://app.example.test",
          "https://evil-app.example.test",
          "https://app.example.test.evil.test",
          "https://app.example.test:8443",
        ].includes(each),
    ),
    "app.example.test",
    "https://*.example.test",
    "https://app.example.test/path",
    "ftp:/x",
    "javascript:alert(1)",
    "file:///etc",
    "",
  ])
    it(`M20: keeps the service from starting with ${JSON.stringify(origin)}, which isn't an origin`, () => {
      expect(() => cors({ allowed_origins: [ORIGIN, origin] })).to.throw(
        "cors.allowed_origins must be origins",
      );
    });
});
