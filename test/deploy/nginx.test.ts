import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { parse as parseVariables } from "dotenv";
import { RANDOM_KEY } from "../support/app/config.js";
import { startServer, until, useFleet, useFolder, type Server } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { freePort } from "../support/database/mariadb.js";
import { deployFile } from "../support/deploy/examples.js";
import { HOST, Nginx, type Proxied } from "../support/deploy/nginx.js";

const MIB = 2 ** 20;
const valuesOf = ({ rawHeaders }: Proxied, name: string): string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name);
const namesOf = ({ rawHeaders }: Proxied): string[] =>
  rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());

describeWith("nginx", "deploy/nginx.conf", () => {
  const folder = useFolder();

  describeWith("MariaDB", "in front of two instances in production", function () {
    this.timeout(240_000);
    const production = {
      APP_ENV: "production",
      APP_URL: `https://${HOST}`,
      APP_KEY: RANDOM_KEY,
      BCRYPT_COST: "10",
      MAIL_URL: "smtp://127.0.0.1:1",
      METRICS_TOKEN: "9f1c2ab8e7d64053b1c7f0a29e58d341",
      DRAIN_SECONDS: parseVariables(deployFile("authdock.env.example"))["DRAIN_SECONDS"]!,
    };
    const fleet = useFleet(0, production);
    const instances: Server[] = [];
    let nginx: Nginx;
    const start = (port: number): Promise<Server> => startServer({ ...fleet.variables, PORT: String(port) });

    before(async () => {
      const ports = [await freePort(), await freePort()] as const;
      instances.push(...(await Promise.all(ports.map(start))));
      mkdirSync(join(folder.path, "two"));
      nginx = await Nginx.start(join(folder.path, "two"), ports);
    });
    after(async () => {
      await nginx?.stop();
      await Promise.all(instances.map((instance) => instance.stop("SIGKILL")));
    });

    it("serves pages and the API by TLS, with every security header of the service once", async () => {
      for (const path of ["/login", "/api/v1/auth/me"]) {
        const answer = await nginx.send(path);
        expect(answer.status, path).to.equal(path === "/login" ? 200 : 401);
        expect(valuesOf(answer, "strict-transport-security")).to.deep.equal(["max-age=31536000"]);
        const names = namesOf(answer).filter((name) => name !== "set-cookie");
        expect(names).to.include.members(["content-security-policy", "x-frame-options", "x-request-id"]);
        expect(names).to.deep.equal([...new Set(names)]);
      }
    });

    it("keeps cookies on https and on this host", async () => {
      const cookies = valuesOf(await nginx.send("/login"), "set-cookie");
      expect(cookies).to.have.length.greaterThan(0);
      for (const cookie of cookies) expect(cookie).to.match(/^__Host-.*; Secure/);
    });

    it("redirects http to https, to the same address", async () => {
      const answer = await fetch(`http://127.0.0.1:${nginx.http}/login?next=1`, { redirect: "manual" });
      expect(answer.status).to.equal(301);
      expect(answer.headers.get("location")).to.equal(`https://${HOST}/login?next=1`);
    });

    it("passes on the client's address, which the client can't choose", async () => {
      const headers = { "X-Forwarded-For": "203.0.113.9", "X-Request-ID": "seen-by-nginx" };
      await nginx.send("/api/v1/auth/me", { localAddress: "127.0.0.7", headers });
      const line = (): Record<string, unknown> | undefined =>
        instances
          .flatMap(({ process }) => process.logs)
          .find((one) => one["client_request_id"] === "seen-by-nginx");
      // production writes its log once a second
      await until("the request is logged", () => line() !== undefined);
      expect(line()).to.include({ ip: "127.0.0.7", route: "auth.me", status: 401 });
    });

    it("counts the limits of an address for the client, across both instances", async () => {
      const attempt = (localAddress: string): Promise<Proxied> =>
        nginx.send("/api/v1/auth/forgot-password", {
          ...{ method: "POST", localAddress, headers: { "Content-Type": "application/json" } },
          body: JSON.stringify({ email: "nobody@example.test" }),
        });
      const statuses: number[] = [];
      for (let tries = 0; tries < 40 && statuses.at(-1) !== 429; tries++)
        statuses.push((await attempt("127.0.0.8")).status);
      expect(statuses.at(-1)).to.equal(429);
      expect((await attempt("127.0.0.9")).status).not.to.equal(429);
    });

    it("lets the service refuse bodies itself, and refuses only those above 16 MiB", async () => {
      const upload = (size: number): Promise<Proxied> =>
        nginx.send("/api/v1/auth/login", {
          ...{ method: "POST", headers: { "Content-Type": "application/json" } },
          body: Buffer.alloc(size, " "),
        });
      const refused = await upload(3 * MIB);
      expect(refused.status).to.equal(413);
      expect(JSON.parse(refused.body).data.code).to.equal("payload_too_large");
      const tooLarge = await upload(17 * MIB);
      expect(tooLarge.status).to.equal(413);
      expect(tooLarge.body).to.include("nginx");
    });

    it("keeps the figures for Prometheus from the public", async () => {
      const headers = { Authorization: `Bearer ${production.METRICS_TOKEN}` };
      const direct = await fetch(`http://127.0.0.1:${instances[0]!.port}/metrics`, { headers });
      expect(direct.status).to.equal(200);
      expect((await nginx.send("/metrics", { headers })).status).to.equal(404);
    });

    it("answers every request while one instance after the other is restarted", async () => {
      const statuses: number[] = [];
      const posted = new Set<number>();
      let restarting = true;
      const load = Array.from({ length: 4 }, async () => {
        while (restarting) {
          statuses.push((await nginx.send("/login")).status);
          // nginx never sends a POST a second time; without a token it is refused, and after many by the limit
          posted.add((await nginx.send("/api/v1/auth/logout", { method: "POST" })).status);
        }
      });
      for (const [index, { port }] of instances.entries()) {
        await instances[index]!.stop("SIGTERM");
        instances[index] = await start(port);
      }
      restarting = false;
      await Promise.all(load);
      expect(statuses).to.have.length.greaterThan(50);
      expect(statuses.filter((status) => status !== 200)).to.deep.equal([]);
      expect([...posted].filter((status) => ![401, 429].includes(status))).to.deep.equal([]);
    });
  });

  it("keeps its connections to the service open between requests", async function () {
    this.timeout(30_000);
    let connections = 0;
    const upstream = createServer((_request, response) => response.end("served"));
    upstream.on("connection", () => connections++);
    await once(upstream.listen(0, "127.0.0.1"), "listening");
    const { port } = upstream.address() as AddressInfo;
    mkdirSync(join(folder.path, "one"));
    const nginx = await Nginx.start(join(folder.path, "one"), [port, port]);
    try {
      for (let sent = 0; sent < 20; sent++) expect((await nginx.send("/login")).body).to.equal("served");
      expect(connections).to.be.at.most(2);
    } finally {
      await nginx.stop();
      upstream.closeAllConnections();
      upstream.close();
    }
  });
});
