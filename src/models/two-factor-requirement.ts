import type { Knex } from "knex";
import { now } from "../lib/clock.js";
import { DEFAULT_ROLE, SYSTEM_ADMIN } from "./role.js";

/** Values of `auth.two_factor_required`: whose accounts must have a second factor. */
export const TWO_FACTOR_RULES = ["none", "administrators", "everyone"] as const;
export type TwoFactorRule = (typeof TWO_FACTOR_RULES)[number];

/** The kinds of second factors that are turned on in the settings. */
export interface EnabledFactors {
  /** An authenticator app. */
  code: boolean;
  passkey: boolean;
}

export const ALL_FACTORS: EnabledFactors = { code: true, passkey: true };

/** The second factors that an account has. */
export interface HeldFactors {
  two_factor_confirmed_at: number | null;
  passkey_count: number;
}

/** Whether the account has a second factor of a kind that is turned on. */
export const hasSecondFactor = (account: HeldFactors, { code, passkey }: EnabledFactors): boolean =>
  (code && account.two_factor_confirmed_at !== null) || (passkey && account.passkey_count > 0);

/** `hasSecondFactor` as a condition of a query. */
function lackingSecondFactor(users: Knex.QueryBuilder, { code, passkey }: EnabledFactors): Knex.QueryBuilder {
  if (code) users.whereNull("users.two_factor_confirmed_at");
  if (passkey) users.where("users.passkey_count", 0);
  return users;
}

/**
 * Writes or clears `two_factor_required_at` of one account after its roles changed, or of all accounts after roles or
 * settings changed. An account that is already stamped keeps its time, so that the grace period doesn't start again.
 * Accounts missed here, such as those of a version that doesn't know the column, are stamped at their next request.
 */
export async function stampTwoFactorRequirement(
  knex: Knex,
  rule: TwoFactorRule,
  userId: string | null = null,
): Promise<void> {
  await clearTwoFactorStamps(knex, rule, userId);
  if (rule === "none") return;
  const unstamped = accounts(knex, userId).whereNull("users.two_factor_required_at");
  if (rule === "administrators") unstamped.whereIn("users.id", administrators(knex));
  await unstamped.update({ two_factor_required_at: now() });
}

/** Clears the stamps of accounts that the rule doesn't cover. */
export async function clearTwoFactorStamps(
  knex: Knex,
  rule: TwoFactorRule,
  userId: string | null = null,
): Promise<void> {
  if (rule === "everyone") return;
  const stamped = accounts(knex, userId).whereNotNull("users.two_factor_required_at");
  if (rule === "administrators") stamped.whereNotIn("users.id", administrators(knex));
  await stamped.update({ two_factor_required_at: null });
}

const accounts = (knex: Knex, userId: string | null): Knex.QueryBuilder =>
  userId === null ? knex("users") : knex("users").where("users.id", userId);

/** `stampTwoFactorRequirement` with the stored rule. Without a rule, all stamps have been cleared already. */
export async function recomputeTwoFactorRequirement(knex: Knex, userId: string | null = null): Promise<void> {
  const rule = await storedTwoFactorRule(knex);
  if (rule !== "none" || userId !== null) await stampTwoFactorRequirement(knex, rule, userId);
}

async function storedTwoFactorRule(knex: Knex): Promise<TwoFactorRule> {
  const rows = (await knex("settings")
    .whereIn("key", ["auth.two_factor", "auth.passkeys", "auth.two_factor_required"])
    .select("key", "value")) as { key: string; value: string }[];
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  if (stored.get("auth.two_factor") === "0" && stored.get("auth.passkeys") === "0") return "none";
  return TWO_FACTOR_RULES.find((rule) => rule === stored.get("auth.two_factor_required")) ?? "none";
}

/** The accounts that a rule would cover, and those of them without a second factor. */
export interface CoveredAccounts {
  all: number;
  lacking: number;
}

/** Counts accounts that aren't deleted. */
export async function countCovered(
  knex: Knex,
  rule: Exclude<TwoFactorRule, "none">,
  enabled = ALL_FACTORS,
): Promise<CoveredAccounts> {
  const covered = () => {
    const users = knex("users").whereNull("users.deleted_at");
    return rule === "everyone" ? users : users.whereIn("users.id", administrators(knex));
  };
  const [all, lacking] = await Promise.all([
    totalOf(covered()),
    totalOf(lackingSecondFactor(covered(), enabled)),
  ]);
  return { all, lacking };
}

const totalOf = async (users: Knex.QueryBuilder): Promise<number> =>
  ((await users.count({ total: "*" }).first()) as { total: number }).total;

/** The ids of accounts with a permission that the default role lacks; `RoleHolder.isAdministrator` as a query. */
function administrators(knex: Knex): Knex.QueryBuilder {
  const ofDefaultRole = knex("permission_role as default_grant")
    .join("roles as default_role", "default_role.id", "default_grant.role_id")
    .where("default_role.name", DEFAULT_ROLE)
    .select("default_grant.permission_id");
  const beyondDefault = knex("permission_role").whereNotIn("permission_id", ofDefaultRole).select("role_id");
  const roles = knex("roles").where({ name: SYSTEM_ADMIN }).orWhereIn("id", beyondDefault).select("id");
  return knex("role_user").whereIn("role_id", roles).select("user_id");
}
