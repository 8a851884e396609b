import type { Knex } from "knex";
import { isUniqueViolation } from "../../database/errors.js";
import { lockOnEveryNode } from "../../database/transaction.js";
import { RowNotFound, ValidationFailed } from "../../lib/failures.js";
import { text, type MessageKey } from "../../texts/translate.js";
import { recomputeTwoFactorRequirement } from "../../models/two-factor-requirement.js";
import type { AccountFieldName } from "../../models/account-fields.js";
import { User, normalizeEmail } from "../../models/user.js";
import { MAX_EMAIL_LENGTH } from "./person.js";

/** A name and an address, and the other fields as far as they are chosen. */
export interface NewAccount extends Partial<Record<AccountFieldName, string>> {
  first_name: string;
  last_name: string;
  email: string;
  /** A bcrypt hash; null for an account whose owner is invited to choose a password. */
  password: string | null;
  /** Whether someone other than the owner chose the password. */
  password_must_change?: boolean;
  roleId: string;
}

/** Another account that isn't deleted has the address. */
export class EmailTaken extends ValidationFailed {
  constructor(key: MessageKey = "validation.email.taken") {
    super({ email: [text(key)] });
  }
}

/** Inserts the account and its role in one transaction. @throws EmailTaken, also in a race */
export async function createAccount(trx: Knex.Transaction, account: NewAccount): Promise<User> {
  const { roleId, ...columns } = account;
  const user = await claimingEmail(() =>
    User.query(trx).insertAndFetch({ ...columns, email: normalizeEmail(account.email) }),
  );
  await trx("role_user").insert({ user_id: user.id, role_id: roleId });
  await recomputeTwoFactorRequirement(trx, user.id);
  return user;
}

/** Turns a violation of the unique index on the address into an error of the field. @throws EmailTaken */
export async function claimingEmail<T>(write: () => PromiseLike<T>, rejection?: MessageKey): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isUniqueViolation(error) ? new EmailTaken(rejection) : error;
  }
}

/**
 * The contract checks the length of the text as sent, but lower case and NFC can make it longer ("İ" becomes two code
 * points).
 * @throws ValidationFailed
 */
export function assertEmailFits(email: string): void {
  if ([...normalizeEmail(email)].length > MAX_EMAIL_LENGTH)
    throw new ValidationFailed({ email: [text("validation.email.too_long", { max: MAX_EMAIL_LENGTH })] });
}

/**
 * Checks the address before a costly hash is computed; the unique index still decides. @throws ValidationFailed,
 * EmailTaken
 */
export async function assertEmailIsFree(knex: Knex, email: string, exceptId?: string): Promise<void> {
  assertEmailFits(email);
  const holder = await User.query(knex)
    .findOne({ email_key: normalizeEmail(email) })
    .select("id");
  if (holder && holder.id !== exceptId) throw new EmailTaken();
}

/** The account with this address; deleted accounts aren't found. */
export async function findAccountByEmail(knex: Knex, email: string): Promise<User | undefined> {
  // the database would store a lone surrogate as U+FFFD, which can be another user's address
  if (!email.isWellFormed()) return undefined;
  return User.query(knex).findOne({ email_key: normalizeEmail(email) });
}

/** Locks the account until the transaction ends. A deleted account isn't found. */
export async function lockAccount(trx: Knex.Transaction, id: string): Promise<User | undefined> {
  await lockOnEveryNode(trx, [id]);
  return User.query(trx).findById(id).whereNull("deleted_at").forUpdate();
}

/** Locks several accounts, always in the order of their ids, so that two callers can't deadlock. */
export async function lockAccounts(
  trx: Knex.Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, User>> {
  const rows = [...(await lockWithDeleted(trx, ids)).values()];
  return new Map(rows.filter(({ deleted_at }) => deleted_at === null).map((user) => [user.id, user]));
}

/** `lockAccounts` including deleted accounts. */
export async function lockWithDeleted(
  trx: Knex.Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, User>> {
  await lockOnEveryNode(trx, ids);
  const users = await User.query(trx)
    .findByIds([...ids])
    .orderBy("id")
    .forUpdate();
  return new Map(users.map((user) => [user.id, user]));
}

/** `lockAccount` for an account that must exist. @throws RowNotFound */
export async function getLockedAccount(trx: Knex.Transaction, id: string): Promise<User> {
  const user = await lockAccount(trx, id);
  if (!user) throw new RowNotFound();
  return user;
}
