import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { startServer, until, useFleet, type Server } from "../support/app/processes.js";
import { ClusterLoad, expectStored, type Report } from "../support/database/cluster-load.js";
import { isWhole, killNode, onNode, signalNode } from "../support/database/galera-nodes.js";
import { CLUSTER_NODES, freePort, TESTER } from "../support/database/mariadb.js";

const LIMITED = "tortured";
const HELD_MS = 12_000;
const LONGEST_OUTAGE_MS = 10_000;
/** The node that each server prefers. */
const PREFERRED = [2, 1];

/** What happens to the cluster or the service during the load. @returns how to repair it */
const FAULTS: Record<string, (servers: Server[]) => Promise<() => Promise<unknown> | void>> = {
  "no fault": () => Promise.resolve(() => undefined),
  "node killed": () => Promise.resolve(killNode(2)),
  "node isolated": async () => {
    await onNode(2, "set global wsrep_provider_options = 'gmcast.isolate=1'");
    return () => onNode(2, "set global wsrep_provider_options = 'gmcast.isolate=0'");
  },
  "node read-only": async () => {
    await onNode(2, "set global read_only = 1");
    return () => onNode(2, "set global read_only = 0");
  },
  "slow applier": () => {
    // a node that works for a fifth of the time, too little to be suspected, holds up the others by flow control
    let isEnded = false;
    const pulses = (async () => {
      while (!isEnded) {
        signalNode(1, "SIGSTOP");
        await sleep(400);
        signalNode(1, "SIGCONT");
        await sleep(100);
      }
    })();
    return Promise.resolve(() => {
      isEnded = true;
      return pulses;
    });
  },
  "rolling reload": async (servers) => {
    for (const { process: product } of servers) {
      product.child.kill("SIGHUP");
      await until(
        "the reload has finished",
        () => product.logs.some(({ msg }) => msg === "reload finished"),
        180_000,
      );
    }
    return () => undefined;
  },
};

describe("Two machines of two processes each, on three nodes", function () {
  this.timeout(360_000);
  const fleet = useFleet(0);
  const servers: Server[] = [];
  const reports: ({ fault: string; alive: number } & Report)[] = [];
  let admin: string;
  const renamed: string[] = [];

  before(async () => {
    const name = new URL(fleet.variables["DATABASE_URL"]!).pathname.slice(1);
    // without the privilege to write to a read-only server
    await onNode(0, `create user if not exists ${LIMITED}@'%' identified by '${TESTER.password}'`);
    await onNode(0, `grant all on ${name}.* to ${LIMITED}@'%'`);
    for (const first of PREFERRED) {
      const order = CLUSTER_NODES.map(
        (_, index) => CLUSTER_NODES[(first + index) % CLUSTER_NODES.length]!.port,
      );
      const hosts = order.map((port) => `127.0.0.1:${port}`).join(",");
      const DATABASE_URL = `mysql://${LIMITED}:${TESTER.password}@${hosts}/${name}`;
      const PORT = String(await freePort());
      servers.push(await startServer({ ...fleet.variables, DATABASE_URL, WEB_CONCURRENCY: "2", PORT }));
    }
    ({ token: admin } = await fleet.make.userWithToken({ role: "system_admin" }));
    for (let n = 0; n < 2; n++) renamed.push((await fleet.make.user({ first_name: "Name0" })).id);
  });
  after(async () => {
    await Promise.all(servers.map((server) => server.stop("SIGKILL")));
    for (const {
      fault,
      requests,
      writes,
      bans,
      rejected,
      longestOutageMs,
      slowestMs,
      failures,
      alive,
    } of reports)
      console.log(
        `    ${fault}: ${requests} requests, ${writes} acknowledged writes, 0 lost, ${bans} bans, ${alive} tokens alive, ` +
          `${rejected} × 503, ${failures.length} other failures, longest outage ${longestOutageMs} ms, slowest answer ${slowestMs} ms`,
      );
  });

  for (const [fault, begin] of Object.entries(FAULTS))
    it(`lose no write and revive no token: ${fault}`, async () => {
      await until("the cluster is whole", isWhole, 60_000);
      const load = new ClusterLoad(
        servers.map(({ api }) => api),
        admin,
        renamed,
      );
      await sleep(2000);
      const repair = await begin(servers);
      await sleep(HELD_MS);
      await repair();
      await until("the cluster is whole", isWhole, 120_000);
      await sleep(3000);
      const report = await load.end();
      const name = new URL(fleet.variables["DATABASE_URL"]!).pathname.slice(1);
      for (const node of CLUSTER_NODES.keys())
        expectStored(
          load,
          (await onNode(
            node,
            `set statement wsrep_sync_wait = 1 for select id, email, status, first_name from ${name}.users`,
          )) as unknown as Parameters<typeof expectStored>[1],
        );
      reports.push({ fault, alive: load.aliveAfterBan.length, ...report });
      expect(load.aliveAfterBan, "tokens after an acknowledged ban").to.deep.equal([]);
      expect([...new Set(report.failures)], "failures other than 503").to.deep.equal([]);
      expect(report.longestOutageMs).to.be.below(LONGEST_OUTAGE_MS);
      expect(report.slowestMs).to.be.below(LONGEST_OUTAGE_MS);
      expect(report.bans).to.be.above(5);
      for (const id of renamed)
        await fleet.services.knex("users").where({ id }).update({ first_name: "Name0" });
    });
});
