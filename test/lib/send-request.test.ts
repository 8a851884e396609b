import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { sendRequest, type OutgoingRequest } from "../../src/lib/network/send-request.js";

describe("A request to another server", () => {
  let answer: RequestListener;
  let server: Server;
  before((done) => {
    server = createServer((request, response) => answer(request, response)).listen(0, "127.0.0.1", done);
  });
  after(() => void server.close().closeAllConnections());

  const send = (changes: Partial<OutgoingRequest> = {}) =>
    sendRequest(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), {
      method: "GET",
      headers: {},
      timeoutMs: 1000,
      publicOnly: false,
      longest: 1000,
      ...changes,
    });
  const problem = async (changes: Partial<OutgoingRequest> = {}): Promise<string> =>
    send(changes).then(
      () => "none",
      (error: unknown) => String(error),
    );

  it("gets the status, the headers and the body", async () => {
    answer = (_request, response) => void response.writeHead(404, { "x-a": "b" }).end("ğ".repeat(500));
    const { status, headers, body } = await send();
    expect([status, headers["x-a"], body]).to.deep.equal([404, "b", "ğ".repeat(500)]);
  });

  it("isn't sent where a redirect leads", async () => {
    const asked: string[] = [];
    answer = (request, response) => {
      asked.push(request.url!);
      response.writeHead(302, { location: "/elsewhere" }).end();
    };
    expect([(await send()).status, asked]).to.deep.equal([302, ["/"]]);
  });

  it("fails on an answer that is too long, without reading the rest", async () => {
    let closed = false;
    answer = (_request, response) => {
      response.on("close", () => (closed = !response.writableFinished));
      response.write("x".repeat(1_000_000));
    };
    expect(await problem()).to.contain("the answer is too long");
    expect(await problem({ longest: 999 })).to.contain("the answer is too long");
    expect(closed).to.equal(true);
  });

  it("fails on an answer that doesn't end in time", async () => {
    answer = (_request, response) => void response.writeHead(200).write("{");
    expect(await problem({ timeoutMs: 50 })).to.match(/aborted|timeout/i);
    answer = () => undefined;
    expect(await problem({ timeoutMs: 50 })).to.match(/aborted|timeout/i);
  });
});
