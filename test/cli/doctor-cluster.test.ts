import { expect } from "chai";
import { clusterFindings, type NodeReport } from "../../src/checks/cluster-checks.js";

const HEALTHY = {
  wsrep_ready: "ON",
  wsrep_cluster_status: "Primary",
  wsrep_cluster_size: "3",
  wsrep_local_state_comment: "Synced",
};

const node = (name: string, changes: Partial<typeof HEALTHY> = {}, isReadOnly = false): NodeReport => {
  const status = { ...HEALTHY, ...changes };
  const isWritable = status.wsrep_ready === "ON" && !isReadOnly;
  return { name, state: { isGalera: true, isWritable, isReadOnly, status: new Map(Object.entries(status)) } };
};
const disconnected = (name: string): NodeReport =>
  node(name, {
    wsrep_ready: "OFF",
    wsrep_cluster_status: "non-Primary",
    wsrep_cluster_size: "1",
    wsrep_local_state_comment: "Initialized",
  });
const silent = (name: string): NodeReport => ({ name, state: null });
const summary = (...nodes: NodeReport[]): string[] =>
  clusterFindings(nodes).map(({ state, detail }) => `${state} ${detail}`);
const advice = (report: NodeReport): string | null | undefined => clusterFindings([report])[0]?.advice;

describe("The check of a cluster", () => {
  it("lists healthy nodes", () => {
    expect(summary(node("a:3306"), node("b:3306"))).to.deep.equal([
      "ok a:3306: Galera, 3 nodes, Primary, Synced",
      "ok b:3306: Galera, 3 nodes, Primary, Synced",
    ]);
  });

  it("reports nothing about a single server without Galera", () => {
    const state = { isGalera: false, isWritable: true, isReadOnly: false, status: new Map<string, string>() };
    expect(summary({ name: "a:3306", state })).to.deep.equal([]);
    expect(summary(silent("a:3306"))).to.deep.equal([]);
  });

  it("fails when no node can be used, and warns when another one can", () => {
    const detail = "a:3306: Galera, 1 node, non-Primary, Initialized";
    expect(summary(disconnected("a:3306"))).to.deep.equal([`failed ${detail}`]);
    expect(summary(disconnected("a:3306"), node("b:3306"))[0]).to.equal(`warning ${detail}`);
    expect(summary(silent("a:3306"), node("b:3306"))[0]).to.equal("warning a:3306 doesn't answer");
    expect(summary(silent("a:3306"), silent("b:3306"))).to.deep.equal([
      "failed a:3306 doesn't answer",
      "failed b:3306 doesn't answer",
    ]);
  });

  it("says what to do about each state", () => {
    expect(advice(disconnected("a:3306"))).to.match(
      /^Connect the node to its cluster again\. .*pc\.bootstrap/,
    );
    expect(advice(node("a:3306", {}, true))).to.contain("set global read_only = off");
    expect(advice(node("a:3306", { wsrep_local_state_comment: "Donor/Desynced" }))).to.contain(
      "set global wsrep_desync = off",
    );
    expect(advice(node("a:3306", { wsrep_local_state_comment: "Joined" }))).to.contain("caught up");
    expect(advice(node("a:3306", { wsrep_cluster_size: "2" }))).to.contain("odd number");
  });
});
