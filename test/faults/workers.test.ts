import { expect } from "chai";
import { freePort } from "../support/database/mariadb.js";
import {
  runProduct,
  startServer,
  tally,
  together,
  until,
  useFleet,
  type Server,
} from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

describeWith("MariaDB", "WEB_CONCURRENCY", function () {
  this.timeout(120_000);
  const fleet = useFleet(0);

  const start = async (): Promise<Server> =>
    startServer({ ...fleet.variables, WEB_CONCURRENCY: "2", PORT: String(await freePort()) });
  const workersOf = ({ process }: Server): number[] =>
    process.logs.filter((line) => line["msg"] === "serving").map((line) => line["pid"] as number);
  const has = (server: Server, count: number) => () => Promise.resolve(workersOf(server).length === count);
  const lives = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  it("starts several processes, replaces a killed one, and stops them all", async () => {
    const server = await start();
    const { token } = await fleet.make.userWithToken();
    const ask = () => server.api.as(token).get("/auth/me");
    await until("both serve", has(server, 2));
    expect(tally(await together(20, ask))).to.deep.equal({ 200: 20 });

    const [killed] = workersOf(server);
    process.kill(killed!, "SIGKILL");
    await until("another one serves", has(server, 3));
    expect(tally(await together(20, ask))).to.deep.equal({ 200: 20 });
    const exits = server.process.logs.filter(({ msg }) => String(msg).startsWith("a process exited"));
    expect(exits.map(({ pid, reason }) => ({ pid, reason }))).to.deep.equal([
      { pid: killed, reason: "SIGKILL" },
    ]);

    const workers = workersOf(server);
    expect(await server.stop()).to.deep.equal({ code: 0, signal: null });
    expect(workers.filter(lives)).to.deep.equal([]);
  });

  it("stops at once while it waits before it replaces processes that keep exiting", async () => {
    const server = await start();
    const exits = () => server.process.logs.filter(({ msg }) => String(msg).startsWith("a process exited"));
    for (let killed = 1; killed <= 4; killed++) {
      await until("both serve", has(server, killed + 1));
      process.kill(workersOf(server).at(-1)!, "SIGKILL");
      await until("its exit is logged", () => Promise.resolve(exits().length === killed));
    }
    const started = Date.now();
    expect(await server.stop()).to.deep.equal({ code: 0, signal: null });
    expect(Date.now() - started).to.be.below(7000); // the next process would start after 8 seconds
  });

  it("stops the workers when the primary was killed", async () => {
    const server = await start();
    await until("both serve", has(server, 2));
    const workers = workersOf(server);
    await server.stop("SIGKILL");
    await until("the workers are gone", () => Promise.resolve(!workers.some(lives)));
  });

  it("exits when the first workers can't start", async () => {
    const server = await start();
    const variables = { ...fleet.variables, WEB_CONCURRENCY: "2", PORT: String(server.port) };
    const second = runProduct("main", variables);
    expect(await second.exited).to.deep.equal({ code: 1, signal: null });
    expect(second.errors).to.match(
      /EADDRINUSE.*\. Choose another address with HOST and PORT, such as: PORT=3001 make run/,
    );
    await server.stop();
  });
});
