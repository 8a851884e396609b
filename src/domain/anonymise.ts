import { DAY, now } from "../lib/clock.js";
import { searchKey } from "../models/user.js";
import { removeAvatarFile } from "./avatars.js";
import type { Services } from "./services.js";

const RESTORABLE = 30 * DAY;
const NAME = { first_name: "Deleted", last_name: "User" };

/**
 * Takes the person out of accounts that were deleted 30 days ago; the row stays for what refers to
 * it. An empty password marks it as done.
 * @returns how many accounts
 */
export async function anonymiseDeletedAccounts(services: Services): Promise<number> {
  const { knex } = services;
  const accounts = (await knex("users")
    .where("deleted_at", "<", now() - RESTORABLE)
    .whereNot({ password: "" })
    .select("id", "avatar")) as { id: string; avatar: string | null }[];
  for (const { id, avatar } of accounts) {
    const person = { ...NAME, email: `${id}@deleted.invalid` };
    await knex("users")
      .where({ id })
      .update({
        ...person,
        search_key: searchKey({ id, ...person }),
        password: "",
        pending_email: null,
        two_factor_secret: null,
        two_factor_recovery_codes: null,
        two_factor_confirmed_at: null,
        avatar: null,
        last_login_ip: null,
      });
    await removeAvatarFile(services, avatar);
  }
  return accounts.length;
}
