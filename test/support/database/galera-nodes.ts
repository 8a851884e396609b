import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { atEndOfRun } from "../app/teardown.js";
import { CLUSTER_NODES, TESTER } from "./mariadb.js";

export async function onNode(index: number, statement: string): Promise<RowDataPacket[]> {
  const { user, password } = TESTER;
  const connection = await createConnection({
    host: "127.0.0.1",
    port: CLUSTER_NODES[index]!.port,
    user,
    password,
  });
  const [rows] = await connection.query<RowDataPacket[]>(statement);
  await connection.end();
  return rows;
}

export const isIsolated = async (index: number): Promise<boolean> =>
  (await onNode(index, "show global status like 'wsrep_cluster_status'"))[0]!["Value"] !== "Primary";

export const sizeSeenBy = async (index: number): Promise<number> =>
  Number((await onNode(index, "show global status like 'wsrep_cluster_size'"))[0]!["Value"]);

/** Asks all nodes, because a suspended or killed node doesn't know yet that the others have dropped it. */
export async function isWhole(): Promise<boolean> {
  for (const index of CLUSTER_NODES.keys()) {
    const size = await sizeSeenBy(index).catch(() => 0);
    if (size !== CLUSTER_NODES.length || (await isIsolated(index))) return false;
  }
  return true;
}

export const signalNode = (index: number, signal: NodeJS.Signals): void =>
  void process.kill(CLUSTER_NODES[index]!.pid, signal);

/** Kills a node without a warning. @returns how to start it again with its data */
export function killNode(index: number): () => void {
  const node = CLUSTER_NODES[index]!;
  const [program = "", ...parameters] = readFileSync(`/proc/${node.pid}/cmdline`, "utf8")
    .split("\0")
    .slice(0, -1);
  signalNode(index, "SIGKILL");
  return () => {
    const child = spawn(program, parameters, { stdio: "ignore" });
    node.pid = child.pid!;
    atEndOfRun(() => void child.kill("SIGKILL"));
  };
}
