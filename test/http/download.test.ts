import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import express, { type Response } from "express";
import { csv } from "../../src/lib/text/csv.js";
import { UserListQuery, type UserListRow } from "../../src/models/lists/user-list.js";
import { sendDownload, type Download } from "../../src/http/download.js";

import { isErrorLine } from "../support/app/log.js";
import { until } from "../support/app/processes.js";
import { useWorld } from "../support/app/world.js";

const BIG = "x".repeat(100_000);

/** Produces chunks until it fails or the reader leaves; records when its work has ended. */
class Source {
  given = 0;
  isOver = false;

  constructor(
    private readonly parts: number,
    private readonly fails = false,
  ) {}

  async *read(): AsyncGenerator<string[]> {
    try {
      for (; this.given < this.parts; this.given++) {
        await new Promise((resolve) => setImmediate(resolve));
        yield [BIG];
      }
      if (this.fails) throw new Error("on purpose");
    } finally {
      this.isOver = true;
    }
  }
}

/** The client's view: the status, the number of bytes, and whether the response ended cleanly. */
async function receive(server: Server, path = "/", headers = {}) {
  const { port } = server.address() as AddressInfo;
  const request = get({ host: "127.0.0.1", port, path, headers, agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let body = "";
  let isBroken = false;
  response.on("data", (chunk: Buffer) => (body += chunk.toString()));
  response.on("error", () => (isBroken = true));
  await new Promise((resolve) => response.once("close", resolve));
  return { status: response.statusCode, headers: response.headers, body, isBroken };
}

async function listening(server: Server): Promise<Server> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

describe("A streamed file", () => {
  let reply: Download;
  let outcome: unknown;
  let server: Server;
  before(async () => {
    const app = express();
    app.get("/", async (_request, response: Response) => {
      outcome = await sendDownload(response, reply).then(
        () => "sent",
        (error: unknown) => error,
      );
      if (outcome === "sent") return;
      if (response.headersSent) response.destroy();
      else response.status(500).type("text").send("an error page");
    });
    server = await listening(createServer(app));
  });
  beforeEach(() => (outcome = undefined));
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const rows = (source: Source): Download => ({
    name: "rows.csv",
    type: "text/csv",
    parts: csv({ cell: (item: string) => item }, source.read()),
  });

  it("is sent as a whole, as an uncached attachment", async () => {
    const source = new Source(40);
    reply = rows(source);
    const { status, headers, body, isBroken } = await receive(server);
    expect(status).to.equal(200);
    expect(headers).to.include({
      "content-disposition": "attachment; filename=rows.csv",
      "content-type": "text/csv; charset=utf-8",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
    expect(isBroken).to.equal(false);
    expect(body.split("\r\n")).to.have.length(42);
    expect([outcome, source.isOver]).to.deep.equal(["sent", true]);
  });

  it("becomes an error page when the first chunk fails", async () => {
    const source = new Source(0, true);
    reply = rows(source);
    const { status, headers, body } = await receive(server);
    expect(status).to.equal(500);
    expect(body).to.equal("an error page");
    expect(headers["content-disposition"]).to.equal(undefined);
    expect(outcome).to.be.instanceOf(Error).with.property("message", "on purpose");
    expect(source.isOver).to.equal(true);
  });

  it("is aborted when a later chunk fails, so that it isn't mistaken for a complete one", async () => {
    const source = new Source(30, true);
    reply = rows(source);
    const { status, body, isBroken } = await receive(server);
    expect(status).to.equal(200);
    expect(isBroken).to.equal(true);
    expect(body.length).to.be.below(30 * BIG.length + 1000);
    expect(outcome).to.be.instanceOf(Error).with.property("message", "on purpose");
    expect(source.isOver).to.equal(true);
  });

  it("isn't produced further when the client disconnects, and its source is closed", async () => {
    const source = new Source(100_000);
    reply = rows(source);
    const { port } = server.address() as AddressInfo;
    const request = get({ host: "127.0.0.1", port, agent: false });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    await once(response, "data");
    request.destroy();
    response.on("error", () => undefined);
    await until("the work is over", () => Promise.resolve(source.isOver && outcome !== undefined));
    expect(outcome).to.equal("sent"); // not an error of the service
    expect(source.given).to.be.below(1000);
  });

  it("isn't produced faster than it is read", async () => {
    const source = new Source(1000);
    reply = rows(source);
    const { port } = server.address() as AddressInfo;
    const request = get({ host: "127.0.0.1", port, agent: false });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    response.pause();
    let before = -1;
    await until("it waits", () => {
      const waits = source.given === before;
      before = source.given;
      return Promise.resolve(waits);
    });
    expect(source.given).to.be.below(500);
    request.destroy();
    response.on("error", () => undefined);
    await until("the work is over", () => Promise.resolve(source.isOver));
  });
});

describe("A failing export", () => {
  const world = useWorld();
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the query that it is a method of
  const { following } = UserListQuery.prototype;
  let server: Server;
  let headers: Record<string, string>;
  beforeEach(async () => {
    server = await listening(createServer(world.app.listener));
    const { visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
    const Cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    headers = { Cookie, "User-Agent": visitor.userAgent };
  });
  afterEach(() => {
    UserListQuery.prototype.following = following;
    server.closeAllConnections();
    server.close();
  });

  /** Fails at the chunk with this number; all chunks before it are full. */
  function failingAt(number: number): void {
    let asked = 0;
    UserListQuery.prototype.following = async function (this: UserListQuery, ...[sort, , limit]) {
      if (++asked === number) throw new Error("on purpose");
      const [row] = await following.call(this, sort, null, limit);
      return Array.from({ length: limit }, () => row) as UserListRow[];
    };
  }
  const written = (): Promise<unknown[]> =>
    world.services.knex("activity_log").where({ event: "users_exported" });

  it("shows an error page when nothing was sent", async () => {
    failingAt(1);
    const { status, headers: answered, body } = await receive(server, "/admin/users/export", headers);
    expect(status).to.equal(500);
    expect(answered["content-type"]).to.equal("text/html; charset=utf-8");
    expect(answered["content-disposition"]).to.equal(undefined);
    expect(body).to.contain("Something went wrong");
  });

  it("aborts the connection later, is logged and recorded, and the service still runs", async () => {
    failingAt(50);
    const { status, isBroken } = await receive(server, "/admin/users/export", headers);
    expect(status).to.equal(200);
    expect(isBroken).to.equal(true);
    expect(await written()).to.have.length(1);
    await until("it is logged", () => Promise.resolve(world.logs.some(isErrorLine)));
    expect((await receive(server, "/up")).status).to.equal(200);
  });
});
