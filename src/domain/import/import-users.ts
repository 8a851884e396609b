import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { isUniqueViolation } from "../../database/errors.js";
import { whereInList } from "../../database/table.js";
import { inTransaction } from "../../database/transaction.js";
import { now } from "../../lib/clock.js";
import { HashRejected } from "../../lib/passwords/imported-hashes.js";
import { addUserWords } from "../../models/lists/user-words.js";
import { DEFAULT_ROLE } from "../../models/role.js";
import { recomputeTwoFactorRequirement } from "../../models/two-factor-requirement.js";
import { normalizeEmail, type User } from "../../models/user.js";
import type { Origin } from "../audit/origin.js";
import type { Services } from "../services.js";
import { AccountRules, userOf, type NewRow } from "./account-rules.js";
import { RowRejected, type ImportedPerson } from "./imported-person.js";

/** One row of the file, numbered from 1. */
export interface NumberedRow {
  line: number;
  /** Reads the row. @throws RowRejected */
  person: () => ImportedPerson;
}

/** What happened to a row. */
export interface RowOutcome {
  line: number;
  email: string | null;
  outcome: "created" | "exists" | "refused";
  /** A sentence, for a rejected row. */
  reason: string | null;
}

export interface ImportOptions {
  /** The name of the role of accounts for which the file names none. */
  role?: string;
  /** Whether the file can name roles with more permissions than every user. */
  allowAdministrators: boolean;
  /** Checks the rows and writes nothing. */
  isDryRun: boolean;
  /** The application, for the audit log. */
  source: string;
}

/** Creates accounts of other applications. Existing accounts stay as they are, so that an import can be run again. */
export class UserImport {
  private constructor(
    private readonly services: Services,
    private readonly origin: Origin,
    private readonly options: ImportOptions,
    private readonly rules: AccountRules,
  ) {}

  /** @throws ValidationFailed on `role` */
  static async open(services: Services, origin: Origin, options: ImportOptions): Promise<UserImport> {
    const rules = await AccountRules.open(
      services,
      options.role ?? DEFAULT_ROLE,
      options.allowAdministrators,
    );
    return new UserImport(services, origin, options, rules);
  }

  /** Imports some rows in one transaction, or each in its own if one of them clashes with a new account. */
  async add(rows: readonly NumberedRow[]): Promise<RowOutcome[]> {
    const read = rows.map((row) => this.read(row));
    const taken = await this.takenAddresses(read.flatMap(({ account }) => account?.email ?? []));
    const outcomes: RowOutcome[] = [];
    const accounts: NewRow[] = [];
    for (const { line, account, email, reason } of read) {
      const exists = account !== null && taken.has(account.email);
      outcomes.push({
        line,
        email,
        reason,
        outcome: account === null ? "refused" : exists ? "exists" : "created",
      });
      if (account === null || exists) continue;
      taken.add(account.email);
      accounts.push(account);
    }
    if (!this.options.isDryRun && accounts.length > 0) await this.write(accounts, outcomes);
    return outcomes;
  }

  /** Must be called after the last row. */
  async finish(): Promise<void> {
    if (!this.options.isDryRun) await recomputeTwoFactorRequirement(this.services.knex);
  }

  private read({ line, person }: NumberedRow): ReadRow {
    let email: string | null = null;
    try {
      const found = person();
      email = found.email;
      return { line, email, reason: null, account: this.rules.accountOf(found) };
    } catch (error) {
      if (error instanceof RowRejected || error instanceof HashRejected)
        return { line, email, reason: error.message, account: null };
      throw error;
    }
  }

  private async takenAddresses(emails: readonly string[]): Promise<Set<string>> {
    const { knex } = this.services;
    const query = knex("users");
    whereInList(query, knex, "email_key", emails);
    return new Set((await query.pluck("email_key")) as string[]);
  }

  private async write(accounts: readonly NewRow[], outcomes: RowOutcome[]): Promise<void> {
    try {
      await inTransaction(this.services.knex, (trx) => this.insert(trx, accounts));
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      // someone has since registered one of these addresses
      for (const account of accounts)
        if (!(await this.writeOne(account))) markAsExisting(outcomes, account.email);
    }
  }

  private async writeOne(account: NewRow): Promise<boolean> {
    try {
      await inTransaction(this.services.knex, (trx) => this.insert(trx, [account]));
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Few statements for many rows, because each has a cost of its own. */
  private async insert(trx: Knex.Transaction, accounts: readonly NewRow[]): Promise<void> {
    const users = accounts.map((account) => ({ account, user: userOf(account) }));
    await trx("users").insert(users.map(({ user }) => user.$toDatabaseJson()));
    await addUserWords(
      trx,
      users.map(({ user }) => user),
    );
    await trx("role_user").insert(
      users.map(({ user, account }) => ({ user_id: user.id, role_id: account.roleId })),
    );
    await trx("activity_log").insert(users.map(({ user, account }) => this.activityOf(user, account)));
  }

  private activityOf({ id, email, status }: User, { roleName: role }: NewRow): object {
    const { ip, userAgent, traceId } = this.origin;
    return {
      ...{ id: uuidv7(), actor_id: null, event: "user_created" },
      ...{ subject_type: "user", subject_id: id, owner_id: null },
      changes: JSON.stringify({ after: { email, status, role }, imported_from: this.options.source }),
      ...{ ip_address: ip, user_agent: userAgent, trace_id: traceId, created_at: now() },
    };
  }
}

interface ReadRow {
  line: number;
  email: string | null;
  reason: string | null;
  account: NewRow | null;
}

function markAsExisting(outcomes: RowOutcome[], email: string): void {
  const row = outcomes.find(
    (one) => one.outcome === "created" && one.email !== null && normalizeEmail(one.email) === email,
  );
  if (row) row.outcome = "exists";
}
