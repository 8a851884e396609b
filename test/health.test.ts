import { copyFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { closeServices, createServices } from "../src/domain/services.js";
import { verifyAppKey } from "../src/domain/upkeep/app-key.js";
import { ReadinessProbe } from "../src/domain/upkeep/readiness.js";
import { MINUTE, SECOND } from "../src/lib/clock.js";
import { Encryption } from "../src/lib/encryption.js";
import { onMariaDb, testConfig } from "./support/app/config.js";
import { memoryLog } from "./support/app/log.js";
import { useFolder } from "./support/app/processes.js";
import { freshDatabase } from "./support/database/database.js";
import { connectionRejected, whileQueriesFail } from "./support/database/faults.js";
import { queriesDuring } from "./support/app/queries.js";
import { useWorld } from "./support/app/world.js";

const METRICS_TOKEN = "metrics-token-of-this-test";

describe("Health checks", () => {
  const world = useWorld({ METRICS_TOKEN });
  let minutes = 0;
  beforeEach(() => world.advance(++minutes * MINUTE)); // lets the cached result of the previous test expire
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

  it("/up responds without the database", async () => {
    const { body } = await whileQueriesFail(world.services.knex, connectionRejected, () =>
      world.api.get("//up").expect(200),
    );
    expect(body).to.deep.equal({ status: "up" });
  });

  it("/ready succeeds when the database is reachable and every migration has run", async () => {
    const { body, headers } = await world.api.get("//ready").expect(200);
    expect(body).to.deep.equal({
      status: "ready",
      parts: { database: "ok", migrations: "ok", app_key: "ok" },
    });
    expect(headers["cache-control"]).to.equal("no-store");
    expect(headers["x-request-id"]).to.match(/^[0-9a-f-]{36}$/);
  });

  it("/metrics returns figures with the token", async () => {
    await world.api.get("/nowhere").expect(404);
    await world.api.get("/auth/me").expect(401);
    const { text } = await world.api.get("//metrics").set(bearer(METRICS_TOKEN)).expect(200);
    expect(text).to.match(/^authdock_api_responses_total\{operation="auth.me",status="401"\} [1-9]/m);
    expect(text).to.include("authdock_contract_violations_total");
    expect(text).to.match(/^authdock_mails\{status="queued"\} 0$/m);
    expect(text).to.include("authdock_mails_total");
    expect(text).to.match(
      /^authdock_request_duration_seconds_bucket\{le="\+Inf",route="auth.me",.*\} [1-9]/m,
    );
  });

  it("/ready checks at most once a second", async () => {
    world.advance(2 * SECOND);
    const queries = await queriesDuring(world.services.knex, () =>
      Promise.all([1, 2, 3].map(() => world.api.get("//ready").expect(200))),
    );
    expect(queries.filter((sql) => sql.startsWith("insert into"))).to.have.length(1);
    const more = await queriesDuring(world.services.knex, () => world.api.get("//ready").expect(200));
    expect(more).to.deep.equal([]);
    world.advance(2 * SECOND);
    const later = await queriesDuring(world.services.knex, () => world.api.get("//ready").expect(200));
    expect(later.filter((sql) => sql.startsWith("insert into"))).to.have.length(1);
  });

  it("/ready stays ready after a later release has migrated the database", async () => {
    const { knex } = world.services;
    const later = { name: "2099_01_01_000100_later.js", batch: 99, migration_time: new Date() };
    await knex("migrations").insert(later);
    world.advance(2 * SECOND);
    try {
      await world.api.get("//ready").expect(200);
    } finally {
      await knex("migrations").where({ name: later.name }).del();
    }
  });

  it("/ready fails while a migration is pending", async () => {
    const { knex } = world.services;
    const last = (await knex("migrations").orderBy("id", "desc").first()) as { id: number };
    await knex("migrations").where({ id: last.id }).del();
    world.advance(2 * SECOND);
    try {
      const { body } = await world.api.get("//ready").expect(503);
      expect(body).to.deep.equal({
        status: "not ready",
        parts: { database: "ok", migrations: "failed", app_key: "ok" },
      });
    } finally {
      await knex("migrations").insert(last);
    }
    world.advance(2 * SECOND);
    await world.api.get("//ready").expect(200);
  });

  it("/ready fails while the database is down, and logs the reason", async () => {
    world.advance(2 * SECOND);
    const { body } = await whileQueriesFail(world.services.knex, connectionRejected, () =>
      world.api.get("//ready").expect(503),
    );
    expect(body.parts).to.include({ database: "failed", migrations: "failed" });
    expect(JSON.stringify(body)).to.not.include("192.0.2.7");
    expect(JSON.stringify(world.logs)).to.include("ECONNREFUSED");
    world.advance(2 * SECOND);
    await world.api.get("//ready").expect(200);
  });

  for (const [trouble, code] of [
    ["is read-only", onMariaDb() ? "ER_OPTION_PREVENTS_STATEMENT" : "SQLITE_READONLY"],
    ["has a full disk", onMariaDb() ? "ER_RECORD_FILE_FULL" : "SQLITE_FULL"],
  ] as const)
    it(`/ready fails while the database ${trouble}`, async () => {
      world.advance(2 * SECOND);
      const rejectsWrites = (sql: string): Error | null =>
        /^(insert|update|delete)/i.test(sql) ? Object.assign(new Error(code), { code }) : null;
      const { body } = await whileQueriesFail(world.services.knex, rejectsWrites, () =>
        world.api.get("//ready").expect(503),
      );
      expect(body.parts).to.include({ database: "failed", migrations: "ok" });
    });

  it("/ready fails with a key that isn't the database's", async () => {
    const { config, knex } = world.services;
    const other = new Encryption(Buffer.alloc(32, 9), []);
    await knex("service_state").del();
    await verifyAppKey(knex, other);
    const probe = new ReadinessProbe({ ...world.services, config });
    expect((await probe.check()).parts).to.deep.equal({
      database: "ok",
      migrations: "ok",
      app_key: "failed",
    });
    await knex("service_state").del();
  });

  it("/metrics returns 404 without the token", async () => {
    await world.api.get("//metrics").expect(404);
    await world.api.get("//metrics").set(bearer("wrong")).expect(404);
    await world.api.get(`//metrics?token=${METRICS_TOKEN}`).expect(404);
  });
});

if (!onMariaDb())
  describe("Health checks of an SQLite file", () => {
    const folder = useFolder();

    it("/ready fails while the path names another file than the one that is open, or none", async () => {
      const file = join(folder.path, "authdock.sqlite");
      const other = join(folder.path, "other.sqlite");
      const log = memoryLog();
      const services = createServices(testConfig({ DATABASE_URL: `sqlite:${file}` }), log.logger);
      const database = async () => (await new ReadinessProbe(services).check()).parts.database;
      try {
        await freshDatabase(services.knex);
        expect(await database()).to.equal("ok");
        renameSync(file, other);
        expect(await database()).to.equal("failed");
        copyFileSync(other, file);
        expect(await database()).to.equal("failed");
        expect(JSON.stringify(log.lines)).to.include("was replaced or deleted");
        renameSync(other, file);
        expect(await database()).to.equal("ok");
      } finally {
        await closeServices(services);
      }
    });
  });

describe("Health checks without METRICS_TOKEN", () => {
  const world = useWorld();

  it("have no /metrics", async () => {
    for (const value of ["Bearer ", "Bearer undefined", "Bearer null"])
      await world.api.get("//metrics").set("Authorization", value).expect(404);
  });
});
