import type { Knex } from "knex";
import { DAY, now } from "../../lib/clock.js";
import { networkOf } from "../../lib/network/networks.js";
import type { User } from "../../models/user.js";

/** Days for which a network is remembered after the last sign-in from it. */
export const NETWORK_DAYS = 30;

/** Stores the network of a sign-in. */
export async function recordSignInNetwork(trx: Knex.Transaction, userId: string, ip: string): Promise<void> {
  const row = { user_id: userId, network: networkOf(ip), last_used_at: now() };
  await trx("sign_in_networks").insert(row).onConflict(["user_id", "network"]).merge(["last_used_at"]);
}

/**
 * Whether the account recently signed in from this network. The account's own columns also know a last sign-in from
 * before networks were stored.
 */
export async function hasSignedInFrom(
  knex: Knex,
  account: Pick<User, "id" | "last_login_at" | "last_login_ip">,
  ip: string,
): Promise<boolean> {
  const since = now() - NETWORK_DAYS * DAY;
  const network = networkOf(ip);
  const { last_login_at: at, last_login_ip: from } = account;
  if (at !== null && at > since && from !== null && networkOf(from) === network) return true;
  const row: unknown = await knex("sign_in_networks")
    .where({ user_id: account.id, network })
    .where("last_used_at", ">", since)
    .first("network");
  return row !== undefined;
}
