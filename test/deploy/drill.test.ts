import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { Redis } from "ioredis";
import type { Variables } from "../../src/config/env.js";
import { PASSWORD, registration } from "../support/app/factories.js";
import { runProduct, startServer, useFolder, type Server } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { startRedis } from "../support/database/redis.js";
import { mariaDbUrl } from "../support/database/mariadb.js";

/** The commands of the drill, as docs/maintenance.md has them; the folder is replaced. */
const [, DRILL] = /### The drill\n([\s\S]*?)\n## /.exec(readFileSync("docs/maintenance.md", "utf8"))!;
function drillCommands(): string[] {
  return [...DRILL!.matchAll(/^ *authdock (.+)$/gm)].map(([, command]) => command!.replace(/ \|.*/, ""));
}

/** The variables that the drill sets for all its commands. */
const exported = (): Variables =>
  Object.fromEntries(
    /^ *export (.+)$/m
      .exec(DRILL!)![1]!
      .split(" ")
      .map((pair) => pair.split("=") as [string, string]),
  );

describe("The drill of docs/maintenance.md", function () {
  this.timeout(240_000);
  const folder = useFolder();

  for (const [tool, freshUrl] of [
    ["SQLite", (name: string) => Promise.resolve(`sqlite:${join(folder.path, name, "authdock.sqlite")}`)],
    ["MariaDB", () => mariaDbUrl()],
  ] as const)
    describeWith(tool, `on ${tool}`, () => {
      const at = (...parts: string[]): string => join(folder.path, tool, ...parts);
      let server: Server | undefined;
      let original: Variables;
      let copy: Variables;
      let before: string;
      let token: string;
      const email = "ada@example.test";
      after(() => server?.stop("SIGKILL"));

      async function place(name: string): Promise<Variables> {
        mkdirSync(join(folder.path, name), { recursive: true });
        return { DATABASE_URL: await freshUrl(name), AVATAR_DIR: join(folder.path, name, "avatars") };
      }
      /** Runs a command of the guide. @throws Error with what it printed when it fails */
      async function authdock(variables: Variables, command: string): Promise<string> {
        const parameters = command.replace("/backups", at("backups")).split(" ");
        const process = runProduct("cli", variables, ...parameters);
        const { code } = await process.exited;
        if (code !== 0) throw new Error(`authdock ${command}: ${process.errors}${process.output}`);
        return process.output;
      }
      const [backup, list, ...checks] = drillCommands();

      it("backs up a service that is running", async () => {
        mkdirSync(at("backups"), { recursive: true });
        original = await place(join(tool, "original"));
        await authdock(original, "migrate");
        await authdock(original, "seed");
        server = await startServer(original);
        expect((await server.api.post("/auth/register", registration({ email }))).status).to.equal(201);
        token = (await server.api.post("/auth/login", { email, password: PASSWORD })).body.data
          .token as string;
        expect(await authdock(original, backup!)).to.match(/, checked\.$/m);
        before = await authdock(original, list!);
        expect(before).to.include(email);
      });

      it("restores it in an empty place, where every check passes", async () => {
        // an outage: the original is gone
        await server!.stop("SIGKILL");
        rmSync(at("original"), { recursive: true, force: true });
        copy = await place(join(tool, "copy"));
        expect(checks.map((command) => command.split(" ")[0])).to.deep.equal([
          "restore",
          "migrate",
          "doctor",
          "lists",
        ]);
        const printed: string[] = [];
        for (const command of checks) printed.push(await authdock(copy, command));
        expect(printed[0]).to.match(/^Restored the backup of /);
        expect(printed[1]).to.equal("The database is up to date.\n");
        expect(printed[2]).to.match(/^ok +encryption/m);
        expect(printed[3]).not.to.match(/\d+ wrong/);
        expect(await authdock(copy, list!)).to.equal(before);
      });

      it("leads to a service in which people sign in, and tokens are valid", async () => {
        server = await startServer(copy);
        expect((await server.api.post("/auth/login", { email, password: PASSWORD })).status).to.equal(200);
        expect((await server.api.as(token).get("/auth/me")).body.data.email).to.equal(email);
      });

      describeWith("Redis", "in the surroundings of the real service", () => {
        it("leaves its Redis alone", async () => {
          const redis = await startRedis();
          const client = new Redis(redis.url);
          try {
            const real = { ...copy, REDIS_URL: redis.url };
            await authdock(real, "doctor --offline");
            expect(await client.dbsize()).to.equal(1); // doctor counts there
            await client.flushall();
            const drill: Variables = { ...real, ...exported() };
            expect(drill["MAIL_URL"]).to.match(/127\.0\.0\.1:1$/);
            for (const command of checks.slice(1)) await authdock(drill, command);
            expect(await client.dbsize()).to.equal(0);
          } finally {
            client.disconnect();
            await redis.stop();
          }
        });
      });

      it("fails with another APP_KEY, and says so", async () => {
        const other = { ...copy, APP_KEY: `base64:${Buffer.alloc(32, 7).toString("base64")}` };
        const failed = await authdock(other, "doctor --offline").catch((error: Error) => error.message);
        expect(failed).to.match(/^FAILED +encryption/m);
      });
    });
});
