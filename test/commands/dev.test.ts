import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { freePort } from "../support/database/mariadb.js";
import { ProductProcess, until, useFolder } from "../support/app/processes.js";
import { copyProduct } from "../support/contract/project.js";
import { PRODUCT_NAME } from "../../src/config/product.js";

/** Compiling takes long on a busy machine. */
const SEEN_WITHIN_MS = 60_000;
/** In a fresh clone, everything is generated first. */
const STARTED_WITHIN_MS = 3 * SEEN_WITHIN_MS;

describe("npm run dev", function () {
  this.timeout(STARTED_WITHIN_MS + SEEN_WITHIN_MS);
  const folder = useFolder();
  const path = (name: string): string => join(folder.path, name);
  let origin: string;
  let devProcess: ProductProcess;

  before(async () => {
    copyProduct(folder.path);
    const port = await freePort();
    origin = `http://localhost:${port}`;
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, PORT: String(port) };
    devProcess = new ProductProcess(spawn("npm", ["run", "dev"], { cwd: folder.path, env, detached: true }));
    const isServing = () => devProcess.errors.includes(`${PRODUCT_NAME} serves ${origin}`);
    await seen("the address", isServing, STARTED_WITHIN_MS);
  });
  after(async () => {
    if (devProcess.isRunning) process.kill(-devProcess.child.pid!, "SIGKILL");
    await devProcess.exited;
  });

  /** Waits until a change is visible. @throws Error with the output when the process has ended */
  const seen = (
    what: string,
    isSeen: () => Promise<boolean> | boolean,
    within = SEEN_WITHIN_MS,
  ): Promise<void> =>
    until(
      `${what} is seen`,
      async () => {
        if (!devProcess.isRunning)
          throw new Error(`npm run dev ended: ${devProcess.errors}${devProcess.output}`);
        return isSeen();
      },
      within,
    );

  const read = async (address: string): Promise<string> =>
    fetch(origin + address).then(
      (response) => response.text(),
      () => "not running",
    );
  const styleSheet = async (): Promise<string> =>
    read(/\/assets\/[0-9a-f]+\/authdock\.css/.exec(await read("/login"))?.[0] ?? "/up");

  /** Finds a file by name. */
  function find(root: string, name: string): string {
    const found = readdirSync(path(root), { recursive: true, encoding: "utf8" });
    return join(
      root,
      found.find((entry) => entry === name || entry.endsWith(`/${name}`))!,
    );
  }

  function edit(file: string, from: string | RegExp, to: string): void {
    const before = readFileSync(path(file), "utf8");
    const after = before.replace(from, to);
    expect(after).not.to.equal(before);
    writeFileSync(path(file), after);
  }

  it("creates a key, migrates, seeds and prints the first administrator", () => {
    expect(readFileSync(path(".env"), "utf8")).to.match(/^APP_KEY=base64:/m);
    expect(existsSync(path("var/authdock.sqlite"))).to.equal(true);
    expect(devProcess.output).to.match(/First administrator +admin@example\.test\n +One-time password +\S+/);
  });

  it("shows an edited view and an edited style sheet without a restart", async () => {
    const starts = devProcess.errors.split(`${PRODUCT_NAME} serves`).length;
    edit(find("views/pages", "login.ejs"), /$/, "<p>edited view</p>");
    await seen("the view", async () => (await read("/login")).includes("edited view"));
    edit(find("views/assets", "authdock.css"), /$/, "/* edited style sheet */");
    await seen("the style sheet", async () => (await styleSheet()).includes("edited style sheet"));
    expect(devProcess.errors.split(`${PRODUCT_NAME} serves`)).to.have.lengthOf(starts);
  });

  it("restarts after a source file is edited", async () => {
    edit("src/health.ts", '"up"', '"edited source"');
    await seen("the source", async () => (await read("/up")).includes("edited source"));
  });

  it("generates files and restarts after the contract is edited", async () => {
    const deprecation = 'deprecated: true\n    x-deprecated-since: "2026-11-21"\n    x-sunset: "2027-11-21"';
    edit("openapi/v1/paths/definitions.yaml", "operationId:", `${deprecation}\n    operationId:`);
    await seen("the contract", async () => {
      const answer = await fetch(`${origin}/api/v1/definitions`).catch(() => null);
      return answer?.headers.has("deprecation") === true;
    });
    const types = path("src/generated/api.ts");
    await seen("the types", () => readFileSync(types, "utf8").includes("@deprecated"));
  });

  it("runs a new migration", async () => {
    const source = "export const up = () => Promise.resolve();\nexport const down = up;\n";
    writeFileSync(path("migrations/2099_01_01_000100_new.ts"), source);
    await seen("the migration", () => devProcess.output.includes("Migrated: 2099_01_01_000100_new"));
    await seen("the service", async () => (await read("/ready")).includes('"ready"'));
  });

  it("shows a syntax error with its position, and serves again after the correction", async () => {
    edit("src/health.ts", /$/, "const = 1;\n");
    await seen("the error", () => /src\/health\.ts:\d+:\d+: ERROR/.test(devProcess.errors));
    expect(devProcess.errors).not.to.include("node_modules");
    edit("src/health.ts", /const = 1;\n$/, "");
    await seen("the service", async () => (await read("/up")).includes("edited source"));
  });

  it("shows an error in the contract with its position and still serves", async () => {
    edit("openapi/v1/paths/definitions.yaml", "operationId:", "  operationId:");
    await seen("the mistake", () => /paths\/definitions\.yaml:\d+:\d+/.test(devProcess.errors));
    expect(devProcess.errors).not.to.match(/^\s+at .*redocly/m);
    expect(await read("/up")).to.include("edited source");
  });

  it("ends with all its processes when it is interrupted", async () => {
    const group = -devProcess.child.pid!;
    const isGone = (): boolean => {
      try {
        return !process.kill(group, 0);
      } catch {
        return true;
      }
    };
    process.kill(group, "SIGINT");
    await devProcess.exited;
    // npm ends before the processes that it started
    await until("the end of all processes", isGone);
    expect(await read("/up")).to.equal("not running");
  });
});
