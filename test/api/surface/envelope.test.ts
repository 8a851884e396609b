import { expect } from "chai";
import { operations, pathOf, methodsByPath } from "../../support/contract/operations.js";
import { whileQueriesFail } from "../../support/database/faults.js";
import { useWorld } from "../../support/app/world.js";

const KEYS = ["success", "status", "message", "data", "meta", "trace_id"];
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("The envelope", () => {
  const world = useWorld();

  it("has the same six keys in the same order on every success", async () => {
    const { user, token } = await world.make.userWithToken({ role: "system_admin" });
    const api = world.api.as(token);
    for (const path of ["/auth/me", "/definitions", "/users", `/users/${user.id}`]) {
      const { body, text } = await api.get(path).expect(200);
      expect(Object.keys(body as object)).to.deep.equal(KEYS);
      expect(body).to.include({ success: true, status: 200, message: "OK" });
      expect(text).to.match(
        /^\{"success":true,"status":200,"message":"OK","data":\{.*\},"meta":\{.*\},"trace_id":"[^"]+"\}$/,
      );
    }
  });

  it("contains an empty object, never null or a list, when there is no data", async () => {
    const { token } = await world.make.userWithToken();
    const { body } = await world.api.as(token).post("/auth/logout").expect(200);
    expect(body).to.deep.include({ data: {}, meta: {} });
  });

  it("has a new trace id for each request, equal to X-Request-ID", async () => {
    const ids = new Set<string>();
    for (let round = 0; round < 5; round++) {
      const { body, headers } = await world.api.get("/nowhere").expect(404);
      expect(body.trace_id).to.match(UUID_V4).and.equal(headers["x-request-id"]);
      ids.add(body.trace_id as string);
    }
    expect(ids.size).to.equal(5);
  });

  for (const operation of operations.filter(({ method }) => method === "get"))
    it(`M14: HEAD of ${operation.id} returns its GET without the body`, async () => {
      const { user, token } = await world.make.userWithToken({ role: "system_admin" });
      const path = pathOf(operation, user.id);
      for (const api of [world.api.as(token), world.api]) {
        const get = await api.get(path);
        const head = await api.head(path);
        expect(head.status).to.equal(get.status);
        expect(head.text ?? "").to.equal("");
        for (const name of ["content-type", "content-length", "etag", "cache-control", "www-authenticate"])
          expect(head.headers[name], name).to.equal(get.headers[name]);
        expect(head.headers["x-request-id"]).to.match(UUID_V4);
      }
    });

  for (const [path, methods] of methodsByPath())
    it(`OPTIONS of ${path} lists its methods in the envelope, without authentication`, async () => {
      const { body, headers } = await world.api.options(path.replaceAll(/\{[^}]+\}/g, "x")).expect(200);
      const names = methods.flatMap((method) =>
        method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()],
      );
      expect(headers["allow"]!.split(", ")).to.have.members([...names, "OPTIONS"]);
      expect(Object.keys(body as object)).to.deep.equal(KEYS);
      expect(body).to.deep.include({ success: true, status: 200, data: {}, meta: {} });
    });

  it("has no debug block on expected failures in any mode", async () => {
    const { body } = await world.api.get("/auth/me").expect(401);
    expect(body).not.to.have.property("debug");
  });
});

describe("The envelope with APP_DEBUG=true", () => {
  const world = useWorld({ APP_DEBUG: "true" });

  it("has a debug block on server errors, in addition to the six keys and the generic text", async () => {
    const { token } = await world.make.userWithToken();
    const { body } = await whileQueriesFail(
      world.services.knex,
      () => new TypeError("the secret detail"),
      () => world.api.as(token).get("/auth/me").expect(500),
    );
    expect(Object.keys(body as object)).to.deep.equal([...KEYS, "debug"]);
    expect(body.message).to.equal("A server error occurred.");
    expect(body.debug.exception).to.equal("TypeError");
    expect(body.debug.message).to.include("the secret detail");
    expect(body.debug.trace).to.be.an("array").that.is.not.empty;
  });

  it("has no debug block on other failures", async () => {
    for (const path of ["/auth/me", "/nowhere", "/users?x=%zz"]) {
      const { body } = await world.api.get(path);
      expect(body).not.to.have.property("debug");
    }
  });
});
