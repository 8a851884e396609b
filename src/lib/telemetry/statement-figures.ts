import type { Registry } from "prom-client";
import { type DurationCell, Durations } from "./durations.js";

const KINDS = ["select", "insert", "update", "delete", "other"] as const;
type StatementKind = (typeof KINDS)[number];

/** The first letters suffice, because the service writes its statements itself. */
export function kindOf(sql: string): StatementKind {
  switch (sql.charCodeAt(0) | 32) {
    case 0x73: // select, but neither savepoint nor set
      return (sql.charCodeAt(2) | 32) === 0x6c ? "select" : "other";
    case 0x69:
      return "insert";
    case 0x75:
      return "update";
    case 0x64:
      return "delete";
    default:
      return "other";
  }
}

const LONGEST_STATEMENT = 2000;

/** A statement has placeholders instead of values. Long lists of them are shortened. */
export const loggableStatement = (sql: string): string =>
  sql
    .replaceAll(/\?(?:, ?\?)+/g, "?, …")
    .replaceAll(/\(\?, …\)(?:, ?\(\?, …\))+/g, "(?, …), …")
    .slice(0, LONGEST_STATEMENT);

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
