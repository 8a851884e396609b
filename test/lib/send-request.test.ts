import dns from "node:dns";
import { createServer, type RequestListener, type Server } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { Socket, type AddressInfo } from "node:net";
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

  describe("at a name whose addresses change", () => {
    const PUBLIC = { address: "203.0.113.9", family: 4 }; // of documentation, so that nobody has it
    const HERE = { address: "127.0.0.1", family: 4 };
    const { lookup } = dns;
    const connect = Object.getOwnPropertyDescriptor(Socket.prototype, "connect")!;
    let lookUps: string[];
    let tried: string[];
    function noteAttempts(this: Socket, ...options: unknown[]): unknown {
      this.on("connectionAttempt", (address: string) => {
        tried.push(address);
        setImmediate(() => this.destroy(new Error("stopped by the test")));
      });
      return (connect.value as (...options: unknown[]) => unknown).apply(this, options);
    }
    /** @param answers of the name server, one for each question */
    function resolve(...answers: (typeof PUBLIC)[][]): void {
      dns.lookup = ((name: string, _options: object, done: (error: null, found: object[]) => void) => {
        lookUps.push(name);
        process.nextTick(done, null, answers[Math.min(lookUps.length, answers.length) - 1]!);
      }) as unknown as typeof dns.lookup;
      syncBuiltinESMExports();
    }
    beforeEach(() => {
      [lookUps, tried] = [[], []];
      Object.defineProperty(Socket.prototype, "connect", { ...connect, value: noteAttempts });
    });
    afterEach(() => {
      Object.defineProperty(Socket.prototype, "connect", connect);
      dns.lookup = lookup;
      syncBuiltinESMExports();
    });
    const sendTo = (protocol: string): Promise<string> =>
      sendRequest(new URL(`${protocol}://rebinding.example:9/client.json`), {
        ...{ method: "GET", headers: {}, timeoutMs: 1000, publicOnly: true, longest: 1000 },
      }).then(
        () => "none",
        (error: unknown) => String(error),
      );

    for (const protocol of ["http", "https"])
      it(`connects by ${protocol} to the address that was checked, and doesn't ask again`, async () => {
        resolve([PUBLIC], [HERE]);
        expect(await sendTo(protocol)).to.contain("stopped by the test");
        expect([lookUps, tried]).to.deep.equal([["rebinding.example"], [PUBLIC.address]]);
      });

    it("connects to none of the private ones among them", async () => {
      resolve([HERE, PUBLIC, { address: "::ffff:10.0.0.1", family: 6 }]);
      expect(await sendTo("https")).to.contain("stopped by the test");
      expect(tried).to.deep.equal([PUBLIC.address]);
    });

    it("checks each request anew", async () => {
      resolve([PUBLIC], [HERE]);
      await sendTo("https");
      expect(await sendTo("https")).to.contain("rebinding.example is a private address");
      expect(tried).to.deep.equal([PUBLIC.address]);
    });
  });

  it("fails on an answer that doesn't end in time", async () => {
    answer = (_request, response) => void response.writeHead(200).write("{");
    expect(await problem({ timeoutMs: 50 })).to.match(/aborted|timeout/i);
    answer = () => undefined;
    expect(await problem({ timeoutMs: 50 })).to.match(/aborted|timeout/i);
  });
});
