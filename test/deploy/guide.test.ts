import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse as parseVariables } from "dotenv";
import { expect } from "chai";
import { createConnection } from "mysql2/promise";
import { ProductProcess, until, useFolder } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { freePort, mariaDbUrl } from "../support/database/mariadb.js";
import { SHELL_LIMIT_MS } from "../support/deploy/dockerfile.js";
import { guideBlocks, replacements } from "../support/deploy/guide.js";
import { Nginx } from "../support/deploy/nginx.js";

describeWith("nginx", "docs/deployment.md, on a server", () => {
  describeWith("MariaDB", "leads from a clone to a service behind nginx with TLS", function () {
    this.timeout(400_000);
    const folder = useFolder();
    const at = (...parts: string[]): string => join(folder.path, ...parts);
    const instances: ProductProcess[] = [];
    let ports: [number, number];
    let database: URL;
    let nginx: Nginx | undefined;
    /** Steps 1 to 5 are run by one shell, as the reader does. */
    let printed: string;

    /** The guide's absolute paths and ports, in the test's folder. */
    const moved = (text: string): string =>
      text
        .replaceAll(
          /(?<![\w/])\/(usr\/local\/bin|opt\/authdock|etc\/authdock|etc\/systemd|etc\/nginx|var\/lib\/authdock)/g,
          `${folder.path}/$1`,
        )
        .replaceAll("127.0.0.1:3306", database.host)
        .replaceAll("3001", String(ports[0]))
        .replaceAll("3002", String(ports[1]));
    const unit = (): string => moved(readFileSync(at("etc/systemd/system/authdock@.service"), "utf8"));
    const asked = (): string[] => readFileSync(at("systemctl"), "utf8").trim().split("\n");

    before(async () => {
      ports = [await freePort(), await freePort()];
      database = new URL(await mariaDbUrl());
      for (const path of ["etc/systemd/system", "etc/nginx/sites-enabled", "usr/local/bin"])
        mkdirSync(at(path), { recursive: true });
    });
    after(async () => {
      await nginx?.stop();
      await Promise.all(instances.map((instance) => instance.stop("SIGKILL")));
      const root = await createConnection({
        host: database.hostname,
        port: Number(database.port),
        user: "root",
      });
      await root.query("drop database if exists authdock");
      await root.query("drop user if exists authdock@'%', authdock_migrate@'%'");
      await root.end();
    });

    it("its commands install, configure, migrate and seed", () => {
      // the calls of the service follow when the instances run
      const blocks = guideBlocks("On a server").map((block) =>
        block.replaceAll(/^(curl|nginx|authdock doctor).*\n/gm, ""),
      );
      const script = replacements(resolve("."), folder.path, database.port) + moved(blocks.join("\n"));
      writeFileSync(at("steps.sh"), script);
      const { status, stdout, stderr } = spawnSync("bash", ["--noprofile", "--norc", at("steps.sh")], {
        env: {
          PATH: `${at("usr/local/bin")}:${process.env["PATH"]}`,
          HOME: process.env["HOME"],
          AUTHDOCK_CONFIG: at("etc/authdock"),
        },
        encoding: "utf8",
        timeout: SHELL_LIMIT_MS,
      });
      expect(status, stderr + stdout).to.equal(0);
      printed = stdout;
      expect(printed)
        .to.match(/^Migrated: /m)
        .and.match(/One-time password/);
    });

    it("its configuration is private, and has a key and the accounts of the database", () => {
      for (const [name, user] of [
        ["authdock.env", "authdock"],
        ["migrate.env", "authdock_migrate"],
      ] as const) {
        const file = at("etc/authdock", name);
        expect(statSync(file).mode & 0o077, name).to.equal(0);
        const variables = parseVariables(moved(readFileSync(file, "utf8")));
        expect(variables["APP_KEY"]).to.match(/^base64:/);
        expect(new URL(variables["DATABASE_URL"]!)).to.include({ username: user, host: database.host });
      }
    });

    it("its units serve, with the variables of the service", async () => {
      expect(asked()).to.deep.equal([
        "daemon-reload",
        `enable --now authdock@${ports[0]} authdock@${ports[1]}`,
        "reload nginx",
      ]);
      const value = (name: string): string => new RegExp(`^${name}=(.*)$`, "m").exec(unit())![1]!;
      const [, ...parameters] = value("ExecStart").split(" ");
      for (const port of ports) {
        const env = {
          ...parseVariables(moved(readFileSync(value("EnvironmentFile"), "utf8"))),
          PORT: value("Environment").replace("PORT=%i", String(port)),
          PATH: process.env["PATH"],
        };
        instances.push(
          new ProductProcess(spawn(process.execPath, parameters, { cwd: value("WorkingDirectory"), env })),
        );
      }
      for (const [index, port] of ports.entries())
        await until(
          "the instance is ready",
          async () => {
            if (!instances[index]!.isRunning)
              throw new Error(instances[index]!.errors + instances[index]!.output);
            return (await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null))?.ok === true;
          },
          60_000,
        );
    });

    it("its site of nginx serves them by TLS, and the first administrator signs in", async () => {
      mkdirSync(at("run"));
      const site = readFileSync(at("etc/nginx/sites-enabled/authdock.conf"), "utf8");
      nginx = await Nginx.start(at("run"), ports, site);
      expect((await nginx.send("/ready")).status).to.equal(200);
      const [, password] = /One-time password\s+(\S+)/.exec(printed)!;
      const [, email] = /^ADMIN_EMAIL=(.*)$/m.exec(readFileSync(at("etc/authdock/authdock.env"), "utf8"))!;
      const login = await nginx.send("/api/v1/auth/login", {
        ...{ method: "POST", headers: { "Content-Type": "application/json" } },
        body: JSON.stringify({ email, password }),
      });
      expect(login.status, login.body).to.equal(200);
    });
  });
});
