import { once } from "node:events";
import { createServer, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import type { Response } from "express";
import { Disconnect } from "../../src/http/locals.js";

describe("Work for a client", () => {
  let server: Server;
  let port: number;
  beforeEach(async () => {
    server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  /** Sends a request. @returns it with its response on the server */
  async function asked() {
    const sent = request({ host: "127.0.0.1", port }).on("error", () => undefined);
    sent.end();
    const [, response] = (await once(server, "request")) as [unknown, ServerResponse];
    return { sent, response, disconnect: new Disconnect(response as Response) };
  }

  it("is aborted when the client disconnects before the answer", async () => {
    const { sent, disconnect } = await asked();
    expect(disconnect.aborted).to.equal(false);
    const aborted = new Promise<void>((resolve) => disconnect.addEventListener("abort", resolve));
    sent.destroy();
    await aborted;
    expect(disconnect.aborted).to.equal(true);
  });

  it("isn't aborted by the end of the answer", async () => {
    const { response, disconnect } = await asked();
    response.end("done");
    await once(response, "close");
    expect(disconnect.aborted).to.equal(false);
  });

  it("isn't told when it has stopped listening", async () => {
    const { sent, response, disconnect } = await asked();
    let told = false;
    const listener = (): void => void (told = true);
    disconnect.addEventListener("abort", listener);
    disconnect.removeEventListener("abort", listener);
    sent.destroy();
    await once(response, "close");
    expect(told).to.equal(false);
  });
});
