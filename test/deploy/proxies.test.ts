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
import { Caddy } from "../support/deploy/caddy.js";
import { deployFile, RANDOM_SECRET } from "../support/deploy/examples.js";
import { Nginx } from "../support/deploy/nginx.js";
import { HOST, type Proxied, type TlsProxy } from "../support/deploy/proxy.js";

const MIB = 2 ** 20;
const JSON_BODY = { "Content-Type": "application/json" };
const DRAIN_SECONDS = parseVariables(deployFile("authdock.env.example"))["DRAIN_SECONDS"]!;
const valuesOf = ({ rawHeaders }: Proxied, name: string): string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name);
const namesOf = ({ rawHeaders }: Proxied): string[] =>
  rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());

interface Example {
  tool: "nginx" | "Caddy";
  file: string;
  start: (folder: string, upstreams: readonly [number, number]) => Promise<TlsProxy>;
  /** How long it keeps an idle connection to the service. */
  idleSeconds: RegExp;
  /** The status of its redirects to https. */
  redirects: number;
  /** Status and body of the answer to a body above its limit. */
  rejects: RegExp;
}

const EXAMPLES: readonly Example[] = [
  {
    ...{ tool: "nginx", file: "nginx.conf", start: (folder, ports) => Nginx.start(folder, ports) },
    ...{ idleSeconds: /keepalive_timeout (\d+)s;/, redirects: 301, rejects: /^413 .*nginx/s },
  },
  {
    ...{ tool: "Caddy", file: "Caddyfile", start: (folder, ports) => Caddy.start(folder, ports) },
    // 502 from the version of Debian 12; 413 can be the service's, if it answers before Caddy has read too much
    ...{ idleSeconds: /keepalive (\d+)s/, redirects: 308, rejects: /^(413|502) / },
  },
];

describeWith("MariaDB", "the proxies of deploy/, in front of two instances in production", function () {
  this.timeout(240_000);
  const folder = useFolder();
  const fleet = useFleet(0, {
    APP_ENV: "production",
    APP_URL: `https://${HOST}`,
    APP_KEY: RANDOM_KEY,
    BCRYPT_COST: "10",
    MAIL_URL: "smtp://127.0.0.1:1",
    METRICS_TOKEN: RANDOM_SECRET,
    DRAIN_SECONDS,
  });
  const instances: Server[] = [];
  let ports: readonly [number, number];
  const proxies: TlsProxy[] = [];
  const start = (port: number): Promise<Server> => startServer({ ...fleet.variables, PORT: String(port) });

  before(async () => {
    ports = [await freePort(), await freePort()];
    instances.push(...(await Promise.all(ports.map(start))));
  });
  after(async () => {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    await Promise.all(instances.map((instance) => instance.stop("SIGKILL")));
  });

  for (const { tool, file, start: startProxy, redirects, rejects } of EXAMPLES)
    describeWith(tool, `deploy/${file}`, () => {
      let proxy: TlsProxy;
      /** An address of a client that no other proxy has seen. */
      const address = (host: number): string =>
        `127.0.${EXAMPLES.findIndex((one) => one.tool === tool)}.${host}`;
      before(async () => {
        mkdirSync(join(folder.path, tool));
        proxies.push((proxy = await startProxy(join(folder.path, tool), ports)));
      });

      it("serves pages and the API by TLS, with every security header of the service once", async () => {
        for (const path of ["/login", "/api/v1/auth/me"]) {
          const answer = await proxy.send(path);
          expect(answer.status, path).to.equal(path === "/login" ? 200 : 401);
          expect(valuesOf(answer, "strict-transport-security")).to.deep.equal(["max-age=31536000"]);
          const names = namesOf(answer).filter((name) => name !== "set-cookie");
          expect(names).to.include.members(["content-security-policy", "x-frame-options", "x-request-id"]);
          expect(names).to.deep.equal([...new Set(names)]);
        }
      });

      it("keeps cookies on https and on this host", async () => {
        const cookies = valuesOf(await proxy.send("/login"), "set-cookie");
        expect(cookies).to.have.length.greaterThan(0);
        for (const cookie of cookies) expect(cookie).to.match(/^__Host-.*; Secure/);
      });

      it("redirects http to https, to the same address", async () => {
        const location = `https://${HOST}/login?next=1`;
        expect(await proxy.redirectOf("/login?next=1")).to.deep.equal([redirects, location]);
      });

      it("passes on the client's address, which the client can't choose", async () => {
        const headers = { "X-Forwarded-For": "203.0.113.9", "X-Request-ID": `seen-by-${tool}` };
        await proxy.send("/api/v1/auth/me", { localAddress: address(7), headers });
        const line = (): Record<string, unknown> | undefined =>
          instances
            .flatMap(({ process }) => process.logs)
            .find((one) => one["client_request_id"] === `seen-by-${tool}`);
        // production writes its log once a second
        await until("the request is logged", () => line() !== undefined);
        expect(line()).to.include({ ip: address(7), route: "auth.me", status: 401 });
      });

      it("counts the limits of an address for the client, across both instances", async () => {
        const attempt = (localAddress: string): Promise<Proxied> =>
          proxy.send("/api/v1/auth/forgot-password", {
            ...{ method: "POST", localAddress, headers: JSON_BODY },
            body: JSON.stringify({ email: "nobody@example.test" }),
          });
        const statuses: number[] = [];
        for (let tries = 0; tries < 40 && statuses.at(-1) !== 429; tries++)
          statuses.push((await attempt(address(8))).status);
        expect(statuses.at(-1)).to.equal(429);
        expect((await attempt(address(9))).status).not.to.equal(429);
      });

      it("lets the service reject bodies itself, and rejects only those above 16 MiB", async () => {
        const upload = (size: number): Promise<Proxied> =>
          proxy.send("/api/v1/auth/login", {
            ...{ method: "POST", localAddress: address(10), headers: JSON_BODY },
            body: Buffer.alloc(size, " "),
          });
        for (const rejected of [await upload(3 * MIB), await upload(16 * MIB)]) {
          expect(rejected.status).to.equal(413);
          expect(JSON.parse(rejected.body).data.code).to.equal("payload_too_large");
        }
        for (const { status, body } of [await upload(17 * MIB), await upload(17 * MIB)])
          expect(`${status} ${body}`).to.match(rejects);
        expect((await upload(1)).status, "it still serves").to.be.oneOf([400, 429]);
      });

      it("keeps the figures for Prometheus from the public", async () => {
        const headers = { Authorization: `Bearer ${RANDOM_SECRET}` };
        const direct = await fetch(`http://127.0.0.1:${instances[0]!.port}/metrics`, { headers });
        expect(direct.status).to.equal(200);
        expect((await proxy.send("/metrics", { headers })).status).to.equal(404);
      });
    });

  // a suite, because the tests of a suite run before the suites in it
  describe("both", () => {
    it("answer every request while the instances restart one after the other", async function () {
      if (proxies.length === 0) this.skip();
      const statuses: number[] = [];
      const unexpected: string[] = [];
      let restarting = true;
      const load = [...proxies, ...proxies].map(async (proxy) => {
        while (restarting) {
          statuses.push((await proxy.send("/login")).status);
          // no proxy sends a POST a second time; without a token it is rejected, and after many by the limit
          const options = { method: "POST", headers: JSON_BODY, body: "{}" };
          const { status, body } = await proxy.send("/api/v1/auth/logout", options);
          if (status !== 401 && status !== 429) unexpected.push(`${status} ${body}`);
        }
      });
      for (const [index, { port }] of instances.entries()) {
        await instances[index]!.stop("SIGTERM");
        instances[index] = await start(port);
        await Promise.all(proxies.map((proxy) => proxy.untilUsed(port)));
      }
      restarting = false;
      await Promise.all(load);
      expect(statuses).to.have.length.greaterThan(50);
      expect(statuses.filter((status) => status !== 200)).to.deep.equal([]);
      expect(unexpected).to.deep.equal([]);
    });
  });
});

