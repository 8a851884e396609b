import { createRequire } from "node:module";
import type { Knex } from "knex";
import { readNodeState, run, type MySqlConnection, type NodeState } from "./node-state.js";
import type { Node, Nodes } from "./nodes.js";
import { RETRY_POLICY, retryConflicts } from "../transaction.js";
import { watchOf, type StatementWatch } from "../statement-watch.js";

const require = createRequire(import.meta.url);

interface QueryObject {
  sql: string;
  bindings?: unknown[];
  options?: object;
}
interface ClientBase {
  config: { nodes: Nodes; statements?: StatementWatch };
  connectionSettings: { password?: string };
  driver: { createConnection(settings: object): MySqlConnection };
  acquireRawConnection(): Promise<MySqlConnection>;
  validateConnection(connection: MySqlConnection): boolean;
  _query(connection: MySqlConnection, query: QueryObject): Promise<QueryObject>;
  destroy(callback?: () => void): Promise<void>;
}
// knex publishes no types for its dialect classes
const Base = require("knex/lib/dialects/mysql2") as new (config: Knex.Config) => ClientBase;

/** Queries that take longer fail, so that a database that hangs doesn't block its callers. */
const QUERY_TIMEOUT_MS = 5000;
const CONNECT_TIMEOUT_MS = 1000;

/** Exact comparison needs strict mode and expiry needs UTC. READ COMMITTED avoids gap locks and most deadlocks. */
const SESSION = [
  `SET SESSION time_zone = '+00:00', innodb_lock_wait_timeout = ${RETRY_POLICY.lockWaitMs / 1000},` +
    " group_concat_max_len = 65535," +
    " sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
];
/** Reads see everything written before on other connections, whichever node it was written to. */
const GALERA_SESSION = "SET SESSION wsrep_sync_wait = 1";

/** mysql2 for knex, with failover in a cluster, timeouts, and the same session settings everywhere. */
export class MySqlClient extends Base {
  override async acquireRawConnection(): Promise<MySqlConnection> {
    const { nodes } = this.config;
    nodes.watch((node) => this.monitorOf(node));
    let failure: unknown;
    for (const node of nodes.candidates)
      try {
        const [connection, state] = await this.join(node);
        nodes.joined(node, connection, state);
        return connection;
      } catch (error) {
        failure = error;
      }
    throw failure;
  }

  /** @throws when the node can't be reached, or isn't usable while others exist */
  private async join(node: Node): Promise<[MySqlConnection, NodeState]> {
    Object.assign(this.connectionSettings, node);
    const connection = await super.acquireRawConnection();
    try {
      const state = await readNodeState(connection, QUERY_TIMEOUT_MS);
      if (!state.isWritable && this.config.nodes.isCluster)
        throw Object.assign(new Error(`${node.host}:${node.port} can't be written to`), {
          code: "ER_OPTION_PREVENTS_STATEMENT",
        });
      for (const statement of state.isGalera ? [...SESSION, GALERA_SESSION] : SESSION)
        await run(connection, statement, QUERY_TIMEOUT_MS);
      return [connection, state];
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  /** Asks each node of DATABASE_URL over a connection of its own. The state is null if the node doesn't answer. */
  nodeStates(): Promise<[Node, NodeState | null][]> {
    return Promise.all(
      this.config.nodes.all.map(async (node): Promise<[Node, NodeState | null]> => {
        const connection = this.monitorOf(node);
        const state = await readNodeState(connection, QUERY_TIMEOUT_MS).catch(() => null);
        connection.destroy();
        return [node, state];
      }),
    );
  }

  private monitorOf(node: Node): MySqlConnection {
    const { password } = this.connectionSettings; // not enumerable, because knex hides it from copies
    const settings = { ...this.connectionSettings, ...node, password, connectTimeout: CONNECT_TIMEOUT_MS };
    const connection = this.driver.createConnection(settings);
    connection.on("error", () => undefined); // the next query reports it
    return connection;
  }

  override validateConnection(connection: MySqlConnection): boolean {
    return super.validateConnection(connection) && this.config.nodes.isCurrent(connection);
  }

  /** A statement outside a transaction is a transaction of its own and is repeated like one. */
  override _query(connection: MySqlConnection, query: QueryObject): Promise<QueryObject> {
    const attempt = (): Promise<QueryObject> => this.queryOnce(connection, query);
    return connection.__knexTxId === undefined ? retryConflicts(attempt) : attempt();
  }

  private async queryOnce(connection: MySqlConnection, query: QueryObject): Promise<QueryObject> {
    query.options = { timeout: QUERY_TIMEOUT_MS, ...query.options };
    const started = performance.now();
    try {
      return await super._query(connection, query);
    } catch (error) {
      // the answer to a query that timed out can still arrive, so the connection isn't reusable
      if ((error as { code?: string }).code === "PROTOCOL_SEQUENCE_TIMEOUT") connection.destroy();
      // the statement contains its values, which are personal data and hashes; the message has placeholders
      delete (error as { sql?: string }).sql;
      throw error;
    } finally {
      watchOf(this.config).ran(query.sql, started);
    }
  }

  override destroy(callback?: () => void): Promise<void> {
    this.config.nodes.close();
    return super.destroy(callback);
  }
}
