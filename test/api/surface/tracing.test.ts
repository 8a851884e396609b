import { expect } from "chai";
import { createApp, type App } from "../../../src/app.js";
import { closeServices, createServices, type Services } from "../../../src/domain/services.js";
import { createLogger } from "../../../src/lib/telemetry/log.js";
import { ApiClient } from "../../support/app/client.js";
import { testConfig } from "../../support/app/config.js";
import { freshDatabase } from "../../support/database/database.js";
import { Factories, PASSWORD, registration } from "../../support/app/factories.js";
import { whileQueriesFail } from "../../support/database/faults.js";
import { sendRaw, useListener, type RawResponse } from "../../support/app/raw.js";
import { useWorld } from "../../support/app/world.js";

const UUID = /^[0-9a-f-]{36}$/;

describe("Request tracing", () => {
  const world = useWorld();
  const listener = useListener(world);

  const get = (...headers: string[]): Promise<RawResponse> =>
    sendRaw(
      listener.port,
      Buffer.from(
        ["GET /api/v1/nowhere HTTP/1.1", "Host: localhost", "Connection: close", ...headers, "", ""].join(
          "\r\n",
        ),
      ),
    );
  const lastLine = (): Record<string, unknown> => world.logs.findLast(({ method }) => method !== undefined)!;

  it("M15: logs a valid X-Request-ID next to the trace id and returns the server's own id", async () => {
    for (const id of ["a", "Order-7.retry_2", "x".repeat(128)]) {
      const response = await get(`X-Request-ID: ${id}`);
      expect(lastLine()).to.include({ client_request_id: id, trace_id: response.headers["x-request-id"] });
      expect(response.headers["x-request-id"]).to.match(UUID);
      expect(JSON.stringify(response)).not.to.include(`"${id}"`);
    }
  });

  it("M15: silently ignores an id that is too long, empty, repeated or contains other characters", async () => {
    const dropped = [
      [`X-Request-ID: ${"x".repeat(129)}`],
      ["X-Request-ID:"],
      ["X-Request-ID: two words"],
      ["X-Request-ID: a/b"],
      ["X-Request-ID: <script>"],
      ["X-Request-ID: caf\u00e9"],
      ["X-Request-ID: \u{1F600}"],
      ["X-Request-ID: first", "X-Request-ID: second"],
      ["X-Request-ID: same", "X-Request-ID: same"],
      [],
    ];
    for (const headers of dropped) {
      const response = await get(...headers);
      expect(response.status).to.equal(404);
      expect(response.headers["x-request-id"]).to.match(UUID);
      expect(lastLine(), headers.join()).not.to.have.property("client_request_id");
    }
  });

  it("M15: rejects a header with a bare line break", async () => {
    for (const value of ["a\r b", "a\nX-Injected: 1\r", "a\0b"]) {
      const response = await get(`X-Request-ID: ${value}`);
      expect(response.headers).not.to.have.property("x-injected");
      expect(response.headers["x-request-id"]).to.match(UUID);
    }
    expect(JSON.stringify(world.logs)).not.to.include("client_request_id");
  });

  it("M15: shows a client's id only in the log, not in headers, bodies, mails or records", async () => {
    const id = "correlation-4711";
    const { token } = await world.make.userWithToken();
    for (const [path, status] of [
      ["/auth/me", 200],
      ["/users", 403],
      ["/nowhere", 404],
    ] as const) {
      const response = await world.api.as(token).get(path).set("X-Request-ID", id).expect(status);
      expect(JSON.stringify(response.headers) + response.text).not.to.include(id);
    }
    await world.api.post("/auth/login", { email: "a@example.test", password: "x" }).set("X-Request-ID", id);
    const records = (await world.services.knex("activity_log")) as object[];
    expect(records).to.have.length(1);
    expect(JSON.stringify(records)).not.to.include(id);
  });

  it("records events under the trace id of their request", async () => {
    const { body } = await world.api
      .post("/auth/login", { email: "a@example.test", password: "x" })
      .expect(401);
    const record = (await world.services.knex("activity_log").first("trace_id")) as { trace_id: string };
    expect(record.trace_id).to.equal(body.trace_id);
  });

  it("logs one line per request with route, status and account, without the URL", async () => {
    const { user, token } = await world.make.userWithToken({ role: "admin" });
    await world.api.as(token).get(`/users/${user.id}?secret=in-the-query`).expect(422);
    await world.api.get("/in-the-path/secret").expect(404);
    const requests = world.logs.filter(({ method }) => method !== undefined);
    expect(requests).to.have.length(2);
    expect(requests[0]).to.include({ method: "GET", route: "users.show", status: 422, user_id: user.id });
    expect(requests[0]).not.to.have.property("path");
    expect(requests[1]).to.include({ method: "GET", route: null, status: 404 });
    expect(JSON.stringify(world.logs)).not.to.match(/in-the-query|\/users/);
  });

  it("keeps the URL, bearer token, password and statement values of a server error out of the log", async () => {
    const { user, token } = await world.make.userWithToken({ role: "admin" });
    await whileQueriesFail(
      world.services.knex,
      (sql) => (/insert into .users/.test(sql) ? new Error("the disk is on fire") : null),
      async () => {
        await world.api
          .as(token)
          .post("/users", registration({ email: "kept-out@example.test" }))
          .expect(500);
      },
    );
    const log = JSON.stringify(world.logs);
    expect(log).to.include("the disk is on fire").and.include("users.store");
    expect(log).not.to.include(token).and.not.to.include(PASSWORD);
    expect(log).not.to.match(/\/api\/v1|kept-out@example|\$2[aby]\$/);
    expect(log).to.include(user.id); // the account id is the only useful detail
  });
});

