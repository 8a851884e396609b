import { expect } from "chai";
import knex from "knex";
import { migratingConfig } from "../../src/database/knex-config.js";
import { migrate } from "../../src/database/migrate.js";
import { createServices, closeServices, type Services } from "../../src/domain/services.js";
import { cliJson, runCli } from "../support/app/command-line.js";
import { testConfig } from "../support/app/config.js";
import { memoryLog } from "../support/app/log.js";
import { runProduct, until, useFleet } from "../support/app/processes.js";
import { isIsolated, isWhole, onNode } from "../support/database/galera-nodes.js";
import { CLUSTER_NODES, mariaDbUrl, urlOnNode } from "../support/database/mariadb.js";
import { contentsOf } from "../support/database/migrating.js";

interface Finding {
  check: string;
  state: "ok" | "warning" | "failed";
  detail: string;
  advice: string | null;
}

/** The same database through all nodes, from the one with this index on. */
function urlFrom(url: string, first: number): string {
  const hosts = CLUSTER_NODES.map(
    (_, index) => `127.0.0.1:${CLUSTER_NODES[(first + index) % CLUSTER_NODES.length]!.port}`,
  );
  return url.replace(/@[^/]+\//, `@${hosts.join(",")}/`);
}

describe("authdock doctor on a cluster", function () {
  this.timeout(120_000);
  const fleet = useFleet(0);
  const examine = async (url: string): Promise<Finding[]> => {
    const services: Services = createServices(testConfig({ DATABASE_URL: url }), memoryLog().logger);
    try {
      const { output } = await runCli(services, ["doctor", "--offline", "--json"]);
      return (JSON.parse(output) as { findings: Finding[] }).findings;
    } finally {
      await closeServices(services);
    }
  };
  const only = () => urlOnNode(fleet.variables["DATABASE_URL"]!, 2);
  const all = () => urlFrom(fleet.variables["DATABASE_URL"]!, 0);
  const clusterOf = async (url: string): Promise<Finding[]> =>
    (await examine(url)).filter(({ check }) => check === "cluster");
  /** What doctor says about the last node, first on its own, then as one of three. */
  const aboutLast = async (): Promise<[alone: Finding, amongOthers: Finding]> => [
    (await clusterOf(only()))[0]!,
    (await clusterOf(all()))[2]!,
  ];

  it("finds nothing wrong with healthy nodes", async () => {
    const findings = await clusterOf(all());
    expect(findings.map(({ state }) => state)).to.deep.equal(["ok", "ok", "ok"]);
    expect(findings[0]!.detail).to.equal(
      `127.0.0.1:${CLUSTER_NODES[0]!.port}: Galera, 3 nodes, Primary, Synced`,
    );
  });

  it("says what to do about a node that is disconnected, although it answers no query", async () => {
    await onNode(2, "set global wsrep_provider_options = 'gmcast.isolate=1'");
    try {
      await until("the node is isolated", () => isIsolated(2), 30_000);
      const [alone, amongOthers] = await aboutLast();
      expect(alone).to.include({ state: "failed" });
      expect(alone.detail).to.contain("non-Primary");
      expect(alone.advice).to.contain("Connect the node to its cluster again.");
      expect(amongOthers).to.include({ state: "warning", detail: alone.detail });
    } finally {
      await onNode(2, "set global wsrep_provider_options = 'gmcast.isolate=0'");
      await until("the cluster is whole", isWhole, 60_000);
    }
  });

  it("says what to do about a node that is desynchronised", async () => {
    await onNode(2, "set global wsrep_desync = on");
    try {
      for (const finding of await aboutLast()) {
        expect(finding).to.include({ state: "warning" });
        expect(finding.advice).to.contain("set global wsrep_desync = off");
      }
    } finally {
      await onNode(2, "set global wsrep_desync = off");
    }
  });

  it("says what to do about a node that is read-only", async () => {
    await onNode(2, "set global read_only = 1");
    try {
      const [alone, amongOthers] = await aboutLast();
      expect(alone).to.include({ state: "failed" });
      expect(amongOthers).to.include({ state: "warning" });
      expect(alone.advice).to.contain("set global read_only = off");
    } finally {
      await onNode(2, "set global read_only = 0");
    }
  });

  it("finds a node that doesn't answer", async () => {
    const url = only().replace("@", "@127.0.0.1:1,");
    const [silent, healthy] = await clusterOf(url);
    expect(silent).to.include({ state: "warning", detail: "127.0.0.1:1 doesn't answer" });
    expect(healthy).to.include({ state: "ok" });
  });
});

describe("authdock migrate on a cluster", function () {
  this.timeout(300_000);

  it("runs once when machines that name the nodes in different orders start together", async () => {
    const [url, undisturbed] = [await mariaDbUrl(), await mariaDbUrl()];
    const runners = CLUSTER_NODES.map((_, index) =>
      runProduct("cli", { DATABASE_URL: urlFrom(url, index) }, "migrate", "--json"),
    );
    const migrated: string[][] = [];
    for (const runner of runners) {
      const { code } = await runner.exited;
      expect(code, runner.errors).to.equal(0);
      migrated.push((JSON.parse(runner.output) as { migrated: string[] }).migrated);
    }
    const done = await migrate(undisturbed);
    expect(migrated.flat()).to.deep.equal(done);
    expect(migrated.filter((names) => names.length > 0)).to.have.length(1);
    expect(await contentsOf(url)).to.deep.equal(await contentsOf(undisturbed));
  });

  it("shows and ends a runner that prefers another node", async () => {
    const url = await mariaDbUrl();
    const hanging = knex(migratingConfig(urlFrom(url, 0)));
    const hung = hanging.raw("select sleep(600)").then(
      () => "finished",
      () => "ended",
    );
    const services = createServices(testConfig({ DATABASE_URL: urlFrom(url, 1) }), memoryLog().logger);
    const runner = async (): Promise<unknown> =>
      ((await cliJson(services, "migrate", "status")) as { running_on_connection: unknown })
        .running_on_connection;
    try {
      await until("the runner is shown", async () => (await runner()) !== null);
      const { ended_connection: ended } = (await cliJson(services, "migrate", "unlock")) as {
        ended_connection: unknown;
      };
      expect(ended).to.be.a("number");
      expect(await hung).to.equal("ended");
    } finally {
      await hanging.destroy();
      await closeServices(services);
    }
  });
});