for (const { tool, file, start, idleSeconds } of EXAMPLES)
  describeWith(tool, `deploy/${file}`, () => {
    const folder = useFolder();

    it("keeps connections to the service open between requests", async function () {
      this.timeout(120_000);
      let connections = 0;
      const upstream = createServer((_request, response) => response.end("served"));
      upstream.on("connection", () => connections++);
      await once(upstream.listen(0, "127.0.0.1"), "listening");
      const { port } = upstream.address() as AddressInfo;
      const proxy = await start(folder.path, [port, port]);
      try {
        for (let sent = 0; sent < 20; sent++) expect((await proxy.send("/login")).body).to.equal("served");
        // one more asks whether the instance is ready
        expect(connections).to.be.at.most(3);
      } finally {
        await proxy.stop();
        upstream.closeAllConnections();
        upstream.close();
      }
    });

    it("closes idle connections before the service does, also while an instance stops", () => {
      const [, seconds] = idleSeconds.exec(deployFile(file))!;
      expect(Number(seconds)).to.be.lessThan(Number(DRAIN_SECONDS));
    });
  });

describeWith("Caddy", "deploy/Caddyfile, without an instance", () => {
  const folder = useFolder();

  it("logs the failure without the address and the headers of the request", async function () {
    this.timeout(120_000);
    const ports = [await freePort(), await freePort()] as const;
    const caddy = await Caddy.start(folder.path, ports, { "lb_try_duration 5s": "lb_try_duration 500ms" });
    try {
      const headers = { "X-Token": "secret-in-header" };
      const { status } = await caddy.send("/reset-password?token=secret-in-address", { headers });
      expect(status).to.be.oneOf([502, 503]);
      expect(caddy.log).to.include(`"status":${status}`).and.not.include("secret-in");
    } finally {
      await caddy.stop();
    }
  });
});
