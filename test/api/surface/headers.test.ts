import { expect } from "chai";
import { useWorld, type World } from "../../support/app/world.js";

const answers = async (world: World) => {
  const { token } = await world.make.userWithToken();
  const { api } = world;
  return [
    await api.as(token).get("/auth/me").expect(200),
    await api.get("/auth/me").expect(401),
    await api.get("/nowhere").expect(404),
    await api.put("/auth/me").expect(405),
    await api.post("/auth/login", "{").expect(400),
    await api.options("/auth/me").expect(200),
  ];
};

describe("The headers of API responses", () => {
  const world = useWorld();

  it("M18: forbid caching, sniffing, framing and scripts, on successes and failures", async () => {
    for (const { headers } of await answers(world)) {
      expect(headers).to.include({
        "cache-control": "no-store",
        "content-type": "application/json; charset=utf-8",
        "content-security-policy": "default-src 'none';frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(headers).not.to.have.any.keys("x-powered-by", "server");
    }
  });

  it("M18: omit HSTS while the service isn't behind HTTPS", async () => {
    const { headers } = await world.api.get("/nowhere").expect(404);
    expect(headers).not.to.have.property("strict-transport-security");
  });

  it("show the remaining requests of each limit, on successes and failures", async () => {
    const { body, headers } = await world.api
      .post("/auth/login", { email: "a@example.test", password: "x" })
      .expect(401);
    expect(body.data.code).to.equal("invalid_credentials");
    expect(headers["ratelimit"]).to.include('"throttle:5,1"; r=4').and.include('"throttle:api"');
    expect(headers["ratelimit-policy"]).to.include('"throttle:5,1"; q=5; w=60').and.include('"throttle:api"');
  });

  it("answer 304 without a body to a client that has the current version", async () => {
    const { user, token } = await world.make.userWithToken({ role: "admin" });
    const admin = world.api.as(token);
    const { headers } = await admin.get(`/users/${user.id}`).expect(200);
    expect(headers).to.include({ etag: '"1"', "cache-control": "private, no-cache" });
    for (const held of ['"1"', 'W/"1"', '"0", "1"', "*"]) {
      const { headers: again, text } = await admin
        .get(`/users/${user.id}`)
        .set("If-None-Match", held)
        .expect(304);
      expect(again).to.include({ etag: '"1"', "cache-control": "private, no-cache" });
      expect(text).to.equal("");
    }
    await admin.get(`/users/${user.id}`).set("If-None-Match", '"2"').expect(200);
    const { headers: listed } = await admin.get("/definitions").set("If-None-Match", "*").expect(200);
    expect(listed["cache-control"]).to.equal("no-store");
  });

  it("let no browser keep the own account, whose address and first version every account has", async () => {
    const { token } = await world.make.userWithToken();
    const me = world.api.as(token);
    const { headers } = await me.get("/auth/me").expect(200);
    expect(headers).to.include({ etag: '"1"', "cache-control": "no-store" });
    const { headers: again } = await me.get("/auth/me").set("If-None-Match", '"1"').expect(304);
    expect(again["cache-control"]).to.equal("no-store");
  });
});

describe("The headers of API responses behind HTTPS", () => {
  const world = useWorld({ APP_URL: "https://auth.example.test" });

  it("M18: include HSTS for a year", async () => {
    for (const { headers } of await answers(world))
      expect(headers["strict-transport-security"]).to.equal("max-age=31536000");
  });
});

describe("The headers of API responses with HSTS_INCLUDE_SUBDOMAINS", () => {
  const world = useWorld({ APP_URL: "https://auth.example.test", HSTS_INCLUDE_SUBDOMAINS: "true" });

  it("include the subdomains in HSTS", async () => {
    const { headers } = await world.api.get("/nowhere").expect(404);
    expect(headers["strict-transport-security"]).to.equal("max-age=31536000; includeSubDomains");
    const page = await world.visitor().get("/login");
    expect(page.headers["strict-transport-security"]).to.equal("max-age=31536000; includeSubDomains");
  });
});
