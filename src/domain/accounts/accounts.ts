import type { Knex } from "knex";
import { isUniqueViolation } from "../../database/errors.js";
import { lockOnEveryNode } from "../../database/locks.js";
import { RowNotFound, ValidationFailed } from "../../lib/failures.js";
import { text, type MessageKey } from "../../texts/translate.js";
import { User, normalizeEmail } from "../../models/user.js";
import { MAX_EMAIL_LENGTH } from "./person.js";

export interface NewAccount {
  first_name: string;
  last_name: string;
  email: string;
  /** A bcrypt hash. */
  password: string;
  /** Whether somebody else than its owner chose the password. */
  password_must_change?: boolean;
  status?: string;
  locale?: string;
  roleId: string;
}

/** Another living account has the address. */
export class EmailTaken extends ValidationFailed {
  constructor(key: MessageKey = "validation.email.taken") {
    super({ email: [text(key)] });
  }
}

/** Writes the account and its role, or neither. @throws EmailTaken, also in a race */
export async function createAccount(trx: Knex.Transaction, account: NewAccount): Promise<User> {
  const { roleId, ...columns } = account;
  const user = await claimingEmail(() =>
    User.query(trx).insertAndFetch({ ...columns, email: normalizeEmail(account.email) }),
  );
  await trx("role_user").insert({ user_id: user.id, role_id: roleId });
  return user;
}

/** The unique index decides who gets an address; its refusal is the field's error. */
export async function claimingEmail<T>(write: () => PromiseLike<T>, refusal?: MessageKey): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isUniqueViolation(error) ? new EmailTaken(refusal) : error;
  }
}

/** @throws ValidationFailed. The contract counts what was sent; lower case and NFC can make it longer ("İ" becomes two) */
export function assertEmailFits(email: string): void {
  if ([...normalizeEmail(email)].length > MAX_EMAIL_LENGTH)
    throw new ValidationFailed({ email: [text("validation.email.too_long", { max: MAX_EMAIL_LENGTH })] });
}

/** Saves a hash when the address is plainly taken; the index still decides. @throws ValidationFailed, EmailTaken */
export async function assertEmailIsFree(knex: Knex, email: string, exceptId?: string): Promise<void> {
  assertEmailFits(email);
  const holder = await User.query(knex)
    .findOne({ email_key: normalizeEmail(email) })
    .select("id");
  if (holder && holder.id !== exceptId) throw new EmailTaken();
}

/** The living account of this address. */
export async function findAccountByEmail(knex: Knex, email: string): Promise<User | undefined> {
  // a lone surrogate would reach the database as U+FFFD, which may be the address of somebody else
  if (!email.isWellFormed()) return undefined;
  return User.query(knex).findOne({ email_key: normalizeEmail(email) });
}

/** The living account, locked until the transaction ends. */
export async function lockAccount(trx: Knex.Transaction, id: string): Promise<User | undefined> {
  await lockOnEveryNode(trx, [id]);
  return User.query(trx).findById(id).whereNull("deleted_at").forUpdate();
}

/** Several at once, always in the same order: whoever locks two of them waits for nobody who waits. */
export async function lockAccounts(
  trx: Knex.Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, User>> {
  const rows = [...(await lockWithDeleted(trx, ids)).values()];
  return new Map(rows.filter(({ deleted_at }) => deleted_at === null).map((user) => [user.id, user]));
}

/** The same with deleted accounts. */
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

/** One account, where there has to be one. @throws RowNotFound */
export async function getLockedAccount(trx: Knex.Transaction, id: string): Promise<User> {
  const user = await lockAccount(trx, id);
  if (!user) throw new RowNotFound();
  return user;
}
