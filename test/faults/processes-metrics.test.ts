import { expect } from "chai";
import { MAILS_STAY, startServer, until, useFleet, type Server } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { freePort } from "../support/database/mariadb.js";

const METRICS_TOKEN = "metrics-token-of-this-test";

describeWith("MariaDB", "Metrics of several processes", function () {
  this.timeout(180_000);
  const fleet = useFleet(0, { ...MAILS_STAY, METRICS_TOKEN });
  let server: Server;

  beforeEach(async () => {
    const PORT = String(await freePort());
    server = await startServer({ ...fleet.variables, WEB_CONCURRENCY: "3", PORT });
    await until("all serve", () => workers().length === 3);
  });
  afterEach(() => server.stop("SIGKILL"));

  const workers = (): number[] =>
    server.process.logs.filter(({ msg }) => msg === "serving").map(({ pid }) => pid as number);

  /** Every connection reaches the next process. */
  async function get(path: string): Promise<string> {
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}`, Connection: "close" };
    return (await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })).text();
  }
  /** The value of a line, or null. */
  async function figure(line: string): Promise<number | null> {
    const text = await get("/metrics");
    const found = text.split("\n").find((candidate) => candidate.startsWith(`${line} `));
    return found === undefined ? null : Number(found.slice(line.length));
  }
  const GUESTS = 'authdock_api_responses_total{operation="auth.me",status="401"}';
  const ask = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n++) await get("/api/v1/auth/me");
  };

  it("are the sum of all processes, from each of them", async () => {
    await ask(12);
    for (let n = 0; n < 6; n++) expect(await figure(GUESTS)).to.equal(12);
    expect(await figure('authdock_processes{state="answered"}')).to.equal(3);
    expect(await figure('authdock_processes{state="silent"}')).to.equal(0);
    expect(await figure("process_resident_memory_bytes")).to.be.above(3 * 50_000_000);
  });

  it("count what is in the database once", async () => {
    await fleet.services.knex("mails").del();
    await server.api.post("/auth/forgot-password", { email: (await fleet.make.user()).email });
    await until("a mail waits", async () => (await fleet.services.knex("mails")).length === 1);
    const queued = 'authdock_mails{status="queued"}';
    for (let n = 0; n < 6; n++) expect(await figure(queued)).to.equal(1);
    await fleet.services.knex("mails").del();
  });

  it("don't wait for a process that hangs, and name it", async () => {
    await ask(12);
    expect(await figure(GUESTS)).to.equal(12);
    const hanging = workers()[0]!;
    process.kill(hanging, "SIGSTOP");
    try {
      // connections that reach the hanging process aren't answered
      const answers = await Promise.all(
        Array.from({ length: 6 }, () =>
          Promise.race([
            get("/metrics"),
            new Promise<null>((resolve) => setTimeout(() => resolve(null), 5000)),
          ]),
        ),
      );
      const texts = answers.filter((text) => text !== null);
      expect(texts).to.have.length.above(2);
      for (const text of texts) {
        expect(text).to.include('authdock_processes{state="answered"} 2\n');
        expect(text).to.include('authdock_processes{state="silent"} 1\n');
        expect(text, "its counters as they were last seen").to.include(`${GUESTS} 12\n`);
      }
    } finally {
      process.kill(hanging, "SIGCONT");
    }
  });

  it("never fall when processes are replaced or killed", async () => {
    await ask(12);
    expect(await figure(GUESTS)).to.equal(12);
    server.process.child.kill("SIGHUP");
    await until(
      "the reload has finished",
      () => server.process.logs.some(({ msg }) => msg === "reload finished"),
      120_000,
    );
    expect(await figure(GUESTS)).to.equal(12);
    process.kill(workers().at(-1)!, "SIGKILL");
    await until("another process serves", () => workers().length === 7);
    await ask(3);
    expect(await figure(GUESTS)).to.equal(15);
    expect(await figure('authdock_processes{state="answered"}')).to.equal(3);
  });
});
