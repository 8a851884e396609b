import { printable } from "../lib/text/printable.js";

/** Rows in columns that are as wide as their longest cell. A null is shown as a dash. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const cells = [headings, ...rows.map((row) => row.map(textOf))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
}

export type Cell = string | number | boolean | null;

const textOf = (cell: Cell): string =>
  cell === null || cell === ""
    ? "-"
    : cell === true
      ? "yes"
      : cell === false
        ? "no"
        : printable(String(cell));

/** Names and values on lines of their own. Lists are separated by commas, and objects are JSON. */
export function properties(values: Readonly<Record<string, unknown>>): string[] {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values).map(([name, value]) => `${name.padEnd(width)}  ${textOf(cellOf(value))}`);
}

function cellOf(value: unknown): Cell {
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : (value as Cell);
}

/** A number of things in words: `1 account`, `2 accounts`. */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`;
