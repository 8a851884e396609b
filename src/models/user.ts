import type { Knex } from "knex";
import { Model, type ModelOptions, type Pojo, type QueryContext } from "objection";
import { v7 as uuidv7 } from "uuid";
import { now } from "../lib/clock.js";
import { caselessForm } from "../lib/text/normal-form.js";
import { fieldsInOneText } from "../lib/text/search.js";
import { addUserWords, changeUserWords } from "./lists/user-words.js";

/** Columns whose change isn't visible in the public user and doesn't change `version` or `updated_at`. */
const UNVERSIONED = new Set([
  "last_login_at",
  "last_login_ip",
  "previous_login_at",
  "previous_login_ip",
  "two_factor_secret",
  "two_factor_recovery_codes",
  "two_factor_confirmed_at",
  "two_factor_last_step",
  "two_factor_required_at",
  "two_factor_lost",
  "passkey_count",
  "identity_count",
  "passkey_offer_dismissed_at",
  "revocation_pending_at",
]);

/** A row of `users`. Times are milliseconds since the epoch, UTC. */
export class User extends Model {
  static override tableName = "users";

  declare id: string;
  declare first_name: string;
  declare last_name: string;
  /** Trimmed, lower-cased, NFC; compared byte for byte. */
  declare email: string;
  /** The address, or null for a deleted account. A generated column. */
  declare readonly email_key: string | null;
  declare pending_email: string | null;
  declare email_verified_at: number | null;
  /**
   * Rises whenever the account changes or requests another address or is restored; verification links are bound to
   * it.
   */
  declare email_version: number;
  /**
   * A bcrypt hash; null until the owner of an invited account chooses a password, and after an owner with passkeys has
   * removed it, and for an account that a sign-in provider created. Every write stamps `password_changed_at`.
   */
  declare password: string | null;
  declare password_changed_at: number | null;
  /**
   * Whether someone other than the owner chose the password. A new password sets it to false unless the write says
   * otherwise.
   */
  declare password_must_change: boolean;
  /** Whether `password` is a hash of another application (`imported-hashes.ts`). The next sign-in replaces it. */
  declare password_imported: boolean;
  declare two_factor_secret: string | null;
  declare two_factor_recovery_codes: string | null;
  declare two_factor_confirmed_at: number | null;
  declare two_factor_last_step: number | null;
  /** When the requirement of a second factor began to cover the account; null while it doesn't. */
  declare two_factor_required_at: number | null;
  /** Whether an import couldn't carry the second factor of the account, so that it must set up another one. */
  declare two_factor_lost: boolean;
  /** How many passkeys the account has. The rows are in `passkeys`; both change under the account's lock. */
  declare passkey_count: number;
  /** How many accounts at sign-in providers are linked. The rows are in `user_identities`, under the same lock. */
  declare identity_count: number;
  /** When the owner declined the offer to create a passkey. */
  declare passkey_offer_dismissed_at: number | null;
  declare status: string | null;
  /** Why the account has its status; null without a reason. */
  declare status_reason: string | null;
  /** Whether the owner who tries to sign in is shown the reason and the end. */
  declare status_told: boolean;
  /** When the account becomes active again; null for never. */
  declare status_until: number | null;
  /** The id that another application knows the account by, not unique; empty without one. */
  declare external_id: string;
  declare timezone: string;
  declare locale: string;
  declare avatar: string | null;
  declare last_login_at: number | null;
  declare last_login_ip: string | null;
  /** The sign-in before the last one. */
  declare previous_login_at: number | null;
  declare previous_login_ip: string | null;
  /** Rises with every change of a presented field; used as the ETag. */
  declare version: number;
  /** What tokens are sorted by when they are sorted by owner; see `fieldsInOneText`. */
  declare search_key: string;
  declare deleted_at: number | null;
  declare anonymised_at: number | null;
  /** When the status was denied; null once the account's credentials are revoked. */
  declare revocation_pending_at: number | null;
  declare created_at: number;
  declare updated_at: number;

  get hasTwoFactor(): boolean {
    return this.two_factor_confirmed_at !== null;
  }

  /** Whether it has a second factor of any kind, and so recovery codes, whatever the settings say. */
  get hasAnyFactor(): boolean {
    return this.hasTwoFactor || this.passkey_count > 0;
  }

  /**
   * Whether the owner was invited and hasn't chosen a password. An owner with passkeys can have removed theirs, and an
   * account that a sign-in provider created has none.
   */
  get isInvited(): boolean {
    return this.password === null && this.passkey_count === 0 && this.identity_count === 0;
  }

  override $beforeInsert(): void {
    this.id ??= uuidv7();
    this.status ??= "active";
    this.created_at = this.updated_at = now();
    this.version = 1;
    if (this.password) this.password_changed_at = now();
    this.search_key = searchKey(this);
  }

  /** Always patch through an instance (`user.$query(trx).patch`), because the rules need the previous row. */
  override $beforeUpdate(options: ModelOptions, _context: QueryContext): void {
    const before = options.old as User | undefined;
    if (!before) throw new Error("Users must be patched through their instance.");
    if (this.password !== undefined) {
      this.password_changed_at = this.password === null ? null : now();
      this.password_must_change ??= false;
      this.password_imported ??= false;
      // a pending email change was requested with the previous password
      this.pending_email ??= null;
    }
    if (this.two_factor_confirmed_at || this.passkey_count) this.two_factor_lost = false;
    if (this.isAboutAnotherAddress(before)) this.email_version = before.email_version + 1;
    if (Object.keys(this).every((column) => UNVERSIONED.has(column))) return;
    this.updated_at = now();
    this.version = before.version + 1;
    this.search_key = searchKey({
      id: before.id,
      first_name: this.first_name ?? before.first_name,
      last_name: this.last_name ?? before.last_name,
      email: this.email ?? before.email,
    });
  }

  override $afterInsert({ transaction }: QueryContext): Promise<void> {
    return addUserWords(transaction as Knex, [this]);
  }

  override $afterUpdate({ old }: ModelOptions, { transaction }: QueryContext): Promise<void> {
    return changeUserWords(transaction as Knex, old as User, this);
  }

  /**
   * Whether `email_version` must rise. It doesn't when the pending address becomes the current one, so that its link
   * still works.
   */
  private isAboutAnotherAddress({ email, pending_email: pending }: User): boolean {
    const asked = this.pending_email !== undefined && this.pending_email !== null;
    if (asked && this.pending_email !== pending) return true;
    return this.email !== undefined && this.email !== email && this.email !== pending;
  }

  override $parseDatabaseJson(json: Pojo): Pojo {
    const columns = super.$parseDatabaseJson(json);
    for (const flag of ["password_must_change", "password_imported", "two_factor_lost", "status_told"])
      if (columns[flag] !== undefined) columns[flag] = Boolean(columns[flag]);
    return columns;
  }

  override $formatDatabaseJson(json: Pojo): Pojo {
    const {
      email_key: _email,
      second_factor: _factor,
      invited: _invited,
      ...columns
    } = super.$formatDatabaseJson(json);
    return columns;
  }
}

export function searchKey(user: {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
}): string {
  return fieldsInOneText([user.first_name, user.last_name, user.email, user.id]);
}

/** In characters; the whole address of RFC 5321, section 4.5.3.1.3, without its brackets. */
export const MAX_EMAIL_LENGTH = 254;

/** The form for every comparison of addresses: trimmed, NFC, lower case. */
export const normalizeEmail = (email: string): string => caselessForm(email.trim(), MAX_EMAIL_LENGTH);
