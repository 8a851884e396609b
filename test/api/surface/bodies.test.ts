import { expect } from "chai";
import Ajv from "ajv/dist/core.js";
import { collectGarbage } from "../../support/app/garbage.js";
import { exchange, sendRaw, useListener } from "../../support/app/raw.js";
import { useWorld } from "../../support/app/world.js";

const MIB = 1024 * 1024;
const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + close.repeat(depth);

const residentMegabytes = (): number => process.memoryUsage().rss / MIB;

describe("Oversized bodies and headers", () => {
  const world = useWorld();
  const listener = useListener(world);

  const login = (body: string | Buffer, ...headers: string[]) =>
    sendRaw(
      listener.port,
      [
        "POST /api/v1/auth/login HTTP/1.1",
        "Host: localhost",
        "Connection: close",
        `X-Forwarded-For: 192.0.2.${++client}`,
        "Content-Type: application/json",
        ...(headers.length > 0 ? headers : [`Content-Length: ${Buffer.byteLength(body)}`]),
        "",
        "",
      ].join("\r\n"),
      body,
    );
  let client = 0;
  const codeOf = (body: string): string => (JSON.parse(body) as { data: { code: string } }).data.code;

  it("H17: rejects 10 MB with 413, with a length or chunked, without keeping it in memory", async () => {
    // created once: the client shares the process, so its copies would be measured too
    const megabytes = Buffer.alloc(10 * MIB, "x");
    const size = `${megabytes.length.toString(16)}\r\n`;
    const chunk = Buffer.concat([Buffer.from(size), megabytes, Buffer.from("\r\n0\r\n\r\n")]);
    const round = async (): Promise<void> => {
      const announced = await login(megabytes);
      expect(announced.status).to.equal(413);
      expect(codeOf(announced.body)).to.equal("payload_too_large");
      expect((await login(chunk, "Transfer-Encoding: chunked")).status).to.equal(413);
    };
    await round();
    const before = residentMegabytes();
    for (let rounds = 0; rounds < 8; rounds++) {
      await round();
      collectGarbage();
    }
    expect(residentMegabytes() - before).to.be.below(100);
  });

  it("H17: returns 422 for deeply nested or very wide JSON", async () => {
    const keys = Object.fromEntries(Array.from({ length: 12_000 }, (_, index) => [`k${index}`, 1]));
    const bodies = [
      nested(50_000, "[", "]"),
      `{"email":${nested(50_000, "[", "]")},"password":"x"}`,
      `${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}`,
      JSON.stringify(keys),
      `{${Array.from({ length: 50_000 }, () => '"a":1').join()}}`,
      `[${"1,".repeat(100_000)}1]`,
    ];
    for (const body of bodies) {
      const response = await login(body);
      expect(response.status, body.slice(0, 20)).to.be.oneOf([400, 413, 422]);
      expect(response.body.length).to.be.below(32 * 1024);
    }
    expect((await login(bodies[0]!)).status).to.equal(422);
  });

  it("H17: names at most fifty unknown keys, which keeps the response small", async () => {
    const keys = Object.fromEntries(Array.from({ length: 12_000 }, (_, index) => [`k${index}`, 1]));
    const response = await login(JSON.stringify(keys));
    const { errors } = (JSON.parse(response.body) as { data: { errors: object } }).data;
    expect(Object.keys(errors)).to.have.length(50);
  });

  it("M12: treats __proto__ and constructor as ordinary keys", async () => {
    const { body, status } = await login(
      '{"__proto__":{"admin":1},"constructor":{"prototype":{"admin":1}},"email":"a"}',
    );
    expect(status).to.equal(422);
    expect(body).to.include('"constructor":["The field constructor is unknown."]');
    expect(({} as Record<string, unknown>)["admin"]).to.equal(undefined);
  });

  it("M12: treats __proto__ in a query as an unknown name", async () => {
    const { token } = await world.make.userWithToken({ role: "admin" });
    for (const query of [
      "__proto__[admin]=1",
      "constructor[prototype][admin]=1",
      "filter[__proto__][admin]=1",
    ])
      await world.api
        .as(token)
        .get(`/users?${query}`)
        .expect(({ status }) => expect(status).to.be.oneOf([200, 422]));
    expect(({} as Record<string, unknown>)["admin"]).to.equal(undefined);
  });

  it("H17: responds to a query with two thousand parameters and to a path of any length", async () => {
    const { token } = await world.make.userWithToken({ role: "admin" });
    const query = Array.from({ length: 2000 }, (_, index) => `p${index}`).join("&");
    await world.api.as(token).get(`/users?${query}`).expect(422);
    await world.api
      .as(token)
      .get(`/users?${"filter[search]=x&".repeat(700)}`)
      .expect(422);
    await world.api
      .as(token)
      .get(`/users?filter${"[a]".repeat(1000)}=x`)
      .expect(422);
    await world.api
      .as(token)
      .get(`/users/${"9".repeat(8000)}`)
      .expect(({ status }) => expect(status).to.be.oneOf([404, 422]));
    await world.api.get(`/${"a/".repeat(4000)}`).expect(404);
  });

  it("H17: returns 431 in the envelope for 20 kB of headers", async () => {
    const { status, headers, body } = await login(
      "{}",
      "Content-Length: 2",
      `X-Filler: ${"x".repeat(20_000)}`,
    );
    expect(status).to.equal(431);
    expect(headers["content-type"]).to.equal("application/json; charset=utf-8");
    const envelope = JSON.parse(body) as Record<string, unknown>;
    expect(Object.keys(envelope)).to.deep.equal(["success", "status", "message", "data", "meta", "trace_id"]);
    expect(envelope).to.deep.include({
      success: false,
      status: 431,
      data: { code: "malformed_request" },
      meta: {},
    });
    expect(envelope["trace_id"]).to.equal(headers["x-request-id"]);
  });

  it("returns 400 in the envelope for invalid HTTP", async () => {
    for (const bytes of ["NONSENSE\r\n\r\n", "GET /api/v1/auth/me HTTP/1.1\r\nBad Header\r\n\r\n"]) {
      const { status, body, headers } = await sendRaw(listener.port, bytes);
      expect(status).to.equal(400);
      expect(JSON.parse(body)).to.deep.include({
        success: false,
        status: 400,
        trace_id: headers["x-request-id"],
      });
    }
  });

  it("rejects two lengths, or a length with chunked encoding, to prevent request smuggling", async () => {
    for (const headers of [
      ["Content-Length: 2", "Content-Length: 40"],
      ["Content-Length: 2", "Transfer-Encoding: chunked"],
    ]) {
      const { status } = await login("{}", ...headers);
      expect(status).to.equal(400);
    }
  });

  it("reads the next request after an ignored body", async () => {
    const unwanted = '{"a":1}';
    const first = `GET /api/v1/nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${unwanted.length}\r\n\r\n${unwanted}`;
    const second = "GET /api/v1/auth/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    const answers = await exchange(listener.port, first + second);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(["HTTP/1.1 404", "HTTP/1.1 401"]);
  });

  it("H18: allocates nothing for the parameters of a media type, with or without a body", async () => {
    const { token } = await world.make.userWithToken();
    let compiled = 0;
    const { prototype } = Ajv.default;
    const original = Object.getOwnPropertyDescriptor(prototype, "compile")!.value as typeof prototype.compile;
    const ask = async (parameter: string): Promise<void> => {
      const type = `application/json; ${parameter}`;
      await world.api.post("/auth/login", "{}").set("Content-Type", type).expect(422);
      await world.api.as(token).get("/auth/me").set("Content-Type", type).expect(200);
      await world.api.as(token).head("/auth/me").set("Content-Type", type).expect(200);
      await world.api.as(token).get("/users").set("Content-Type", `text/${parameter}`).expect(403);
    };
    await ask("x=0");
    prototype.compile = function (this: unknown, ...args: unknown[]) {
      compiled++;
      return Reflect.apply(original, this, args) as ReturnType<typeof original>;
    } as typeof original;
    try {
      for (let round = 1; round <= 50; round++) await ask(`x=${round}`);
    } finally {
      prototype.compile = original;
    }
    expect(compiled).to.equal(0);
  });
});
