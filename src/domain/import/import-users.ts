import type { Knex } from "knex";
import { isUniqueViolation } from "../../database/errors.js";
import { inTransaction } from "../../database/transaction.js";
import { addUserWords } from "../../models/lists/user-words.js";
import { recomputeTwoFactorRequirement } from "../../models/two-factor-requirement.js";
import { text, type Sentence } from "../../texts/translate.js";
import { lockAccount } from "../accounts/accounts.js";
import type { Origin } from "../audit/origin.js";
import { recordActivities, recordActivity } from "../audit/record.js";
import { sendInvitation } from "../passwords/password-reset.js";
import type { Services } from "../services.js";
import type { SettingsSnapshot } from "../settings/settings.js";
import {
  AccountRules,
  canBeInvited,
  completingColumns,
  userOf,
  type NewRow,
  type RuleOptions,
} from "./account-rules.js";
import { importedActivity } from "./imported-activity.js";
import { madeByRun, takenAmong, untouchedAmong } from "./existing-accounts.js";
import { untouchedAccounts } from "./import-runs.js";
import { keptBy, type ImportedPerson, type Kept } from "./sources/imported-person.js";
import { addClaimed, RowClaims } from "./row-claims.js";
import { RowRejected } from "./sources/source-row.js";

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
  outcome: "created" | "updated" | "exists" | "refused";
  /** Why a row is rejected, or that its address is repeated, in English and to translate. */
  reason: string | null;
  sentences: readonly Sentence[];
  /** The id that the application knows the account by. */
  former_id: string | null;
  /** The account, if it was created or updated. */
  id: string | null;
  /** What the account has there, and what of it couldn't be carried. */
  had: Kept[];
  lost: Kept[];
  /** Whether the owner is invited to choose a password, if the account is created. */
  invited: boolean;
}

export interface ImportOptions extends RuleOptions {
  /** Whether accounts that an import made, and that nobody has used or changed, get what the file has. */
  updates: boolean;
  /** Whether owners of new accounts without a way to sign in are invited at once to choose a password. */
  invites?: boolean;
  /** The application. */
  source: string;
}

/** Creates accounts of other applications. Existing accounts stay as they are, so that an import can be run again. */
export class UserImport {
  /** Address → the first line that has it. */
  private readonly lines = new Map<string, number>();
  private readonly claims: RowClaims;

  private constructor(
    private readonly services: Services,
    private readonly origin: Origin,
    private readonly options: ImportOptions,
    private readonly rules: AccountRules,
    private readonly run: string | null,
    private readonly settings: SettingsSnapshot,
  ) {
    this.claims = new RowClaims(services.knex);
  }

  /**
   * @param run its id; null for a dry run, which checks the rows and writes nothing
   * @throws ValidationFailed on `role`; ActionForbidden when the actor can't assign it
   */
  static async open(
    services: Services,
    origin: Origin,
    options: ImportOptions,
    run: string | null,
  ): Promise<UserImport> {
    const rules = await AccountRules.open(services, options);
    return new UserImport(services, origin, options, rules, run, await services.settings.read());
  }

  /** Imports some rows in one transaction, or each in its own if one of them clashes with a new account. */
  async add(rows: readonly NumberedRow[]): Promise<RowOutcome[]> {
    const read = rows.map((row) => this.read(row));
    const readable = read.filter((row): row is Readable => row.account !== null);
    const emails = readable.map(({ account }) => account.email);
    const { knex } = this.services;
    const { actor, updates } = this.options;
    const taken = await takenAmong(knex, emails);
    const ids = [...taken.values()];
    const isUntouched = updates ? await untouchedAmong(knex, actor, ids) : new Set<string>();
    const own = await madeByRun(knex, this.run, ids);
    for (const { account, outcome } of readable) {
      const line = this.lines.get(account.email);
      if (line !== undefined) {
        outcome.outcome = "exists";
        Object.assign(outcome, reasonOf(new RowRejected(text("import.row.repeated", { line }))));
        continue;
      }
      this.lines.set(account.email, outcome.line);
      const id = taken.get(account.email);
      if (id === undefined) continue;
      if (own.has(id))
        outcome.id = id; // it was created before an interruption
      else outcome.outcome = isUntouched.has(id) ? "updated" : "exists";
    }
    await this.claims.add(readable.filter(({ outcome }) => outcome.outcome !== "exists"));
    if (this.options.invites) for (const row of readable) row.outcome.invited = canBeInvited(row.account);
    if (this.run !== null) await this.write(readable);
    return read.map(({ outcome }) => outcome);
  }

