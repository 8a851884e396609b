import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { PASSWORD, registration } from "./support/app/factories.js";
import { freePort } from "./support/database/mariadb.js";
import { ProductProcess, RemoteApi, until, useFolder } from "./support/app/processes.js";
import { copyProduct } from "./support/contract/project.js";
import { describeWith } from "./support/app/requires.js";

describeWith("make", "make run", function () {
  this.timeout(240_000);
  const folder = useFolder();
  const file = (name: string): string => join(folder.path, name);
  let port: number;
  let running: ProductProcess | undefined;
  let password: string;

  before(async () => {
    port = await freePort();
    copyProduct(folder.path);
    utimesSync(file("package-lock.json"), 0, 0); // already installed, so that the test needs no network
  });
  afterEach(() => stop());

  /** Signals the whole process group, as a terminal does. */
  async function stop(): Promise<void> {
    if (running?.isRunning) process.kill(-running.child.pid!, "SIGINT");
    await running?.exited;
  }

  /** Starts the service and waits until its address is printed. */
  async function makeRun(): Promise<RemoteApi> {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, PORT: String(port) };
    running = new ProductProcess(spawn("make", ["run"], { cwd: folder.path, env, detached: true }));
    const told = (): string => running!.output + running!.errors;
    await until(
      "the address is printed",
      () => {
        if (!running!.isRunning) throw new Error(`make run ended: ${told()}`);
        return Promise.resolve(told().includes(`Authdock serves http://localhost:${port}`));
      },
      200_000,
    );
    const api = new RemoteApi(`http://127.0.0.1:${port}`);
    expect((await api.get("//ready")).status).to.equal(200);
    return api;
  }

  it("builds, creates a key, migrates, seeds, prints the first password and serves", async () => {
    const api = await makeRun();
    password = /One-time password\s+(\S+)/.exec(running!.output)![1]!;
    expect(readFileSync(file(".env"), "utf8")).to.match(/^APP_KEY=base64:[A-Za-z0-9+/]{43}=$/m);
    expect(statSync(file(".env")).mode & 0o077).to.equal(0);
    expect(existsSync(file("var/authdock.sqlite"))).to.equal(true);
    const login = await api.post("/auth/login", { email: "admin@example.test", password });
    expect(login.status).to.equal(200);
    expect((await api.post("/auth/register", registration({ email: "kept@example.test" }))).status).to.equal(
      201,
    );
  });

  it("stops cleanly when it is interrupted", async () => {
    await makeRun();
    await stop();
    expect(running!.output).to.include('"stopping"');
    expect(running!.errors).not.to.include("***");
    const api = new RemoteApi(`http://127.0.0.1:${port}`);
    expect(await api.get("//up").catch(() => "refused")).to.equal("refused");
  });

  it("starts again without a build, with the same key and data, and prints no password", async () => {
    const key = readFileSync(file(".env"), "utf8");
    const built = statSync(file("dist/.built")).mtimeMs;
    const api = await makeRun();
    expect(statSync(file("dist/.built")).mtimeMs).to.equal(built);
    expect(readFileSync(file(".env"), "utf8")).to.equal(key);
    expect(running!.output).not.to.include("password");
    for (const [email, typed] of [
      ["admin@example.test", password],
      ["kept@example.test", PASSWORD],
    ])
      expect((await api.post("/auth/login", { email, password: typed })).status).to.equal(200);
  });
});
