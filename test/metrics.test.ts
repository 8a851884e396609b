import { expect } from "chai";
import { deliverMails } from "../src/domain/mail/mail-delivery.js";
import { MINUTE } from "../src/lib/clock.js";
import { MEASURED } from "./support/app/config.js";
import { PASSWORD } from "./support/app/factories.js";
import { together } from "./support/app/processes.js";
import { picture } from "./support/app/upload.js";
import { useWorld } from "./support/app/world.js";
import { sendDue, useReceiver } from "./support/webhooks/receiver.js";

describe("The metrics", () => {
  const world = useWorld({ ...MEASURED, SLOW_STATEMENT_MS: "0", WEBHOOKS_ALLOW_LOOPBACK: "true" });
  const receiver = useReceiver();
  const text = (): Promise<string> => world.services.metrics.registry.metrics();
  const valueOf = (series: string, metrics: string): number =>
    Number(new RegExp(`^${series.replaceAll(/[{}.+]/g, "\\$&")} (\\S+)$`, "m").exec(metrics)?.[1] ?? 0);
  /** How much the series grows. */
  async function growth(series: string, work: () => PromiseLike<unknown>): Promise<number> {
    const before = valueOf(series, await text());
    await work();
    return valueOf(series, await text()) - before;
  }

  it("time responses by route, class of method and class of status", async () => {
    const { token } = await world.make.userWithToken();
    const answered = 'authdock_request_duration_seconds_count{route="auth.me",method="read",status="2xx"}';
    expect(await growth(answered, () => world.api.as(token).get("/auth/me").expect(200))).to.equal(1);
    const rejected =
      'authdock_request_duration_seconds_count{route="auth.login",method="write",status="4xx"}';
    const login = () => world.api.post("/auth/login", { email: "a@example.test", password: "x" });
    expect(await growth(rejected, login)).to.equal(1);
    const page = 'authdock_request_duration_seconds_count{route="login",method="read",status="2xx"}';
    expect(await growth(page, () => world.visitor().get("/login"))).to.equal(1);
  });

  it("put each duration into the buckets that it fits", async () => {
    const series = (le: string): string =>
      `authdock_request_duration_seconds_bucket{le="${le}",route="auth.me",method="read",status="4xx"}`;
    await world.api.get("/auth/me").expect(401);
    const metrics = await text();
    const bounds = ["0.001", "0.01", "0.1", "1", "10", "+Inf"].map((le) => valueOf(series(le), metrics));
    expect(bounds).to.deep.equal([...bounds].sort((one, other) => one - other));
    expect(bounds.at(-1)).to.equal(
      valueOf('authdock_request_duration_seconds_count{route="auth.me",method="read",status="4xx"}', metrics),
    );
    expect(bounds.at(-1)).to.be.greaterThan(0);
  });

  it("know no address, however many are requested", async () => {
    await together(20, (index) => world.api.get(`/nowhere/${index}`).expect(404).then());
    await world.visitor().get("/nowhere-at-all");
    const metrics = await text();
    expect(metrics).not.to.include("nowhere");
    expect(metrics).to.include('route="none",method="read",status="4xx"');
  });

  it("time statements by kind, and count slow ones by route", async () => {
    const { token } = await world.make.userWithToken();
    const show = () => world.api.as(token).get("/auth/me").expect(200);
    expect(await growth('authdock_statement_duration_seconds_count{kind="select"}', show)).to.be.greaterThan(
      0,
    );
    expect(await growth('authdock_slow_statements_total{route="auth.me"}', show)).to.be.greaterThan(0);
    const write = () => world.services.knex("mails").where({ id: "none" }).update({ attempts: 1 });
    expect(await growth('authdock_statement_duration_seconds_count{kind="update"}', write)).to.equal(1);
  });

  it("report the connections to the database", async () => {
    const { knex } = world.services;
    await knex.transaction(async (trx) => {
      await trx.raw("select 1");
      const metrics = await text();
      expect(valueOf('authdock_database_connections{pool="main",state="used"}', metrics)).to.equal(1);
      expect(valueOf('authdock_database_connection_waiters{pool="main"}', metrics)).to.be.at.most(1);
    });
  });

  it("begin with zero, so that an alert sees the first event", async () => {
    const metrics = await text();
    for (const series of [
      'authdock_mails_total{outcome="failed"} 0',
      'authdock_logout_notices_total{outcome="expired"} 0',
      'authdock_contract_violations_total{operation="users.index"} 0',
    ])
      expect(metrics).to.include(series);
  });

  it("count sign-ins by method and result", async () => {
    const { email } = await world.make.user();
    const login = (password: string) => () => world.api.post("/auth/login", { email, password });
    const series = (result: string): string =>
      `authdock_sign_ins_total{method="password",result="${result}"}`;
    expect(await growth(series("success"), login(PASSWORD))).to.equal(1);
    expect(await growth(series("failure"), login("wrong-password"))).to.equal(1);
    expect(await growth(series("success"), login("wrong-password"))).to.equal(0);
  });

  it("count rejections by the name of the limit, which the log has, too", async () => {
    const login = () =>
      world.api
        .post("/auth/login", { email: "a@example.test", password: "x" })
        .set("X-Forwarded-For", "192.0.2.9");
    for (let tries = 0; tries < 5; tries++) await login().expect(401);
    const limit = "throttle:5,1";
    expect(await growth(`authdock_limited_requests_total{limit="${limit}"}`, login)).to.equal(1);
    expect(world.logs.findLast(({ status }) => status !== undefined)).to.include({ status: 429, limit });
  });

  it("time how long passwords wait to be hashed", async () => {
    const work = () => together(4, () => world.services.passwords.hash("a-Password-1"));
    expect(await growth("authdock_password_hash_wait_seconds_count", work)).to.equal(4);
    expect(valueOf("authdock_password_hash_queue", await text())).to.equal(0);
  });

  it("report mails: their attempts, and how long the oldest has waited", async () => {
    const { email } = await world.make.user();
    world.freezeTime();
    await world.api.post("/auth/forgot-password", { email }).expect(200);
    world.advance(5 * MINUTE);
    expect(valueOf("authdock_mail_delay_seconds", await text())).to.equal(300);
    const deliver = () => deliverMails(world.services, () => Promise.resolve());
    expect(await growth("authdock_mail_duration_seconds_count", deliver)).to.equal(1);
    expect(valueOf("authdock_mail_delay_seconds", await text())).to.equal(0);
  });

  it("report webhooks: their attempts, whose fail, and how long the oldest event has waited", async () => {
    world.freezeTime();
    const { user, token } = await world.make.userWithToken({ role: "system_admin" });
    const api = world.api.as(token);
    const hook = { url: receiver.url, types: ["user.updated"] };
    const { id } = (await api.post("/webhooks", hook).expect(201)).body.data as { id: string };
    await api.patch(`/users/${user.id}`, { first_name: "Augusta" }).expect(200);
    const waited = "authdock_webhook_oldest_undelivered_seconds";
    const send = () => sendDue(world.services);
    const attempts = (outcome: string) => `authdock_webhook_deliveries_total{outcome="${outcome}"}`;

    receiver.answer = () => ({ status: 503 });
    expect(await growth(attempts("deferred"), send)).to.equal(1);
    expect(valueOf(`authdock_webhook_failures_total{webhook="${id}"}`, await text())).to.equal(1);
    world.advance(5 * MINUTE);
    expect(valueOf(waited, await text())).to.equal(300);
    // as if it had been paused while the receiver was asked
    const pause = (paused: boolean) => world.services.knex("webhooks").where({ id }).update({ paused });
    await pause(true);
    expect(valueOf(waited, await text())).to.equal(0);
    await pause(false);
    receiver.reset();
    expect(await growth("authdock_webhook_duration_seconds_count", send)).to.equal(1);
    expect(valueOf(attempts("delivered"), await text())).to.equal(1);
    expect(valueOf(waited, await text())).to.equal(0);
  });

  it("add up over processes, except for figures of the whole database", async () => {
    const metrics = await world.services.metrics.registry.getMetricsAsJSON();
    const aggregators = new Map(metrics.map(({ name, aggregator }) => [name, aggregator]));
    for (const name of [
      "authdock_mails",
      "authdock_mail_delay_seconds",
      "authdock_webhook_oldest_undelivered_seconds",
      "authdock_build_info",
    ])
      expect(aggregators.get(name), name).to.equal("first");
    for (const name of ["authdock_request_duration_seconds", "authdock_database_connections"])
      expect(aggregators.get(name), name).to.equal("sum");
  });
});

