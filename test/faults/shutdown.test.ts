import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { expect } from "chai";
import type { Variables } from "../../src/config/env.js";
import { freshIp } from "../support/app/client.js";
import { registration } from "../support/app/factories.js";
import { startServer, until, useFleet, useFolder, type Server } from "../support/app/processes.js";
import { RawConnection } from "../support/app/raw-connection.js";

describe("SIGTERM", function () {
  this.timeout(30_000);
  const folder = useFolder();
  const fleet = useFleet(0, {}, () => `sqlite:${folder.path}/authdock.sqlite`);
  const start = (variables: Variables = {}): Promise<Server> =>
    startServer({ ...fleet.variables, MAIL_URL: `file:${folder.path}/mail`, ...variables });

  const post = (body: string): string =>
    [
      "POST /api/v1/auth/register HTTP/1.1",
      "Host: localhost",
      `X-Forwarded-For: ${freshIp()}`,
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Expect: 100-continue",
      "\r\n",
    ].join("\r\n");

  /** Over a connection of its own. */
  const isRefused = async (port: number): Promise<boolean> => {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return false;
    } catch {
      return true;
    } finally {
      socket.destroy();
    }
  };

  it("H15: lets requests in flight finish, closes idle connections and exits with 0", async () => {
    const server = await start();
    const idle = new RawConnection(server.port);
    idle.write("GET /up HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await idle.receives('"up"');
    const busy = new RawConnection(server.port);
    const body = JSON.stringify(registration({ email: "in-flight@example.test" }));
    busy.write(post(body));
    await busy.receives("100 Continue");

    const started = Date.now();
    const exit = server.stop();
    await idle.closed;
    server.process.child.kill("SIGTERM"); // a second signal changes nothing
    expect(await server.api.get("//up").catch(() => "refused")).to.equal("refused");
    busy.write(body);
    await busy.closed;
    expect(busy.received).to.include("HTTP/1.1 201");
    expect(await exit).to.deep.equal({ code: 0, signal: null });
    expect(Date.now() - started).to.be.below(10_000);
    expect(await fleet.services.knex("users").where({ email: "in-flight@example.test" })).to.have.length(1);
  });

  it("H15: exits with 0 under load, with every acknowledged write stored", async () => {
    const server = await start();
    const acknowledged: string[] = [];
    const registerUntilRefused = async (): Promise<void> => {
      for (;;) {
        const body = registration();
        const answer = await server.api.post("/auth/register", body).catch(() => null);
        if (answer === null) return;
        expect(answer.status).to.equal(201);
        acknowledged.push(body["email"] as string);
      }
    };
    const clients = Promise.all([1, 2, 3, 4].map(registerUntilRefused));
    await until("some are registered", () => Promise.resolve(acknowledged.length > 20));
    const started = Date.now();
    expect(await server.stop()).to.deep.equal({ code: 0, signal: null });
    expect(Date.now() - started).to.be.below(10_000);
    await clients;
    const rows = (await fleet.services.knex("users").select("email")) as { email: string }[];
    expect(rows.map(({ email }) => email)).to.include.members(acknowledged);
  });

  it("H15: disconnects a client that never completes its request, and exits with 0 within ten seconds", async () => {
    const server = await start();
    const stalled = new RawConnection(server.port);
    stalled.write(post("{}"));
    await stalled.receives("100 Continue");
    const started = Date.now();
    expect(await server.stop()).to.deep.equal({ code: 0, signal: null });
    expect(Date.now() - started).to.be.below(10_000);
  });

  it("serves for DRAIN_SECONDS while /ready fails, and then ends open connections with its next answers", async () => {
    const server = await start({ DRAIN_SECONDS: "3" });
    const kept = new RawConnection(server.port);
    kept.write("GET /up HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await kept.receives('"up"');
    expect(kept.received).to.include("Connection: keep-alive");
    const stalled = new RawConnection(server.port);
    stalled.write(post("{}"));
    await stalled.receives("100 Continue");

    const started = Date.now();
    const exit = server.stop();
    await until("/ready fails", async () => (await server.api.get("//ready")).status === 503);
    expect((await server.api.get("//ready")).body).to.deep.equal({ status: "stopping", parts: {} });
    const { status, headers } = await server.api.post("/auth/register", registration());
    expect(status).to.equal(201);
    expect(headers.get("connection")).to.equal("keep-alive");

    await until("new connections are refused", () => isRefused(server.port));
    expect(kept.received).not.to.include("Connection: close");
    kept.write("GET /up HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await kept.closed;
    expect(kept.received.split('"up"')).to.have.length(3);
    expect(kept.received).to.include("Connection: close");

    expect(await exit).to.deep.equal({ code: 0, signal: null });
    // the stalled request has its 8 seconds after the delay
    expect(Date.now() - started).to.be.within(3000 + 7500, 3000 + 10_000);
  });

  it("H15: leaves no mail half processed", async () => {
    await fleet.services.settings.write({ "auth.email_verification": "1" });
    const server = await start();
    for (let n = 0; n < 40; n++) await server.api.post("/auth/register", registration());
    const sent = () => readdir(`${folder.path}/mail`).catch(() => []);
    await until("the first mails are sent", async () => (await sent()).length > 0);
    expect(await server.stop()).to.deep.equal({ code: 0, signal: null });
    const mails = (await fleet.services.knex("mails").select("status", "attempts", "payload")) as {
      status: string;
      attempts: number;
      payload: string | null;
    }[];
    const done = mails.filter(({ status }) => status === "sent");
    expect(mails).to.have.length(40);
    expect(done).to.have.length((await sent()).length);
    for (const { status, attempts, payload } of mails)
      expect(status === "sent" ? payload === null : attempts === 0 && payload !== null).to.equal(true);
    await fleet.services.settings.write({ "auth.email_verification": "0" });
  });
});
