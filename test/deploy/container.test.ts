import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { VARIABLES } from "../../src/config/env.js";
import { RANDOM_KEY } from "../support/app/config.js";
import { ProductProcess, RemoteApi, until, useFolder } from "../support/app/processes.js";
import {
  executeDockerfile,
  isSentToBuilder,
  readDockerfile,
  SHELL_LIMIT_MS,
  stageName,
} from "../support/deploy/dockerfile.js";
import { freePort } from "../support/database/mariadb.js";

const stages = readDockerfile("deploy/Dockerfile");
const image = stages.at(-1)!;
const valuesOf = (name: string): string[] =>
  image.filter((instruction) => instruction.name === name).map(({ value }) => value);
const ENV = Object.fromEntries(
  valuesOf("ENV")
    .flatMap((line) => line.split(" "))
    .map((pair) => pair.split("=") as [string, string]),
);

describe("deploy/Dockerfile", function () {
  this.timeout(400_000);
  const folder = useFolder();
  const app = (...parts: string[]): string => join(folder.path, "image/app", ...parts);
  let environment: Record<string, string>;
  let port: number;
  let service: ProductProcess | undefined;
  after(() => service?.stop("SIGKILL"));

  /** The process's own environment, as the image and its user set it; /data is in the test's folder. */
  before(async () => {
    port = await freePort();
    const inFolder = Object.entries(ENV).map(([name, value]) => [
      name,
      value.replace(/^\/data/, join(folder.path, "image/data")),
    ]);
    mkdirSync(join(folder.path, "bin"));
    const link = `#!/bin/sh\nexec "${process.execPath}" "${app("dist/src/cli.js")}" "$@"\n`;
    writeFileSync(join(folder.path, "bin/authdock"), link, { mode: 0o755 });
    environment = {
      PATH: `${join(folder.path, "bin")}:${process.env["PATH"]}`,
      ...(Object.fromEntries(inFolder) as Record<string, string>),
      HOST: "127.0.0.1",
      PORT: String(port),
      APP_URL: "https://auth.example.test",
      APP_KEY: RANDOM_KEY,
      DATABASE_URL: `sqlite:${join(folder.path, "image/data/authdock.sqlite")}`,
      TRUST_PROXY: "1",
      MAIL_URL: "smtp://127.0.0.1:1",
    };
  });
  const command = (line: string) =>
    spawnSync("sh", ["-c", line], {
      cwd: app(),
      env: environment,
      encoding: "utf8",
      timeout: SHELL_LIMIT_MS,
    });

  it("builds an image that has the built product and only what it needs", () => {
    executeDockerfile(stages, folder.path);
    expect(readdirSync(app())).to.have.members(["dist", "entrypoint.sh", "node_modules", "package.json"]);
    const development = ["mocha", "tsx", "eslint", "esbuild", "typescript"];
    expect(development.filter((name) => existsSync(app("node_modules", name)))).to.deep.equal([]);
  });

  it("migrates and seeds with the command of compose and Kubernetes", () => {
    const { services } = parse(readFileSync("deploy/compose.yaml", "utf8"), { merge: true });
    const job = parse(readFileSync("deploy/kubernetes/migrate.yaml", "utf8"));
    const line = services.migrate.command[2] as string;
    expect(job.spec.template.spec.containers[0].command).to.deep.equal(services.migrate.command);
    const { status, stdout, stderr } = command(line);
    expect(status, stderr).to.equal(0);
    expect(stdout)
      .to.match(/^Migrated: /m)
      .and.match(/One-time password/);
  });

  it("starts with the command of README.md: with a key and a database of its own, and seeded", async () => {
    const [, run] = /^docker run (.*) authdock$/m.exec(readFileSync("README.md", "utf8"))!;
    const given = [...run!.matchAll(/--env (\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]);
    expect(run).to.include("--volume authdock:/data");
    const data = join(folder.path, "first-run");
    mkdirSync(data);
    const {
      APP_KEY: _key,
      DATABASE_URL: _url,
      APP_URL: _address,
      TRUST_PROXY: _proxy,
      MAIL_URL: _mail,
      ...image
    } = environment;
    const env = { ...image, ...Object.fromEntries(given), AVATAR_DIR: join(data, "avatars") };
    const start = (): ProductProcess =>
      new ProductProcess(
        spawn("sh", [app("entrypoint.sh"), ...(JSON.parse(valuesOf("CMD")[0]!) as string[])], {
          cwd: app(),
          env,
        }),
      );
    const isReady = async (): Promise<boolean> =>
      (await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null))?.ok === true;
    service = start();
    await until("the service is ready", isReady, 60_000);
    expect(service.output).to.match(/One-time password/);
    const key = readFileSync(join(data, "app.key"), "utf8");
    expect(key).to.match(/^base64:/);
    expect(statSync(join(data, "app.key")).mode & 0o077).to.equal(0);
    await service.stop();
    service = start();
    await until("the service is ready again", isReady, 60_000);
    expect(service.output).not.to.match(/One-time password/);
    expect(readFileSync(join(data, "app.key"), "utf8")).to.equal(key);
    await service.stop();
  });

  it("serves in production, is healthy, and writes nothing into its own folder", async () => {
    const before = filesBelow(app());
    const [program, ...parameters] = JSON.parse(valuesOf("CMD")[0]!) as string[];
    expect(program).to.equal("node");
    service = new ProductProcess(spawn(process.execPath, parameters, { cwd: app(), env: environment }));
    const api = new RemoteApi(`http://127.0.0.1:${port}`);
    await until(
      "the service is ready",
      async () => {
        if (!service!.isRunning) throw new Error(service!.errors + service!.output);
        return (await api.get("//ready").catch(() => null))?.status === 200;
      },
      60_000,
    );
    expect(healthcheck()).to.equal(0);
    const page = await (await fetch(`http://127.0.0.1:${port}/login`)).text();
    for (const [, asset] of page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g))
      expect((await fetch(`http://127.0.0.1:${port}${asset!}`)).status, asset).to.equal(200);
    expect(
      (await api.post("/auth/login", { email: "nobody@example.test", password: "wrong-password" })).status,
    ).to.equal(401);
    expect(filesBelow(app())).to.deep.equal(before);
  });

  it("ends with 0 within the grace period, and is then unhealthy", async () => {
    expect(await service!.stop()).to.deep.equal({ code: 0, signal: null });
    expect(healthcheck()).to.equal(1);
  });

  it("makes no key in production, because it would be lost with the container", () => {
    const data = join(folder.path, "production");
    mkdirSync(data);
    const { status } = spawnSync("sh", [app("entrypoint.sh"), "node", "dist/src/main.js"], {
      cwd: app(),
      env: { ...environment, APP_KEY: "", AVATAR_DIR: join(data, "avatars") },
      timeout: SHELL_LIMIT_MS,
    });
    expect(status).to.equal(1);
    expect(readdirSync(data)).to.deep.equal([]);
  });

  it("runs without root and without npm, on the version of Node.js that CI tests", () => {
    expect(valuesOf("USER").at(-1)).to.match(/^[1-9]\d*:[1-9]\d*$/);
    expect(valuesOf("RUN").join("\n")).to.match(/rm -rf [^&]*\/usr\/local\/bin\/npm /);
    const bases = stages.map(([from]) => from!.value.split(" ")[0]);
    expect(new Set(bases)).to.deep.equal(new Set(["node:24-bookworm-slim"]));
    expect(stages.map(stageName)).to.deep.equal(["build", "packages", "image"]);
  });

  it("sets only variables that the service knows", () => {
    for (const name of Object.keys(ENV)) expect([...VARIABLES, "NODE_ENV"]).to.include(name);
  });

  it("sends neither secrets nor data nor history to the builder", () => {
    for (const path of [
      ".env",
      "deploy/.env",
      "clients/python/.env.local",
      ".git",
      "var",
      "node_modules",
      "dist",
    ])
      expect(isSentToBuilder(path), path).to.equal(false);
    for (const path of ["src/main.ts", "package-lock.json", ".npmrc", "views/assets/logo.svg", "migrations"])
      expect(isSentToBuilder(path), path).to.equal(true);
  });

  function healthcheck(): number | null {
    const [, list] = /CMD (\[.*\])$/.exec(valuesOf("HEALTHCHECK")[0]!)!;
    const [, ...parameters] = JSON.parse(list!) as string[];
    return spawnSync(process.execPath, parameters, { env: environment, timeout: SHELL_LIMIT_MS }).status;
  }
});

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
    (name) => `${name} ${statSync(join(folder, name)).mtimeMs}`,
  );
