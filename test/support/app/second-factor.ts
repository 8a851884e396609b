import { DAY } from "../../../src/lib/clock.js";
import { changeSettings } from "../../../src/domain/administration/settings-changes.js";
import type { TwoFactorRule } from "../../../src/models/two-factor-requirement.js";
import { OPERATOR } from "./factories.js";
import type { World } from "./world.js";

/** The grace period of `requireTwoFactor`, in days. */
export const GRACE_DAYS = 7;

/** Changes whose accounts must have a second factor, as an operator does on the command line. */
export async function requireTwoFactor(
  { services }: Pick<World, "services">,
  rule: TwoFactorRule,
  days = GRACE_DAYS,
): Promise<void> {
  const values = { "auth.two_factor_required": rule, "auth.two_factor_grace_days": String(days) };
  await changeSettings({ services, origin: OPERATOR, actor: null }, { values });
}

/** When the rule began to cover the account; null for not covered. */
export async function requiredSince(
  { services }: Pick<World, "services">,
  { id }: { id: string },
): Promise<number | null> {
  const row = (await services.knex("users").where({ id }).first("two_factor_required_at")) as {
    two_factor_required_at: number | null;
  };
  return row.two_factor_required_at;
}

/** Ends the grace period of all covered accounts. */
export const endGrace = async ({ services }: Pick<World, "services">): Promise<void> => {
  await services
    .knex("users")
    .whereNotNull("two_factor_required_at")
    .decrement("two_factor_required_at", GRACE_DAYS * DAY);
};
