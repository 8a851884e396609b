import type { RowOutcome } from "../domain/import/import-users.js";
import { KEPT, type Kept } from "../domain/import/imported-person.js";
import { NO_EMAIL } from "../domain/import/source.js";
import type { SourceRow } from "../domain/import/source-row.js";
import { CommandFailed } from "./failures.js";
import { counted, printable, table } from "./tables.js";

/** The rejected rows that are shown; the report has all. */
const SHOWN = 20;

/** What a file has, and what of it was imported, or would be in a dry run. */
export class ImportSummary {
  readonly counts: Record<RowOutcome["outcome"], number> = { created: 0, updated: 0, exists: 0, refused: 0 };
  /** The first rejected rows. */
  private readonly refused: RowOutcome[] = [];
  private readonly had = new Map<Kept, number>();
  private readonly lost = new Map<Kept, number>();
  private readonly unread = new Map<string, number>();
  private readonly names = new Set<string>();
  /** Whether a row has a password. */
  hasPasswords = false;

  /** @param run null for a dry run */
  constructor(private readonly run: string | null) {}

  /** Counts the values of fields that have no place in an account. */
  addUnread(names: readonly string[]): void {
    for (const name of names) increase(this.unread, name);
  }

  addFields(row: SourceRow): void {
    for (const name of row.names) this.names.add(name);
  }

  add(row: RowOutcome): void {
    this.counts[row.outcome]++;
    if (row.outcome === "refused") {
      if (this.refused.length < SHOWN) this.refused.push(row);
      return;
    }
    if (row.had.includes("password")) this.hasPasswords = true;
    if (row.outcome === "exists") return;
    for (const name of row.had) increase(this.had, name);
    for (const name of row.lost) increase(this.lost, name);
  }

  get rows(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  /** Whether a row could be read. */
  get hasRows(): boolean {
    return this.rows > this.counts.refused;
  }

  /** The names of all fields, for a sentence. */
  get fields(): string {
    return printable([...this.names].slice(0, 50).join(", "));
  }

  /** @throws CommandFailed when the rows don't have the fields of accounts */
  assertColumns(path: string): void {
    const isAnotherFile = this.refused.every(({ reason }) => reason === NO_EMAIL);
    if (this.hasRows || this.names.size === 0 || !isAnotherFile) return;
    throw new CommandFailed(`No row of ${path} has an email. It has the fields ${this.fields}.`);
  }

  json(): object {
    return {
      ...this.counts,
      dry_run: this.run === null,
      run: this.run,
      carried: Object.fromEntries(
        this.kept().map(([name, inFile, carried]) => [name, { in_file: inFile, carried }]),
      ),
      unread_fields: Object.fromEntries(this.unread),
      refused_rows: this.refused,
    };
  }

  lines(): string[] {
    const { created, updated, exists, refused } = this.counts;
    const unread = [...this.unread].map(([name, rows]) => `${printable(name)} (${counted(rows, "row")})`);
    const balance = [
      `${this.run === null ? "Would be created" : "Created"} ${created}`,
      ...(updated > 0 ? [`updated ${updated}`] : []),
      `already there ${exists}`,
      `refused ${refused}`,
    ];
    return [
      ...this.refused.map(({ line, reason, email }) =>
        `Line ${line}: ${printable(`${reason} ${email ?? ""}`)}`.trim(),
      ),
      ...(refused > SHOWN ? [`… and ${refused - SHOWN} more; --report writes all of them to a file`] : []),
      ...(this.had.size > 0 ? table(["", "in the file", "carried"], this.kept()) : []),
      ...(this.lost.has("second factor")
        ? ["Accounts whose second factor isn't carried must set up another one when they sign in."]
        : []),
      ...(unread.length > 0 ? [`Fields that aren't carried: ${unread.join(", ")}`] : []),
      balance.join(", "),
      ...(this.run === null ? [] : [`authdock import undo ${this.run} deletes those that nobody has used`]),
    ];
  }

  private kept(): [Kept, number, number][] {
    return KEPT.filter((name) => this.had.has(name)).map((name) => {
      const inFile = this.had.get(name)!;
      return [name, inFile, inFile - (this.lost.get(name) ?? 0)];
    });
  }
}

const increase = <Name>(counts: Map<Name, number>, name: Name): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);
