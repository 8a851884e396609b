import type { Logger } from "../lib/telemetry/log.js";
import { millisecondsSince } from "../lib/clock.js";
import { currentTrace } from "../lib/telemetry/current-trace.js";
import type { Metrics } from "../lib/telemetry/metrics.js";
import { loggableStatement } from "../lib/telemetry/statement-figures.js";
import type { Traces } from "../lib/telemetry/traces.js";

/** Is told about every statement. */
export interface StatementWatch {
  /** @param started the time of `performance.now()` before the statement */
  ran(sql: string, started: number): void;
}

/** Of a connection that nobody watches, such as that of a migration. */
const UNWATCHED: StatementWatch = { ran: () => undefined };

/** The watch in the configuration of a client, which copies of the client share. */
export const watchOf = ({ statements = UNWATCHED }: { statements?: StatementWatch }): StatementWatch =>
  statements;

/** Times statements and logs slow ones, with the route and the trace id. */
export class StatementTimes implements StatementWatch {
  constructor(
    private readonly to: { log: Logger; metrics: Metrics; traces: Traces | null },
    private readonly slowMs: number,
  ) {}

  ran(sql: string, started: number): void {
    const ms = performance.now() - started;
    const { metrics, traces } = this.to;
    if (metrics.isOn) metrics.statements.observe(sql, ms);
    if (traces) traces.statement(sql, started);
    if (ms >= this.slowMs) this.report(sql, started);
  }

  private report(sql: string, started: number): void {
    const route = currentTrace()?.routeName ?? null;
    this.to.metrics.slowStatements.inc({ route: route ?? "none" });
    const line = { route, ms: millisecondsSince(started), statement: loggableStatement(sql) };
    this.to.log.warn(line, "slow statement");
  }
}
