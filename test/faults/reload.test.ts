import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import type { Variables } from "../../src/config/env.js";
import { builtFile } from "../support/app/built.js";
import { startServer, until, useFleet, useFolder, type Server } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { SteadyLoad } from "../support/app/steady-load.js";
import { freePort } from "../support/database/mariadb.js";

/** A reload waits until connections have been idle for ten seconds. */
const RELOADS_WITHIN = 120_000;

describeWith("MariaDB", "SIGHUP", function () {
  this.timeout(240_000);
  const fleet = useFleet(0);
  const folder = useFolder();
  let server: Server;
  let releases = 0;

  /** A folder with its own `.env` and a main file that prints its version. */
  function release(): { path: string; write: (version: string, env: string, main?: string) => void } {
    const path = join(folder.path, `release-${++releases}`);
    mkdirSync(join(path, "src"), { recursive: true });
    symlinkSync(join(process.cwd(), "node_modules"), join(path, "node_modules"));
    writeFileSync(join(path, "package.json"), '{ "type": "module" }');
    const main = pathToFileURL(builtFile("src/main.ts")).href;
    return {
      path,
      write: (version, env, code = `await import(${JSON.stringify(main)});`) => {
        writeFileSync(join(path, ".env"), env);
        writeFileSync(join(path, "src/main.ts"), `console.error("release ${version}");\n${code}\n`);
      },
    };
  }

  const start = async (at: string, variables: Variables = {}): Promise<Server> =>
    (server = await startServer(
      { ...fleet.variables, WEB_CONCURRENCY: "2", PORT: String(await freePort()), ...variables },
      at,
    ));
  afterEach(() => server.stop("SIGKILL"));

  const said = (message: string) => server.process.logs.filter((line) => line["msg"] === message);
  const workers = (): number[] => said("serving").map((line) => line["pid"] as number);
  const reload = (): void => void server.process.child.kill("SIGHUP");
  const untilSaid = (message: string, times = 1): Promise<void> =>
    until(message, () => said(message).length >= times, RELOADS_WITHIN);
  const contact = async (): Promise<string> =>
    (await fetch(`http://127.0.0.1:${server.port}/.well-known/security.txt`)).text();

  it("replaces every process with new code and configuration, without an error for a client", async () => {
    const [first, second] = [release(), release()];
    first.write("one", "SECURITY_CONTACT=mailto:one@example.test");
    second.write("two", "SECURITY_CONTACT=mailto:two@example.test");
    const current = join(folder.path, "current");
    symlinkSync(first.path, current);
    await start(current, { PWD: current });
    await until("both serve", () => workers().length === 2);
    const { token } = await fleet.make.userWithToken();
    const load = new SteadyLoad(server.port, "/api/v1/auth/me", { authorization: `Bearer ${token}` });
    expect(await contact()).to.include("one@example.test");

    unlinkSync(current);
    symlinkSync(second.path, current);
    reload();
    await untilSaid("reload finished");
    expect(await contact()).to.include("two@example.test");
    const outcomes = await load.end();
    expect(Object.keys(outcomes)).to.deep.equal(["200"]);
    expect(outcomes["200"]).to.be.above(100);

    expect(workers()).to.have.length(4);
    expect(new Set(workers())).to.have.length(4);
    expect(server.process.errors.split("release two")).to.have.length(3);
    expect(said("replaced by another process").map((line) => line["pid"])).to.have.members(
      workers().slice(0, 2),
    );
    expect(await server.stop()).to.deep.equal({ code: 0, signal: null });
  });

  it("changes the number of processes", async () => {
    const { path, write } = release();
    write("one", "WEB_CONCURRENCY=2");
    await start(path, { WEB_CONCURRENCY: undefined });
    await until("both serve", () => workers().length === 2);
    write("two", "WEB_CONCURRENCY=3");
    reload();
    await untilSaid("reload finished");
    expect(workers()).to.have.length(5);
    expect(said("replaced by another process")).to.have.length(2);
  });

  it("starts another reload after the current one when it arrives during it, and only one", async () => {
    const { path, write } = release();
    write("one", "");
    await start(path);
    await until("both serve", () => workers().length === 2);
    for (let sent = 1; sent <= 3; sent++) {
      reload();
      await until(`signal ${sent} was received`, () => {
        const received =
          said("reload started").length + said("another reload follows the current one").length;
        return received === sent;
      });
    }
    await untilSaid("reload finished", 2);
    expect(workers()).to.have.length(6);
  });

  it("replaces a new process that crashes while the earlier ones still finish their requests", async () => {
    const { path, write } = release();
    write("one", "");
    await start(path);
    await until("both serve", () => workers().length === 2);
    reload();
    await until("one has been replaced", () => workers().length === 3, RELOADS_WITHIN);
    const unfinished = [1, 2, 3, 4].map(() => {
      const socket = connect(server.port, "127.0.0.1").on("error", () => undefined);
      socket.write("POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{");
      return socket;
    });
    await untilSaid("replaced by another process", 2); // the earlier processes end, so the primary knows that both new ones serve
    process.kill(workers().at(-1)!, "SIGKILL");
    await until("another process serves", () => workers().length === 5, RELOADS_WITHIN);
    expect(said("reload finished")).to.deep.equal([]);
    for (const socket of unfinished) socket.destroy();
    await untilSaid("reload finished");
    expect(said("a process exited unexpectedly; starting another one")).to.have.length(1);
  });

  it("keeps the earlier processes when new ones can't start or aren't ready, and logs it", async () => {
    const { path, write } = release();
    write("one", "SECURITY_CONTACT=mailto:one@example.test");
    await start(path);
    await until("both serve", () => workers().length === 2);
    const load = new SteadyLoad(server.port, "/up");
    const failures = [
      ["broken", "", 'throw new Error("out of order");'],
      ["wrong", "SECURITY_CONTACT=nobody", undefined],
      ["unready", "REDIS_URL=redis://127.0.0.1:1", undefined],
    ] as const;
    for (const [index, [version, env, main]] of failures.entries()) {
      write(version, env, main);
      reload();
      await untilSaid("reload stopped: the earlier processes keep serving", index + 1);
      expect(await contact()).to.include("one@example.test");
    }
    for (const reason of [
      "out of order",
      "SECURITY_CONTACT must be",
      'The new process isn\'t ready: {"status":"not ready"',
    ])
      expect(server.process.errors).to.include(reason);
    expect(workers()).to.have.length(2);
    expect(said("replaced by another process")).to.deep.equal([]);

    write("three", "SECURITY_CONTACT=mailto:three@example.test");
    reload();
    await untilSaid("reload finished");
    expect(await contact()).to.include("three@example.test");
    expect(Object.keys(await load.end())).to.deep.equal(["200"]);
  });

  it("is only logged by a single process", async () => {
    const { path, write } = release();
    write("one", "");
    await start(path, { WEB_CONCURRENCY: "1" });
    reload();
    await untilSaid("SIGHUP has no effect on a single process: restart the service");
    expect((await server.api.get("//ready")).status).to.equal(200);
    expect(await server.stop()).to.deep.equal({ code: 0, signal: null });
  });
});
