import type { Knex } from "knex";
import { setOwnerKeys } from "./owner-keys.js";
import { addWords, removeWords, type SearchedRow, type WordList } from "./search-words.js";

/** What of an account the lists depend on. */
export interface ListedUser {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  external_id?: string;
  deleted_at?: number | null;
}

export const USER_LISTS: readonly WordList[] = ["users", "deleted_users"];

export const searchedUser = ({
  id,
  first_name,
  last_name,
  email,
  external_id = "",
}: ListedUser): SearchedRow => ({
  id,
  texts: [first_name, last_name, email, external_id],
});

export const listOfUser = ({ deleted_at }: ListedUser): WordList =>
  (deleted_at ?? null) === null ? "users" : "deleted_users";

/** Adds the words of new accounts, in their transaction. */
export const addUserWords = (trx: Knex, users: readonly ListedUser[]): Promise<void> =>
  addWords(trx, "users", users.map(searchedUser));

/** Changes the words of an account, and what its tokens are sorted by, in the transaction of the change. */
export async function changeUserWords(
  trx: Knex,
  before: ListedUser,
  changes: Partial<ListedUser>,
): Promise<void> {
  const after = { ...before, ...definedOf(changes) };
  const isRenamed = searchedUser(after).texts.some(
    (text, index) => text !== searchedUser(before).texts[index],
  );
  if (!isRenamed && listOfUser(after) === listOfUser(before)) return;
  await removeWords(trx, USER_LISTS, [after.id]);
  await addWords(trx, listOfUser(after), [searchedUser(after)]);
  if (isRenamed) await setOwnerKeys(trx, [after.id]);
}

const definedOf = ({
  first_name,
  last_name,
  email,
  external_id,
  deleted_at,
}: Partial<ListedUser>): Partial<ListedUser> =>
  Object.fromEntries(
    Object.entries({ first_name, last_name, email, external_id, deleted_at }).filter(
      ([, value]) => value !== undefined,
    ),
  );
