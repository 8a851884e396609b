import { expect } from "chai";
import { createApp, type App } from "../../src/app.js";
import { closeServices, createServices, type Services } from "../../src/domain/services.js";
import { ApiClient } from "../support/app/client.js";
import { testConfig } from "../support/app/config.js";
import { freshDatabase } from "../support/database/database.js";
import { Factories, PASSWORD } from "../support/app/factories.js";
import { memoryLog } from "../support/app/log.js";
import { startRedisCluster, startSentinels, type RedisGroup } from "../support/database/redis-groups.js";
import { until } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

/** The key of the probe of /ready, and so the node whose failure it sees. */
const PROBE = "authdock:limit:readiness";
/** Sentinels that got no processor for two seconds stop for 30 seconds (TILT), and a failed vote is repeated after ten. */
const RECOVERS_WITHIN = 90_000;

for (const [what, startGroup] of [
  ["Sentinels", startSentinels],
  ["a Redis cluster", startRedisCluster],
] as const)
  describeWith("Redis", `Rate limits with ${what}`, function () {
    this.timeout(180_000);
    let group: RedisGroup;
    let services: Services;
    let app: App;
    let api: ApiClient;
    let token: string;

    const start = async (isEncrypted: boolean): Promise<void> => {
      group = await startGroup(isEncrypted);
      services = createServices(testConfig({ REDIS_URL: group.url }), memoryLog().logger);
      await freshDatabase(services.knex);
      app = await createApp(services);
      api = new ApiClient(app.listener);
      ({ token } = await new Factories(services).userWithToken());
    };
    afterEach(async () => {
      app.close();
      await closeServices(services);
      await group.stop();
    });

    const login = (ip: string) =>
      api.post("/auth/login", { email: `${ip}@example.test`, password: PASSWORD }).set("X-Forwarded-For", ip);
    /** Addresses whose counters are on different nodes of a cluster. */
    const addresses = Array.from({ length: 12 }, (_, n) => `203.0.${n + 1}.1`);

    for (const isEncrypted of [false, true])
      it(`are counted for every address${isEncrypted ? ", over encrypted connections" : ""}`, async () => {
        await start(isEncrypted);
        for (const ip of addresses) {
          const statuses: number[] = [];
          for (let n = 0; n < 6; n++) statuses.push((await login(ip)).status);
          expect(statuses, ip).to.deep.equal([401, 401, 401, 401, 401, 429]);
        }
        const { body } = await api.get("//ready").expect(200);
        expect(body.parts).to.include({ redis: "ok" });
        expect(await services.knex("rate_limits")).to.deep.equal([]);
      });

    for (const [how, signal] of [
      ["is killed", "SIGKILL"],
      ["hangs", "SIGSTOP"],
    ] as const)
      it(`reject sign-in when a master ${how}, until a replica has taken over`, async () => {
        await start(false);
        for (const ip of addresses) await login(ip).expect(401);
        const master = await group.masterOf(PROBE);
        master.kill(signal);
        const statuses = new Set<number>();
        const failedParts: unknown[] = [];
        const isServed = async (): Promise<boolean> => {
          const started = Date.now();
          const [ready, ...answers] = await Promise.all([api.get("//ready"), ...addresses.map(login)]);
          expect(Date.now() - started, "the time of an answer").to.be.below(8000);
          if (ready!.status === 503) failedParts.push(ready!.body.parts);
          for (const { status } of answers) statuses.add(status);
          await api.as(token).get("/auth/me").expect(200);
          return [ready!, ...answers].every(({ status }) => status !== 503);
        };
        await until("sign-in is rejected", async () => !(await isServed()));
        await until("a replica has taken over", isServed, RECOVERS_WITHIN);
        expect([...statuses].filter((status) => ![401, 429].includes(status))).to.deep.equal([503]);
        const parts = { database: "ok", migrations: "ok", app_key: "ok", redis: "failed" };
        expect(failedParts[0]).to.deep.equal(parts);
        const successor = await group.masterOf(PROBE);
        expect(successor.pid).to.not.equal(master.pid);
      });
  });