describe("Without METRICS_TOKEN", () => {
  const world = useWorld({ SLOW_STATEMENT_MS: "0" });

  it("nothing is measured", async () => {
    const { email } = await world.make.user();
    await world.api.post("/auth/login", { email, password: PASSWORD }).expect(200);
    const metrics = await world.services.metrics.registry.metrics();
    const measured = metrics.split("\n").filter((line) => /_(total|count)(\{.*\})? [1-9]/.test(line));
    expect(measured).to.deep.equal([]);
  });
});

describe("A slow statement", () => {
  const world = useWorld({ SLOW_STATEMENT_MS: "0" });
  // counts of the API's limit are written by a timer
  const isOfTimer = ({ statement }: Record<string, unknown>): boolean =>
    /rate_limits/.test(String(statement));
  const slow = () => world.logs.filter((line) => line["msg"] === "slow statement" && !isOfTimer(line));

  it("is logged with route and trace id, without its values", async () => {
    const { token, user } = await world.make.userWithToken({ role: "admin" });
    world.logs.length = 0;
    const { body } = await world.api.as(token).get(`/users/${user.id}`).expect(200);
    expect(slow()).not.to.deep.equal([]);
    for (const line of slow())
      expect(line).to.include({ level: "warn", route: "users.show", trace_id: body.trace_id });
    expect(slow().some(({ statement }) => /select .*\?/.test(String(statement)))).to.equal(true);
    expect(JSON.stringify(slow())).not.to.include(user.id).and.not.to.include(user.email);
  });

  it("belongs to its request on a page, and after an upload was read", async () => {
    const { visitor } = await world.signedIn();
    world.logs.length = 0;
    const page = await visitor.get("/profile");
    expect(slow()).not.to.deep.equal([]);
    for (const line of slow())
      expect(line).to.include({ route: "profile", trace_id: page.headers["x-request-id"] });
    const { token } = await world.make.userWithToken();
    world.logs.length = 0;
    const { body } = await world.api.as(token).put("/auth/me/avatar", picture()).expect(200);
    const update = slow().find(({ statement }) => /^update .users/.test(String(statement)));
    expect(update).to.include({ route: "auth.me.avatar.update", trace_id: body.trace_id });
  });

  it("of a mail in the queue has the trace id of the request", async () => {
    const { email } = await world.make.user();
    const { body } = await world.api.post("/auth/forgot-password", { email }).expect(200);
    world.logs.length = 0;
    await deliverMails(world.services, () => Promise.resolve());
    expect(slow().filter((line) => line["trace_id"] === body.trace_id)).to.have.length(2);
  });

  it("has shortened lists", async () => {
    const ids = Array.from({ length: 200 }, (_, index) => String(index));
    await world.services.knex("users").whereIn("id", ids).select("id");
    expect(String(slow().at(-1)!["statement"])).to.match(/in \(\?, …\)/);
  });
});

describe("A statement below the threshold", () => {
  const world = useWorld({ SLOW_STATEMENT_MS: "60000" });

  it("is not logged", async () => {
    await world.api.get("/auth/me").expect(401);
    expect(world.logs.filter(({ msg }) => msg === "slow statement")).to.deep.equal([]);
  });
});
