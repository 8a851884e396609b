import { expect } from "chai";
import { READERS } from "../../src/database/knex-config.js";
import { isSqlite } from "../../src/database/table.js";
import { enlarge, temporaryFile } from "../support/database/sqlite-file.js";
import { RawConnection } from "../support/app/raw-connection.js";
import { describeWith } from "../support/app/requires.js";
import { onMariaDb } from "../support/app/config.js";
import { until } from "../support/app/processes.js";
import { useServed, type Served } from "../support/app/served.js";

/** Takes longer than several requests. */
const SLOW_ON_SQLITE =
  "with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000000) select max(i) from n";
const SLOW_ON_MYSQL = "select sleep(1.5)";

/** Runs the work while every list, export and figure begins with a slow statement. */
async function whileReadsAreSlow({ services: { reads } }: Served, work: () => Promise<void>): Promise<void> {
  const run = reads.run.bind(reads);
  reads.run = (read, options) =>
    run(async (knex) => {
      await knex.raw(isSqlite(knex) ? SLOW_ON_SQLITE : SLOW_ON_MYSQL);
      return read(knex);
    }, options);
  try {
    await work();
  } finally {
    reads.run = run;
  }
}

/** On MariaDB, its database in place of a large file, unless the suite is about files. */
function useLargeDatabase({ isFile = !onMariaDb() } = {}): Served {
  const place = temporaryFile();
  const world = useServed(isFile ? { DATABASE_URL: `sqlite:${place.file}` } : {});
  before(async () => {
    if (isSqlite(world.services.knex)) await enlarge(world.services.knex);
  });
  after(() => place.remove());
  return world;
}

describe("A slow list", () => {
  const world = useLargeDatabase();

  for (const path of [
    "/users?per_page=25",
    "/activity-logs",
    "/api-tokens",
    "/roles",
    "/users/export",
    "/events",
  ])
    it(`doesn't delay other requests: ${path}`, async () => {
      const { token } = await world.make.userWithToken({ role: "system_admin" });
      const api = world.api.as(token);
      await api.get(path); // the readers have started
      const order: string[] = [];
      await whileReadsAreSlow(world, async () => {
        // on a busy machine the statement can reach its time limit, which is an answer, too
        const list = api.get(path).then(() => order.push("list"));
        for (let n = 0; n < 3; n++) order.push(`me ${(await api.get("/auth/me")).status}`);
        await list;
      });
      expect(order).to.deep.equal(["me 200", "me 200", "me 200", "list"]);
    });

  it("shows what its client has written directly before", async () => {
    const { token } = await world.make.userWithToken({ role: "system_admin" });
    const api = world.api.as(token);
    for (let n = 1; n <= 10; n++) {
      const person = { first_name: "Ada", last_name: `Number ${n}`, email: `ada${n}@example.test` };
      const created = await api.post("/users", { ...person, role: "user" });
      expect(created.status).to.equal(201);
      const { body } = await api.get(`/users?filter[search]=ada${n}%40`);
      expect(body.meta.pagination.total).to.equal(1);
    }
  });
});

describeWith("SQLite", "While all readers of an SQLite file are busy", () => {
  const world = useLargeDatabase({ isFile: true });

  /** Holds all readers, and lets this many others wait. */
  function occupy(waiting: number): () => Promise<void> {
    const { reads } = world.services;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const all = Array.from({ length: READERS + waiting }, () => reads.run(() => gate));
    return async () => {
      release();
      await Promise.all(all);
    };
  }

  it("a list is rejected with 503 once too many wait, and everything else works", async () => {
    const { token } = await world.make.userWithToken({ role: "system_admin" });
    const api = world.api.as(token);
    const release = occupy(64);
    const rejected = await api.get("/users");
    expect(rejected.status).to.equal(503);
    expect(Number(rejected.headers["retry-after"])).to.be.at.least(1);
    expect((await api.get("/auth/me")).status).to.equal(200);
    await release();
    expect((await api.get("/users")).status).to.equal(200);
  });

  it("the list of a client that has disconnected is dropped", async () => {
    const { token } = await world.make.userWithToken({ role: "system_admin" });
    const { reads } = world.services;
    const release = occupy(0);
    const client = new RawConnection(Number(new URL(world.origin).port));
    client.write(
      `GET /api/v1/users HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    await until("the list waits", () => Promise.resolve(reads.waiting === 1));
    client.destroy();
    await until("it is dropped", () => Promise.resolve(reads.waiting === 0));
    await release();
    expect(world.logs.filter(({ msg }) => msg === "request failed")).to.deep.equal([]);
  });
});
