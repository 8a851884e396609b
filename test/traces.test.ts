import { expect } from "chai";
import { deliverMails } from "../src/domain/mail/mail-delivery.js";
import { closeServices, createServices } from "../src/domain/services.js";
import { PRODUCT_VERSION } from "../src/lib/version.js";
import { Collector, type ExportedSpan } from "./support/app/collector.js";
import { testConfig } from "./support/app/config.js";
import { memoryLog } from "./support/app/log.js";
import { useWorld } from "./support/app/world.js";

const PARENT = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const header = (flags: string): string => `00-${PARENT.traceId}-${PARENT.spanId}-${flags}`;
const [SERVER, CLIENT] = [2, 3];

describe("Traces", () => {
  const collector = new Collector();
  const world = useWorld(async () => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(),
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-the-collector",
    OTEL_SERVICE_NAME: "authdock-of-the-test",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
  }));
  after(() => collector.stop());
  const exported = async (): Promise<ExportedSpan[]> => {
    await world.services.traces!.flush();
    return collector.spans;
  };
  beforeEach(async () => {
    await exported();
    collector.spans.length = 0;
  });

  it("have a span for each request, named by its route and linked by its trace id", async () => {
    const { token, user } = await world.make.userWithToken({ role: "admin" });
    const { body } = await world.api.as(token).get(`/users/${user.id}`).expect(200);
    const span = (await exported()).find(({ kind }) => kind === SERVER)!;
    expect(span).to.include({ name: "users.show", traceId: body.trace_id.replaceAll("-", "") });
    expect(span.attributes).to.deep.equal({
      "http.request.method": "GET",
      "authdock.route": "users.show",
      "authdock.trace_id": body.trace_id,
      "http.response.status_code": 200,
    });
    const line = world.logs.find(({ trace_id }) => trace_id === body.trace_id);
    expect(line).to.include({ otel_trace_id: span.traceId });
  });

  it("have a span for each statement of a request, without its values", async () => {
    const { token, user } = await world.make.userWithToken({ role: "admin" });
    await world.api.as(token).get(`/users/${user.id}`).expect(200);
    const spans = await exported();
    const request = spans.find(({ kind }) => kind === SERVER)!;
    const statements = spans.filter(({ kind }) => kind === CLIENT);
    expect(statements).not.to.deep.equal([]);
    for (const { parentSpanId, traceId } of statements)
      expect({ parentSpanId, traceId }).to.deep.equal({
        parentSpanId: request.spanId,
        traceId: request.traceId,
      });
    expect(statements.map(({ name }) => name)).to.include("select");
    expect(JSON.stringify(spans)).not.to.include(user.id).and.not.to.include(user.email);
  });

  it("have a span for each page, and an error for a failed request", async () => {
    await world.visitor().get("/login");
    await world.api.get("/nowhere").expect(404);
    const spans = (await exported()).filter(({ kind }) => kind === SERVER);
    expect(spans.map(({ name }) => name)).to.deep.equal(["login", "GET"]);
    expect(spans.map(({ status }) => status.code)).to.deep.equal([0, 0]);
  });

  it("have a span for a mail in the trace of the request that queued it", async () => {
    const { email } = await world.make.user();
    const { body } = await world.api.post("/auth/forgot-password", { email }).expect(200);
    await deliverMails(world.services, () => Promise.reject(new Error("451 try again later")));
    const mail = (await exported()).find(({ name }) => name === "mail reset_password")!;
    expect(mail.traceId).to.equal(body.trace_id.replaceAll("-", ""));
    expect(mail.attributes).to.include({ "authdock.trace_id": body.trace_id });
    expect(mail.status.code).to.equal(2);
    expect(JSON.stringify(collector.spans)).not.to.include(email);
  });

  it("continue the trace of a trusted proxy", async () => {
    await world.api.get("/auth/me").set("traceparent", header("01")).expect(401);
    const span = (await exported()).find(({ kind }) => kind === SERVER)!;
    expect(span).to.include({ traceId: PARENT.traceId, parentSpanId: PARENT.spanId });
    expect(world.logs.at(-1)).to.include({ otel_trace_id: PARENT.traceId });
  });

  it("aren't recorded when the proxy decided so", async () => {
    await world.api.get("/auth/me").set("traceparent", header("00")).expect(401);
    expect(await exported()).to.deep.equal([]);
  });

  it("ignore a malformed header", async () => {
    const { body } = await world.api.get("/auth/me").set("traceparent", "00-0-0-01").expect(401);
    const span = (await exported()).find(({ kind }) => kind === SERVER)!;
    expect(span.traceId).to.equal(body.trace_id.replaceAll("-", ""));
  });

  it("are sent with the operator's headers and name the service", async () => {
    await world.api.get("/auth/me").expect(401);
    await exported();
    expect(collector.headers.at(-1)).to.include({
      url: "/v1/traces",
      authorization: "Bearer of-the-collector",
    });
    expect(collector.resource).to.include({
      "service.name": "authdock-of-the-test",
      "service.version": PRODUCT_VERSION,
      "deployment.environment.name": "test",
    });
  });

  it("that can't be exported are lost, which is logged once a minute, and no request notices", async () => {
    collector.answer = (response) => void response.writeHead(400).end();
    for (let requests = 0; requests < 3; requests++) {
      await world.api.get("/auth/me").expect(401);
      await world.services.traces!.flush().catch(() => undefined);
    }
    const warnings = world.logs.filter(({ msg }) => msg === "could not export traces");
    expect(warnings).to.have.length(1);
    collector.answer = (response) => void response.end("{}");
  });
});

describe("Traces without TRUST_PROXY", () => {
  const collector = new Collector();
  const world = useWorld(async () => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(),
    TRUST_PROXY: "",
  }));
  after(() => collector.stop());

  it("continue no trace, because anyone could send one", async () => {
    await world.api.get("/auth/me").set("traceparent", header("01")).expect(401);
    await world.services.traces!.flush();
    expect(collector.spans.map(({ traceId }) => traceId)).not.to.include(PARENT.traceId);
    expect(collector.spans).to.have.length.greaterThan(0);
  });
});

describe("A collector that doesn't answer", () => {
  const collector = new Collector();
  collector.answer = () => undefined;
  const world = useWorld(async () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start() }));
  after(() => collector.stop());

  it("delays neither requests nor the stop of the service", async () => {
    void world.services.traces!.flush().catch(() => undefined);
    await world.api.get("/auth/me").expect(401);
    void world.services.traces!.flush().catch(() => undefined);
    const started = performance.now();
    for (let requests = 0; requests < 20; requests++) await world.api.get("/auth/me").expect(401);
    expect(performance.now() - started).to.be.lessThan(4000);
    await world.services.traces!.close();
    expect(performance.now() - started).to.be.lessThan(8000);
  });
});

describe("Without variables of OpenTelemetry", () => {
  it("no traces are recorded and nothing is loaded", async () => {
    const services = createServices(testConfig(), memoryLog().logger);
    expect(services.traces).to.equal(null);
    await closeServices(services);
  });

  it("OTEL_TRACES_EXPORTER turns them on or off", async () => {
    const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_TRACES_EXPORTER: "none" };
    const off = createServices(testConfig(variables), memoryLog().logger);
    expect(off.traces).to.equal(null);
    const on = createServices(testConfig({ OTEL_TRACES_EXPORTER: "otlp" }), memoryLog().logger);
    expect(on.traces).not.to.equal(null);
    await closeServices(off);
    await closeServices(on);
  });
});