  /** Must be called after the last row. */
  async finish(): Promise<void> {
    if (this.run !== null) await recomputeTwoFactorRequirement(this.services.knex);
  }

  private read({ line, person }: NumberedRow): ReadRow {
    const outcome: RowOutcome = {
      ...{ line, email: null, outcome: "created", reason: null, sentences: [] },
      ...{ former_id: null, id: null, had: [], lost: [], invited: false },
    };
    try {
      const found = person();
      outcome.email = found.email.slice(0, 255);
      outcome.former_id = found.formerId?.slice(0, 255) ?? null;
      outcome.had = keptBy(found);
      outcome.lost = [...found.lost];
      return { outcome, account: this.rules.accountOf(found) };
    } catch (error) {
      if (!(error instanceof RowRejected)) throw error;
      return { outcome: { ...outcome, outcome: "refused", ...reasonOf(error) }, account: null };
    }
  }

  private async write(rows: readonly Readable[]): Promise<void> {
    const { knex } = this.services;
    const created = rows.filter(({ outcome }) => outcome.outcome === "created" && outcome.id === null);
    try {
      if (created.length > 0) await inTransaction(knex, (trx) => this.insert(trx, created));
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      // someone has since registered one of these addresses
      for (const row of created) if (!(await this.writeOne(row))) row.outcome.outcome = "exists";
    }
    for (const row of rows)
      if (row.outcome.outcome === "updated" && !(await this.update(row))) row.outcome.outcome = "exists";
  }

  private async writeOne(row: Readable): Promise<boolean> {
    try {
      await inTransaction(this.services.knex, (trx) => this.insert(trx, [row]));
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Few statements for many rows, because each has a cost of its own. */
  private async insert(trx: Knex.Transaction, rows: readonly Readable[]): Promise<void> {
    const { services, settings } = this;
    const made = rows.map((row) => ({ ...row, user: userOf(row.account, services.encryption) }));
    const users = made.map(({ user }) => user);
    await trx("users").insert(users.map((user) => user.$toDatabaseJson()));
    await addUserWords(trx, users);
    await trx("role_user").insert(
      made.map(({ user, account }) => ({ user_id: user.id, role_id: account.roleId })),
    );
    await trx("imported_accounts").insert(
      made.map(({ user, outcome }) => ({
        user_id: user.id,
        run_id: this.run,
        former_id: outcome.former_id,
        version: user.version,
        last_login_at: user.last_login_at,
      })),
    );
    await addClaimed(
      trx,
      made.map(({ user, account }) => ({ ...account, userId: user.id })),
    );
    await recordActivities(
      trx,
      made.map(({ user, account, outcome }) =>
        importedActivity("user_created", user, this.options, {
          role: account.roleName,
          isInvited: outcome.invited,
        }),
      ),
      this.origin,
    );
    for (const { user, outcome } of made) {
      if (outcome.invited) await sendInvitation({ services, settings, trx }, user);
      outcome.id = user.id;
    }
  }

  /** Gives an untouched account what the row has, except the role. @returns false when somebody has used it since */
  private update({ account, outcome }: Readable): Promise<boolean> {
    const { encryption } = this.services;
    return inTransaction(this.services.knex, async (trx) => {
      const found = (await untouchedAccounts(trx)
        .where({ "users.email_key": account.email })
        .first("users.id")) as { id: string } | undefined;
      const user = found && (await lockAccount(trx, found.id));
      // again under the lock
      if (!user || !(await untouchedAccounts(trx).where({ user_id: user.id }).first("user_id"))) return false;
      const linked = (await trx("user_identities")
        .where({ user_id: user.id })
        .pluck("provider_id")) as string[];
      const identities = account.identities.filter(({ providerId }) => !linked.includes(providerId));
      const after = await user.$query(trx).patchAndFetch({
        ...completingColumns(account, user, encryption),
        identity_count: linked.length + identities.length,
        passkey_count: user.passkey_count + account.passkeys.length,
      });
      await addClaimed(trx, [{ userId: user.id, identities, passkeys: account.passkeys }]);
      const { version, last_login_at } = after;
      await trx("imported_accounts").where({ user_id: user.id }).update({ version, last_login_at });
      await recordActivity(trx, importedActivity("user_updated", after, this.options), this.origin);
      outcome.id = user.id;
      return true;
    });
  }
}

const reasonOf = ({ message, sentences }: RowRejected) => ({ reason: message, sentences });

interface ReadRow {
  outcome: RowOutcome;
  account: NewRow | null;
}

interface Readable extends ReadRow {
  account: NewRow;
}
