import type { Knex } from "knex";
import { readNodeState, type MySqlConnection, type NodeState } from "./node-state.js";

export interface Node {
  host: string;
  port: number;
}

/** Opens a connection for the monitor. */
export type Connect = (node: Node) => MySqlConnection;

const CHECK_EVERY_MS = 300;
const CHECK_TIMEOUT_MS = 700;
/** A busy node may miss one check. */
const CHECKS_TO_MISS = 2;
/** The number of successful checks before traffic returns to a preferred node. */
const CHECKS_BEFORE_RETURN = 6;

/**
 * The nodes of a database server, in the operator's order. All queries go to the first writable one, so that all
 * processes use the same node. A node that becomes unusable is left within two seconds, including by open
 * connections.
 */
export class Nodes {
  /** Whether the nodes form a Galera cluster; known from the first connection on. */
  isGalera = false;
  private current: Node;
  /** Node → number of consecutive checks that found it writable. */
  private readonly successes = new Map<Node, number>();
  /** Node → number of consecutive checks that it didn't answer. */
  private readonly failures = new Map<Node, number>();
  private readonly monitors = new Map<Node, MySqlConnection>();
  private readonly open = new Map<MySqlConnection, Node>();
  private timer: NodeJS.Timeout | null = null;
  private checking = false;

  /** @param all in the operator's order */
  constructor(readonly all: readonly Node[]) {
    this.current = all[0]!;
  }

  get isCluster(): boolean {
    return this.all.length > 1;
  }

  /** The order in which a new connection tries the nodes. */
  get candidates(): Node[] {
    return [this.current, ...this.all.filter((node) => node !== this.current)];
  }

  /** Records a new connection. Others follow it to this node, because nodes tried before it have failed. */
  joined(node: Node, connection: MySqlConnection, { isGalera }: NodeState): void {
    this.isGalera = isGalera;
    this.current = node;
    this.open.set(connection, node);
    connection.stream.once("close", () => this.open.delete(connection));
  }

  /** Whether new work can use the connection. */
  isCurrent(connection: MySqlConnection): boolean {
    return this.open.get(connection) === this.current;
  }

  /** Checks the nodes of a cluster until `close`. */
  watch(connect: Connect): void {
    if (!this.isCluster || this.timer) return;
    this.timer = setInterval(() => void this.check(connect), CHECK_EVERY_MS).unref();
  }

  close(): void {
    if (this.timer) clearInterval(this.timer);
    for (const monitor of this.monitors.values()) monitor.destroy();
    this.monitors.clear();
  }

  private async check(connect: Connect): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    await Promise.all(this.all.map((node) => this.checkNode(node, connect)));
    this.checking = false;
    const isWell = (node: Node): boolean => (this.successes.get(node) ?? 0) > 0;
    const returned = (node: Node): boolean => (this.successes.get(node) ?? 0) >= CHECKS_BEFORE_RETURN;
    if (isWell(this.current)) this.current = this.all.find((node) => returned(node)) ?? this.current;
    else this.leave(this.current, this.all.find(isWell));
  }

  private async checkNode(node: Node, connect: Connect): Promise<void> {
    const monitor = this.monitors.get(node) ?? connect(node);
    this.monitors.set(node, monitor);
    const state = await readNodeState(monitor, CHECK_TIMEOUT_MS).catch(() => null);
    const failures = state ? 0 : (this.failures.get(node) ?? 0) + 1;
    this.failures.set(node, failures);
    if (state?.isWritable) this.successes.set(node, (this.successes.get(node) ?? 0) + 1);
    else if (state || failures >= CHECKS_TO_MISS) this.successes.set(node, 0);
    if (state) return;
    monitor.destroy();
    this.monitors.delete(node);
  }

  /** Queries that wait for the node's answer fail and can be repeated on another one. */
  private leave(node: Node, next: Node | undefined): void {
    for (const [connection, other] of this.open)
      if (other === node) connection.stream.destroy(Object.assign(new Error("left"), { code: "ECONNRESET" }));
    if (next) this.current = next;
  }
}

/** Whether the database is a Galera cluster, whose nodes don't see each other's locks. */
export const isGalera = (knex: Knex): boolean =>
  (knex.client as { config: { nodes?: Nodes } }).config.nodes?.isGalera === true;
