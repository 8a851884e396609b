import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { RawConnection } from "../../support/app/raw-connection.js";
import { until } from "../../support/app/processes.js";
import { useWorld } from "../../support/app/world.js";

const REQUESTS = 40;

describe("Requests that arrive together", () => {
  const world = useWorld();

  it("are answered in their order, each for its own sender and with its own line in the log", async () => {
    const senders = [await world.make.userWithToken(), await world.make.userWithToken()];
    const senderOf = (index: number) => senders[index % senders.length]!;
    const { port } = world.server.address() as AddressInfo;
    const connection = new RawConnection(port);
    const request = (index: number): string =>
      `GET /api/v1/auth/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${senderOf(index).token}\r\n` +
      `${index === REQUESTS - 1 ? "Connection: close\r\n" : ""}\r\n`;
    connection.write(Array.from({ length: REQUESTS }, (_, index) => request(index)).join(""));
    await connection.closed;

    const answers = connection.received.split("HTTP/1.1 ").slice(1);
    expect(answers).to.have.length(REQUESTS);
    const lines = (): typeof world.logs => world.logs.filter(({ route }) => route === "auth.me");
    await until("every request has a line", () => Promise.resolve(lines().length === REQUESTS));
    for (const [index, answer] of answers.entries()) {
      const [head, text] = answer.split("\r\n\r\n") as [string, string];
      const body = JSON.parse(text) as { trace_id: string; data: { id: string } };
      const { id } = senderOf(index).user;
      expect(head).to.match(/^200 OK\r\n/);
      expect(/^X-Request-ID: (.+)\r$/m.exec(head)?.[1]).to.equal(body.trace_id);
      expect(body.data.id).to.equal(id);
      const own = lines().filter((line) => line["trace_id"] === body.trace_id);
      expect(own.map((line) => line["user_id"])).to.deep.equal([id]);
    }
  });
});
