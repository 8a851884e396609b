import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { freshIp } from "../support/app/client.js";
import { together, useFleet, useFolder, type Answer } from "../support/app/processes.js";
import { RawConnection } from "../support/app/raw-connection.js";

const seconds = (value: number): number => value * 1000;

/** The 99th percentile. */
const p99 = (times: number[]): number => times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!;

describe("Many and slow clients", function () {
  this.timeout(60_000);
  const folder = useFolder();
  const fleet = useFleet(1, { BCRYPT_COST: "10" }, () => `sqlite:${folder.path}/authdock.sqlite`);

  /** Sends requests without a pause until the promise is settled. */
  async function timesUntil(
    ended: Promise<unknown>,
    ask: () => Promise<Answer>,
    pauseMs = 0,
  ): Promise<number[]> {
    const times: number[] = [];
    let running = true;
    void ended.finally(() => (running = false));
    while (running) {
      const started = performance.now();
      expect((await ask()).status).to.equal(200);
      times.push(performance.now() - started);
      await sleep(pauseMs);
    }
    return times;
  }

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

  it("H19: that flood the login get errors, while other requests stay fast", async () => {
    const { token } = await fleet.make.userWithToken();
    const flood = together(200, (n) =>
      fleet.api(0).post("/auth/login", { email: `flood${n}@example.test`, password: "some password" }),
    );
    const times = await timesUntil(flood, () => fleet.api(0).as(token).get("/auth/me"));
    for (const { status, headers } of await flood) {
      expect(status).to.be.oneOf([401, 429, 503]);
      if (status !== 401) expect(Number(headers.get("retry-after"))).to.be.at.least(1);
    }
    expect((await flood).filter(({ status }) => status === 401)).not.to.be.empty;
    expect((await flood).filter(({ status }) => status === 503)).not.to.be.empty;
    expect(p99(times)).to.be.below(300);
  });
});
