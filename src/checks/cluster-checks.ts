import type { Knex } from "knex";
import type { MySqlClient } from "../database/mysql/mysql-client.js";
import { isMember, type NodeState } from "../database/mysql/node-state.js";
import { isSqlite } from "../database/table.js";
import { failed, ok, warning, type Finding } from "./finding.js";

export interface NodeReport {
  /** Host and port. */
  name: string;
  /** Null for a node that doesn't answer. */
  state: NodeState | null;
}

/** Checks each node of DATABASE_URL. A single server without Galera has no finding. */
export async function checkCluster(knex: Knex): Promise<Finding[]> {
  if (isSqlite(knex)) return [];
  const states = await (knex.client as MySqlClient).nodeStates();
  return clusterFindings(states.map(([{ host, port }, state]) => ({ name: `${host}:${port}`, state })));
}

/** A node that can't be used is a failure only if the service can use no other one. */
export function clusterFindings(nodes: readonly NodeReport[]): Finding[] {
  const isServed = nodes.some(({ state }) => state?.isWritable === true);
  const unusable = isServed ? warning : failed;
  return nodes.flatMap(({ name, state }) => {
    // the check of the database reports a single server that doesn't answer
    if (state === null)
      return nodes.length === 1
        ? []
        : [unusable("cluster", `${name} doesn't answer`, "Start the node, or remove it from DATABASE_URL.")];
    return state.isGalera ? [galeraFinding(name, state, unusable)] : [];
  });
}

function galeraFinding(
  name: string,
  { isReadOnly, status }: NodeState,
  unusable: typeof failed | typeof warning,
): Finding {
  const size = Number(status.get("wsrep_cluster_size") ?? 0);
  const state = status.get("wsrep_local_state_comment") ?? "unknown";
  const detail = `${name}: Galera, ${size === 1 ? "1 node" : `${size} nodes`}, ${status.get("wsrep_cluster_status")}, ${state}`;
  if (!isMember(status)) return unusable("cluster", detail, RECONNECT);
  if (isReadOnly)
    return unusable("cluster", `${detail}, read-only`, "Run on the node: set global read_only = off.");
  if (state !== SYNCED) return warning("cluster", detail, state.startsWith(DONOR) ? RESYNC : CATCH_UP);
  if (size % 2 === 0) return warning("cluster", detail, ODD);
  return ok("cluster", detail);
}

const SYNCED = "Synced";
const DONOR = "Donor";
const RECONNECT =
  "Connect the node to its cluster again. If no node is Primary, start a new cluster on the one with the latest data (pc.bootstrap).";
const RESYNC =
  "Wait until the backup or state transfer has finished, or run on the node: set global wsrep_desync = off.";
const CATCH_UP = "Wait until the node has caught up with the others.";
const ODD = "Use an odd number of nodes, so that one side of a split keeps a majority.";
