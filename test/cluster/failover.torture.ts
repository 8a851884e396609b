import { expect } from "chai";
import { PASSWORD } from "../support/app/factories.js";
import { isIsolated, isWhole, onNode, signalNode, sizeSeenBy } from "../support/database/galera-nodes.js";
import { CLUSTER_NODES, TESTER } from "../support/database/mariadb.js";
import { startServer, until, useFleet, type Server } from "../support/app/processes.js";

const LIMITED = "service";
/** The time within which an unusable node must no longer be used. */
const LEFT_WITHIN_MS = 2000;
const WATCHED_MS = 6000;

/** How to make the first node unusable, how to see that it is, and how to repair it. */
const FAILURES: Record<
  string,
  { begin: () => Promise<unknown>; hasBegun(): Promise<boolean>; end: () => Promise<unknown> }
> = {
  "is disconnected from the others": {
    begin: () => onNode(0, "set global wsrep_provider_options = 'gmcast.isolate=1'"),
    hasBegun: () => isIsolated(0),
    end: () => onNode(0, "set global wsrep_provider_options = 'gmcast.isolate=0'"),
  },
  "becomes read-only": {
    begin: () => onNode(0, "set global read_only = 1"),
    hasBegun: () => Promise.resolve(true),
    end: () => onNode(0, "set global read_only = 0"),
  },
  "is suspended": {
    begin: () => Promise.resolve(signalNode(0, "SIGSTOP")),
    // until the others have dropped it, none of them can write either
    hasBegun: async () => (await sizeSeenBy(1)) === CLUSTER_NODES.length - 1,
    end: () => Promise.resolve(signalNode(0, "SIGCONT")),
  },
};

describe("A server with all nodes of a cluster", function () {
  this.timeout(120_000);
  const fleet = useFleet(2);
  let server: Server | undefined;
  let everyNode: string;
  before(async () => {
    // without the privilege to write to a read-only server, which the tests' account has
    const name = databaseName();
    await onNode(0, `create user if not exists ${LIMITED}@'%' identified by '${TESTER.password}'`);
    await onNode(0, `grant all on ${name}.* to ${LIMITED}@'%'`);
    const hosts = CLUSTER_NODES.map(({ port }) => `127.0.0.1:${port}`).join(",");
    everyNode = `mysql://${LIMITED}:${TESTER.password}@${hosts}/${name}`;
    server = await startServer({ ...fleet.variables, DATABASE_URL: everyNode });
  });
  after(() => server?.stop("SIGKILL"));

  for (const [what, failure] of Object.entries(FAILURES))
    it(`reads and writes within two seconds after its node ${what}, and loses nothing`, async () => {
      const { user, token } = await fleet.make.userWithToken({ role: "system_admin" });
      const api = server!.api.as(token);
      const rename = (name: string) => api.patch(`/users/${user.id}`, { first_name: name });
      await until("the server works on the first node", async () => {
        expect((await rename("Before")).status).to.be.oneOf([200, 503]);
        const [row] = await onNode(
          0,
          `select count(*) as n from information_schema.processlist where user = '${LIMITED}'`,
        );
        return Number(row!["n"]) > 1; // one connection belongs to the monitor
      });
      await failure.begin();
      try {
        await until("the node has failed", () => failure.hasBegun(), 30_000);
        for (const failed = Date.now(); Date.now() < failed + WATCHED_MS;) {
          const isLate = Date.now() > failed + LEFT_WITHIN_MS;
          const { status } = await rename("Later");
          expect(status, lastErrors()).to.be.oneOf(isLate ? [200] : [200, 503]);
          if (status === 200)
            expect((await api.get("/auth/me")).status, lastErrors()).to.be.oneOf(isLate ? [200] : [200, 503]);
        }
        expect((await api.get("/auth/me")).body.data.first_name).to.equal("Later");
        expect((await server!.api.get("//ready")).status).to.equal(200);
      } finally {
        await failure.end();
        await until("the cluster is whole", isWhole, 60_000);
      }
      const [row] = await onNode(1, `select first_name from ${databaseName()}.users where id = '${user.id}'`);
      expect(row).to.deep.equal({ first_name: "Later" });
    });

  const databaseName = (): string => new URL(fleet.variables["DATABASE_URL"]!).pathname.slice(1);

  /** The errors that the server logged last. */
  const lastErrors = (): string =>
    JSON.stringify(server!.process.logs.filter((line) => line["err"] !== undefined).slice(-3));

  it("returns data that a server on another node has just written", async () => {
    for (let round = 0; round < 20; round++) {
      const user = await fleet.make.user();
      const { body } = await fleet.api(0).post("/auth/login", { email: user.email, password: PASSWORD });
      const { token } = body.data;
      expect((await fleet.api(1).as(token).get("/auth/me")).status).to.equal(200);
      expect((await fleet.api(0).as(token).post("/auth/logout", {})).status).to.equal(200);
      expect((await fleet.api(1).as(token).get("/auth/me")).status).to.equal(401);
    }
  });

  it("starts no work on a node that can't be written to", async () => {
    await onNode(0, "set global read_only = 1");
    try {
      const { token, user } = await fleet.make.userWithToken({ role: "system_admin" });
      const fresh = await startServer({ ...fleet.variables, DATABASE_URL: everyNode });
      const { status } = await fresh.api.as(token).patch(`/users/${user.id}`, { first_name: "Fresh" });
      expect(status).to.equal(200);
      await fresh.stop();
    } finally {
      await onNode(0, "set global read_only = 0");
    }
  });
});