describe("The log", () => {
  let text = "";
  let services: Services;
  let app: App;
  before(async () => {
    services = createServices(
      testConfig(),
      createLogger("debug", false, { write: (line) => void (text += line) }),
    );
    await freshDatabase(services.knex);
    app = await createApp(services);
  });
  after(async () => {
    app.close();
    await closeServices(services);
  });

  it("M16: is one parseable JSON line per event, whatever a client sends", async () => {
    const api = new ApiClient(app.listener);
    const { token } = await new Factories(services).userWithToken({ role: "admin" });
    const attacks = [
      'a\r\n{"level":"fatal","msg":"forged"}',
      "\u001b[31mred\u001b[0m",
      "{}",
      "%s %j %o",
      '","level":"fatal","x":"',
    ];
    for (const attack of attacks) {
      await api.post("/auth/login", { email: attack, password: attack });
      await api
        .as(token)
        .get(`/users/${encodeURIComponent(attack)}`)
        .set("User-Agent", encodeURIComponent(attack));
      await api
        .get(`/${encodeURIComponent(attack)}`)
        .set("User-Agent", attack.replaceAll(/[\r\n\u001b]/g, ""));
    }
    const lines = text.trimEnd().split("\n");
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).to.have.length(attacks.length * 3);
    for (const event of events) expect(event).to.include.keys("level", "time", "trace_id", "route", "status");
    expect(events.filter(({ level }) => level !== "info")).to.deep.equal([]);
    expect(text).not.to.include("\u001b").and.not.to.include("forged");
  });
});

describe("A proxy that sends no forwarding header while TRUST_PROXY is set", () => {
  const world = useWorld({ TRUST_PROXY: "2" });
  const listener = useListener(world);
  const get = (path: string): Promise<RawResponse> =>
    sendRaw(
      listener.port,
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    );
  const warnings = () => world.logs.filter(({ level }) => level === "warn").map(({ msg }) => msg as string);

  it("causes one warning, at the first request that isn't a probe", async () => {
    for (const probe of ["/up", "/ready"]) await get(probe);
    expect(warnings()).to.deep.equal([]);
    for (let times = 0; times < 3; times++) await get("/login");
    expect(warnings()).to.have.length(1);
    expect(warnings()[0]).to.match(/received no X-Forwarded-For while TRUST_PROXY is set/);
  });
});

describe("A forwarding header while TRUST_PROXY is off", () => {
  const world = useWorld({ TRUST_PROXY: "" });

  it("causes one warning and is ignored", async () => {
    const isWarning = ({ level }: Record<string, unknown>): boolean => level === "warn";
    for (const address of ["203.0.113.1", "203.0.113.2", "203.0.113.3"])
      await world.api.get("/nowhere").set("X-Forwarded-For", address).expect(404);
    expect(world.logs.filter(isWarning)).to.have.length(1);
    expect(world.logs.find(isWarning)!["msg"]).to.match(/received X-Forwarded-For while TRUST_PROXY is off/);
    for (const line of world.logs.filter((each) => !isWarning(each)))
      expect(line["ip"]).to.match(/^(::ffff:)?127\.0\.0\.1$/);
  });

  it("H29: doesn't separate the clients behind the unknown proxy", async () => {
    const post = () => world.api.post("/auth/login", { email: "a@example.test", password: "x" });
    for (let tries = 0; tries < 5; tries++) await post().expect(401);
    await post().expect(429);
  });
});
