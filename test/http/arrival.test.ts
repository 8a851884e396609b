import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { expect } from "chai";
import { admitUpload, limitArrival } from "../../src/http/arrival.js";

describe("The time in which a request must arrive", () => {
  let server: Server;
  let socket: Socket;
  const serve = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
    server = createServer(answer);
    limitArrival(server, 20);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab");
  };
  afterEach(() => {
    socket.destroy();
    server.close();
  });

  it("is short, so that a slow client holds no connection", async () => {
    await serve((request) => request.resume());
    const [error] = (await once(server, "clientError")) as [NodeJS.ErrnoException];
    expect(error.code).to.equal("ERR_HTTP_REQUEST_TIMEOUT");
  });

  it("is long for an admitted upload", async () => {
    const rejected = new Promise((resolve) => setTimeout(resolve, 60, "nothing"));
    await serve((request, response) => {
      admitUpload(request);
      request.resume().on("end", () => response.end("done"));
    });
    expect(await Promise.race([once(server, "clientError"), rejected])).to.equal("nothing");
    socket.write("cd");
    expect(String((await once(socket, "data"))[0])).to.match(/^HTTP\/1\.1 200 OK/);
  });

  it("doesn't end a request that is complete", async () => {
    await serve((request, response) => {
      request.resume().on("end", () => setTimeout(() => response.end("done"), 60));
    });
    socket.write("cd");
    expect(String((await once(socket, "data"))[0])).to.match(/^HTTP\/1\.1 200 OK/);
  });
});
