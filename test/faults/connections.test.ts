import { expect } from "chai";
import { freshIp } from "../support/app/client.js";
import { useFleet, useFolder } from "../support/app/processes.js";
import { RawConnection } from "../support/app/raw-connection.js";
import { p99, timesUntil } from "../support/app/response-times.js";

const seconds = (value: number): number => value * 1000;

describe("Slow clients", function () {
  this.timeout(60_000);
  const folder = useFolder();
  const fleet = useFleet(1, { BCRYPT_COST: "10" }, () => `sqlite:${folder.path}/authdock.sqlite`);

  it("H16: are disconnected within thirty seconds when stalled, while a healthy client is served", async () => {
    const { port } = fleet.servers[0]!;
    const head = (path: string) => `Host: localhost\r\nX-Forwarded-For: ${freshIp()}\r\n${path}`;
    const open = (kind: number): RawConnection => {
      const connection = new RawConnection(port);
      if (kind === 0) connection.write(`GET /api/v1/auth/me HTTP/1.1\r\nHost: loc`);
      if (kind === 1) {
        connection.write(
          `POST /api/v1/auth/register HTTP/1.1\r\n${head("Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")}`,
        );
        connection.drip(1000);
      }
      if (kind === 2) connection.write(`GET /up HTTP/1.1\r\n${head("\r\n")}`);
      if (kind === 3) connection.drip(1000);
      return connection;
    };
    const connections = Array.from({ length: 100 }, (_, n) => open(n % 4));
    const ended = Promise.all(connections.map((connection) => connection.closed));
    const { token } = await fleet.make.userWithToken();
    const times = await timesUntil(ended, () => fleet.api(0).as(token).get("/auth/me"), 50);
    expect(p99(times)).to.be.below(seconds(1));
    for (const lifetime of await ended) expect(lifetime).to.be.below(seconds(30));
    connections.forEach(({ received }, n) => {
      const expected = ["HTTP/1.1 408", "HTTP/1.1 408", "HTTP/1.1 200", "HTTP/1.1 40"][n % 4]!;
      expect(received.slice(0, expected.length)).to.equal(expected);
    });
  });
});
