import { expect } from "chai";
import { PASSWORD } from "../support/app/factories.js";
import { useHangingDatabase } from "../support/database/faults.js";
import { together, until, useFleet, useFolder, type Answer } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

const MOST = 10_000;
const METRICS_TOKEN = "metrics-token-of-this-test";

describeWith("MariaDB", "The service while the database hangs", function () {
  this.timeout(90_000);
  const fleet = useFleet(1, { METRICS_TOKEN });
  const database = useHangingDatabase();

  it("H11: ends every request within ten seconds with 503, and recovers with the database", async () => {
    const { token } = await fleet.make.userWithToken({ role: "system_admin" });
    const { email } = await fleet.make.user();
    const api = fleet.api(0);
    const requests: (() => Promise<Answer>)[] = [
      () => api.as(token).get("/auth/me"),
      () => api.as(token).get("/users"),
      () => api.as(token).get("/definitions"),
      () => api.post("/auth/login", { email, password: PASSWORD }),
    ];
    await Promise.all(requests.map((ask) => ask())); // opens connections before the database stops
    await database.stop();

    const started = Date.now();
    const all = together(24, (n) => requests[n % requests.length]!());
    expect((await api.get("//up")).status).to.equal(200);
    await until("it is not ready", async () => (await api.get("//ready")).status === 503);
    for (const { status, headers, body } of await all) {
      expect(status).to.equal(503);
      expect(body.message).to.equal("A server error occurred.");
      expect(Number(headers.get("retry-after"))).to.be.at.least(1);
    }
    expect(Date.now() - started).to.be.below(MOST);

    await database.goOn();
    await until("it is ready again", async () => (await api.get("//ready")).status === 200, MOST);
    for (const ask of requests) expect((await ask()).status).to.equal(200);
  });

  it("still returns its metrics, without those that are in the database", async () => {
    const scrape = async () => {
      const started = Date.now();
      const answer = await fetch(`http://127.0.0.1:${fleet.servers[0]!.port}/metrics`, {
        headers: { authorization: `Bearer ${METRICS_TOKEN}` },
      });
      return { text: await answer.text(), ms: Date.now() - started };
    };
    expect((await scrape()).text).to.match(/^authdock_mail_delay_seconds 0$/m);
    await database.stop();
    const { text, ms } = await scrape();
    expect(text)
      .to.include("process_cpu_seconds_total")
      .and.match(/^authdock_mail_delay_seconds Nan$/m);
    expect(ms).to.be.below(5000);
    await database.goOn();
  });

  it("exits within ten seconds on SIGTERM", async () => {
    const { token } = await fleet.make.userWithToken();
    await database.stop();
    const pending = together(4, () =>
      fleet
        .api(0)
        .as(token)
        .get("/auth/me")
        .catch(() => null),
    );
    // it has their connections when it answers one that was opened later
    expect((await fleet.api(0).get("//up")).status).to.equal(200);
    const started = Date.now();
    expect(await fleet.servers[0]!.stop()).to.deep.equal({ code: 0, signal: null });
    expect(Date.now() - started).to.be.below(MOST);
    for (const answer of await pending) expect(answer?.status).to.equal(503);
  });
});

for (const [tool, count] of [
  ["SQLite", 1],
  ["MariaDB", 2],
] as const)
  describeWith(tool, `The service without a table on ${tool}`, function () {
    const folder = useFolder();
    const fleet = useFleet(
      count,
      {},
      ...(tool === "SQLite" ? [() => `sqlite:${folder.path}/authdock.sqlite`] : []),
    );

    it("H12: leads to a 5xx that reveals nothing, and the process keeps running", async () => {
      const { user, token } = await fleet.make.userWithToken({ role: "system_admin" });
      await fleet.services.knex.raw("alter table personal_access_tokens rename to elsewhere");
      const answers = await Promise.all([
        fleet.api(0).as(token).get("/auth/me"),
        fleet.api(1).as(token).get("/users"),
        fleet.api(0).post("/auth/login", { email: user.email, password: PASSWORD }),
        fleet.api(1).as(token).patch(`/users/${user.id}`, { first_name: "Nobody" }),
      ]);
      await fleet.services.knex.raw("alter table elsewhere rename to personal_access_tokens");
      for (const { status, body, headers } of answers) {
        expect(status).to.be.within(500, 503);
        expect(JSON.stringify(body)).not.to.match(/personal_access_tokens|select|SQL|table/i);
        const { process } = fleet.servers.find(({ process: { output } }) =>
          output.includes(headers.get("x-request-id")!),
        )!;
        const logged = process.logs.find(
          (line) => line["trace_id"] === body.trace_id && line["err"] !== undefined,
        );
        expect(JSON.stringify(logged)).to.include("personal_access_tokens");
      }
      for (const { process } of fleet.servers) expect(process.isRunning).to.equal(true);
      expect((await fleet.api(0).as(token).get("/auth/me")).status).to.equal(200);
      expect((await fleet.api(1).as(token).get("/auth/me")).status).to.equal(200);
    });

    it("makes /ready fail while a migration has not run", async () => {
      const { knex } = fleet.services;
      const last = await knex("migrations").orderBy("id", "desc").first();
      await knex("migrations").where({ id: last.id }).del();
      const ready = async (): Promise<Answer> => fleet.api(0).get("//ready");
      await until("it is not ready", async () => (await ready()).status === 503);
      expect((await ready()).body.parts).to.include({ database: "ok", migrations: "failed" });
      await knex("migrations").insert(last);
      await until("it is ready again", async () => (await ready()).status === 200);
    });
  });
