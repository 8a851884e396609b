import { existsSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { PASSWORD, registration } from "../support/app/factories.js";
import { makeRun, type MakeRun } from "../support/app/make-run.js";
import { freePort } from "../support/database/mariadb.js";
import { RemoteApi, useFolder } from "../support/app/processes.js";
import { copyProduct } from "../support/contract/project.js";
import { describeWith } from "../support/app/requires.js";

describeWith("make", "make run", function () {
  this.timeout(400_000);
  const folder = useFolder();
  const file = (name: string): string => join(folder.path, name);
  let port: number;
  let running: MakeRun | undefined;
  let password: string;

  before(async () => {
    port = await freePort();
    copyProduct(folder.path);
    utimesSync(file("package-lock.json"), 0, 0); // already installed, so that the test needs no network
  });
  afterEach(() => running?.stop());

  async function start(): Promise<RemoteApi> {
    running = await makeRun(folder.path, port);
    expect((await running.api.get("//ready")).status).to.equal(200);
    return running.api;
  }

  it("builds, creates a key, migrates, seeds, prints the first password and serves", async () => {
    const api = await start();
    password = /One-time password\s+(\S+)/.exec(running!.process.output)![1]!;
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
    await start();
    await running!.stop();
    expect(running!.process.output).to.include('"stopping"');
    expect(running!.process.errors).not.to.include("***");
    const api = new RemoteApi(`http://127.0.0.1:${port}`);
    expect(await api.get("//up").catch(() => "refused")).to.equal("refused");
  });

  it("starts again without a build, with the same key and data, and prints no password", async () => {
    const key = readFileSync(file(".env"), "utf8");
    const built = statSync(file("dist/.built")).mtimeMs;
    const api = await start();
    expect(statSync(file("dist/.built")).mtimeMs).to.equal(built);
    expect(readFileSync(file(".env"), "utf8")).to.equal(key);
    expect(running!.process.output).not.to.include("password");
    for (const [email, typed] of [
      ["admin@example.test", password],
      ["kept@example.test", PASSWORD],
    ])
      expect((await api.post("/auth/login", { email, password: typed })).status).to.equal(200);
  });
});
