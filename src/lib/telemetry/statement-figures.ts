import type { Registry } from "prom-client";
import { Durations, type DurationCell } from "./durations.js";
import { kindOf, KINDS, type StatementKind } from "./statement-text.js";

const BOUNDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Times statements by kind. */
export class StatementFigures {
  private readonly cells: Record<StatementKind, DurationCell>;

  constructor(registry: Registry) {
    const durations = new Durations(
      "authdock_statement_duration_seconds",
      "Time of a database statement, by kind: select, insert, update, delete, other. It includes waiting for locks.",
      BOUNDS,
      registry,
    );
    this.cells = Object.fromEntries(KINDS.map((kind) => [kind, durations.cell({ kind })])) as Record<
      StatementKind,
      DurationCell
    >;
  }

  observe(sql: string, ms: number): void {
    this.cells[kindOf(sql)].observe(ms / 1000);
  }
}
