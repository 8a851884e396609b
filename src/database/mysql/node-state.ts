import type { Socket } from "node:net";

/** The used part of a mysql2 connection. */
export interface MySqlConnection {
  /** Set while a transaction has the connection. */
  __knexTxId?: string;
  readonly stream: Socket;
  query(options: { sql: string; timeout?: number }, callback: QueryCallback): void;
  on(event: "error", listener: (error: Error) => void): void;
  destroy(): void;
}
type QueryCallback = (error: Error | null, rows?: unknown) => void;

export interface NodeState {
  isGalera: boolean;
  /** Neither read-only nor disconnected from the other nodes. */
  isWritable: boolean;
  isReadOnly: boolean;
  /** The status of the Galera node, by name; empty on other servers. */
  status: ReadonlyMap<string, string>;
}

/** Both statements are allowed on a disconnected node, where a select isn't. */
const VARIABLES = `show global variables where variable_name in
  ('read_only', 'super_read_only', 'innodb_read_only', 'wsrep_on', 'wsrep_provider')`;
const STATUS = `show global status where variable_name in
  ('wsrep_ready', 'wsrep_cluster_status', 'wsrep_cluster_size', 'wsrep_local_state_comment')`;

/** The state of the node. @throws when it doesn't answer in time */
export async function readNodeState(connection: MySqlConnection, timeoutMs: number): Promise<NodeState> {
  const variables = await readPairs(connection, VARIABLES, timeoutMs);
  const isReadOnly = ["read_only", "super_read_only", "innodb_read_only"].some(
    (name) => (variables.get(name) ?? "OFF") !== "OFF",
  );
  const provider = variables.get("wsrep_provider") ?? "none";
  const isGalera = variables.get("wsrep_on") === "ON" && provider !== "none" && provider !== "";
  if (!isGalera) return { isGalera, isWritable: !isReadOnly, isReadOnly, status: new Map() };
  const status = await readPairs(connection, STATUS, timeoutMs);
  return { isGalera, isWritable: isMember(status) && !isReadOnly, isReadOnly, status };
}

/** Whether the node belongs to the part of its cluster that accepts queries. */
export const isMember = (status: NodeState["status"]): boolean =>
  status.get("wsrep_ready") === "ON" && status.get("wsrep_cluster_status") === "Primary";

async function readPairs(
  connection: MySqlConnection,
  sql: string,
  timeout: number,
): Promise<Map<string, string>> {
  const rows = (await run(connection, sql, timeout)) as { Variable_name: string; Value: string }[];
  return new Map(rows.map(({ Variable_name, Value }) => [Variable_name, Value]));
}

export function run(connection: MySqlConnection, sql: string, timeout?: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query({ sql, ...(timeout === undefined ? {} : { timeout }) }, (error, rows) => {
      if (error) reject(error);
      else resolve(rows);
    });
  });
}
