import { expect } from "chai";
import { Redis } from "ioredis";
import { createApp, type App } from "../../src/app.js";
import { closeServices, createServices, type Services } from "../../src/domain/services.js";
import { MINUTE, now } from "../../src/lib/clock.js";
import { ApiClient, freshIp } from "../support/app/client.js";
import { testConfig } from "../support/app/config.js";
import { freshDatabase } from "../support/database/database.js";
import { Factories, PASSWORD, registration } from "../support/app/factories.js";
import { memoryLog } from "../support/app/log.js";
import { startRedis, type PrivateRedis } from "../support/database/redis.js";
import { describeWith } from "../support/app/requires.js";

describeWith("Redis", "Rate limits counted in Redis", function () {
  this.timeout(30_000);
  let redis: PrivateRedis;
  let services: Services[];
  let apps: App[];
  let clients: ApiClient[];
  let token: string;
  const api = (n: number): ApiClient => clients[n % clients.length]!;

  beforeEach(async () => {
    redis = await startRedis();
    const config = testConfig({ REDIS_URL: redis.url });
    services = [1, 2].map(() => createServices(config, memoryLog().logger));
    for (const { knex } of services) await freshDatabase(knex);
    apps = await Promise.all(services.map((each) => createApp(each)));
    clients = apps.map((app) => new ApiClient(app.listener));
    ({ token } = await new Factories(services[0]!).userWithToken());
  });
  afterEach(async () => {
    for (const app of apps) app.close();
    await Promise.all(services.map(closeServices));
    await redis.stop();
  });

  const login = (n: number, ip: string) =>
    api(n)
      .post("/auth/login", { email: `nobody${n}@example.test`, password: PASSWORD })
      .set("X-Forwarded-For", ip);

  it("H29: are exact over two apps", async () => {
    const ip = freshIp();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => login(n, ip)));
    expect(answers.filter(({ status }) => status === 401)).to.have.length(5);
    const rejected = answers.filter(({ status }) => status === 429);
    expect(rejected).to.have.length(45);
    for (const { headers } of rejected) expect(Number(headers["retry-after"])).to.be.within(1, 60);
  });

  it("are increased together by two apps", async () => {
    const add = (app: number, hits: Record<string, number>) =>
      services[app]!.counters.addAll(new Map(Object.entries(hits)), MINUTE);
    await add(0, { a: 2, b: 1 });
    const counts = await add(1, { a: 3, c: 1 });
    expect([...counts].map(([key, { hits }]) => [key, hits])).to.deep.equal([
      ["a", 5],
      ["c", 1],
    ]);
    for (const { resetsAt } of counts.values()) expect(resetsAt - now()).to.be.within(1, MINUTE);
  });

  it("aren't stored in the database", async () => {
    await login(0, freshIp());
    expect(await services[0]!.knex("rate_limits")).to.deep.equal([]);
  });

  for (const [how, signal] of [
    ["is down", "SIGKILL"],
    ["hangs", "SIGSTOP"],
  ] as const)
    it(`reject sign-in and registration while Redis ${how}, but not authenticated requests`, async () => {
      await login(0, freshIp());
      redis.signal(signal);
      const rejected = await Promise.all([
        login(0, freshIp()),
        api(1).post("/auth/register", registration()),
        api(0).post("/auth/two-factor-challenge", { challenge: "none", code: "123456" }),
      ]);
      for (const { status, headers } of rejected) {
        expect(status).to.equal(503);
        expect(Number(headers["retry-after"])).to.be.at.least(1);
      }
      for (let n = 0; n < 5; n++) await api(0).as(token).get("/auth/me").expect(200);
      if (signal === "SIGKILL") return;
      redis.signal("SIGCONT");
      await login(0, freshIp()).expect(401);
    });

  for (const [trouble, commands] of [
    ["is full", ["config set maxmemory 1"]],
    ["is a read-only replica", ["replicaof 127.0.0.1 1"]],
    ["requires a password", ["config set requirepass secret", "client kill type normal"]],
  ] as const)
    it(`make /ready fail while Redis ${trouble}`, async () => {
      await login(0, freshIp());
      const operator = new Redis(redis.url);
      for (const command of commands) {
        const [name, ...parameters] = command.split(" ");
        await operator.call(name!, ...parameters);
      }
      operator.disconnect();
      const { body } = await api(0).get("//ready").expect(503);
      expect(body).to.deep.equal({
        status: "not ready",
        parts: { database: "ok", migrations: "ok", app_key: "ok", redis: "failed" },
      });
    });
});
