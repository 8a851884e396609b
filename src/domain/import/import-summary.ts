import type { RowOutcome } from "./import-users.js";
import { KEPT, type Kept } from "./sources/imported-person.js";
import type { Unmapped } from "./sources/roles-and-identities.js";
import { NO_EMAIL } from "./sources/source.js";
import type { SourceRow } from "./sources/source-row.js";
import { FileRejected, shortened } from "./file-rejected.js";
import { printable } from "../../lib/text/printable.js";
import { inEnglish, text } from "../../texts/translate.js";

/** The rejected rows that a summary has; the report has all. */
export const SHOWN = 20;

/** Stands before the model of records that aren't accounts, among the names of fields. */
export const RECORDS = "records of ";

/** The fields that a sentence names. */
const MOST_FIELDS = 50;
/** The names that are counted apart. A file can have others in each row. */
const MOST_NAMES = 500;
const OTHERS = "…";

/** The summary as JSON. */
export interface StoredSummary extends Record<RowOutcome["outcome"], number> {
  dry_run: boolean;
  run: string | null;
  /** Accounts of `created` whose owners are invited to choose a password. */
  invited: number;
  carried: Record<string, { in_file: number; carried: number }>;
  unread_fields: Record<string, number>;
  unmapped_roles: Record<string, number>;
  unmapped_providers: Record<string, number>;
  refused_rows: Omit<RowOutcome, "sentences">[];
}

/** What a file has, and what of it was imported, or would be in a dry run. */
export class ImportSummary {
  readonly counts: Record<RowOutcome["outcome"], number> = { created: 0, updated: 0, exists: 0, refused: 0 };
  /** The first rejected rows. */
  readonly refused: RowOutcome[] = [];
  private readonly had = new Map<Kept, number>();
  private readonly lost = new Map<Kept, number>();
  /** Fields that have no place in an account → rows with a value. */
  readonly unread = new Map<string, number>();
  /** Roles without one here, and providers that aren't configured → accounts. */
  readonly unmapped = { roles: new Map<string, number>(), providers: new Map<string, number>() };
  private readonly names = new Set<string>();
  /** New accounts whose owners are invited to choose a password. */
  invited = 0;
  /** Whether a row has a password. */
  hasPasswords = false;

  /** @param run null for a dry run */
  constructor(readonly run: string | null) {}

  /** Counts the values of fields that have no place in an account. */
  addUnread(names: readonly string[]): void {
    for (const name of names) countName(this.unread, name);
  }

  addUnmapped({ roles, providers }: Unmapped): void {
    for (const name of new Set(roles)) countName(this.unmapped.roles, name);
    for (const name of new Set(providers)) countName(this.unmapped.providers, name);
  }

  addFields(row: SourceRow): void {
    for (const name of row.names) if (this.names.size < MOST_FIELDS) this.names.add(shortened(name));
  }

  add(row: RowOutcome): void {
    this.counts[row.outcome]++;
    if (row.outcome === "refused") {
      if (this.refused.length < SHOWN) this.refused.push(row);
      return;
    }
    if (row.had.includes("password")) this.hasPasswords = true;
    if (row.outcome === "exists") return;
    if (row.outcome === "created" && row.invited) this.invited++;
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

  /** The names of the first fields, for a sentence. */
  get fields(): string {
    return printable([...this.names].join(", "));
  }

  /** @throws FileRejected when the rows don't have the fields of accounts */
  assertColumns(file: string): void {
    if (this.rows === 0) throw new FileRejected(text("import.no_rows", { file }));
    const isAnotherFile = this.refused.every(({ reason }) => reason === inEnglish(NO_EMAIL));
    if (this.hasRows || this.names.size === 0 || !isAnotherFile) return;
    throw new FileRejected(text("import.no_email", { file, fields: this.fields }));
  }

  json(): StoredSummary {
    return {
      ...this.counts,
      dry_run: this.run === null,
      run: this.run,
      invited: this.invited,
      carried: Object.fromEntries(
        this.kept().map(([name, inFile, carried]) => [name, { in_file: inFile, carried }]),
      ),
      unread_fields: Object.fromEntries(this.unread),
      unmapped_roles: Object.fromEntries(this.unmapped.roles),
      unmapped_providers: Object.fromEntries(this.unmapped.providers),
      refused_rows: this.refused.map(({ sentences: _sentences, ...row }) => row),
    };
  }

  /** What the file has: the number of its rows with it, and of those from which it is carried. */
  kept(): [Kept, number, number][] {
    return KEPT.filter((name) => this.had.has(name)).map((name) => {
      const inFile = this.had.get(name)!;
      return [name, inFile, inFile - (this.lost.get(name) ?? 0)];
    });
  }
}

const increase = <Name>(counts: Map<Name, number>, name: Name): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

const countName = (counts: Map<string, number>, name: string): void => {
  const short = shortened(name);
  increase(counts, counts.has(short) || counts.size < MOST_NAMES ? short : OTHERS);
};
