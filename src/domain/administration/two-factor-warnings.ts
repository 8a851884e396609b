import type { Knex } from "knex";
import { text } from "../../texts/translate.js";
import { countCovered, TWO_FACTOR_RULES, type TwoFactorRule } from "../../models/two-factor-requirement.js";
import type { Actor } from "../access/actor.js";
import {
  enabledFactors,
  isCoveredBy,
  twoFactorRequirement,
  twoFactorRule,
} from "../requirements/two-factor-requirement.js";
import type { SettingWarning } from "../settings/settings-warnings.js";
import type { SettingsSnapshot } from "../settings/settings.js";

/**
 * The warnings to show before the requirement of a second factor changes: how many accounts have none, and whether the
 * actor's own account is limited immediately.
 */
export async function twoFactorWarnings(
  knex: Knex,
  actor: Actor,
  before: SettingsSnapshot,
  after: SettingsSnapshot,
): Promise<SettingWarning[]> {
  const [former, rule] = [twoFactorRule(before), twoFactorRule(after)];
  const days = after.get("auth.two_factor_grace_days");
  const isShorter = days < before.get("auth.two_factor_grace_days");
  if (widthOf(rule) < widthOf(former))
    return [{ setting: "auth.two_factor_required", ...text("settings.warning.two_factor_fewer") }];
  if (rule === "none" || (rule === former && !isShorter)) return [];
  const { lacking } = await countCovered(knex, rule, enabledFactors(after));
  const affected = text(
    days === 0 ? "settings.warning.two_factor_required_now" : "settings.warning.two_factor_required",
    { count: lacking, days },
  );
  return [
    ...(lacking > 0 ? [{ setting: "auth.two_factor_required" as const, ...affected }] : []),
    ...(isLimited(actor, former, after)
      ? [{ setting: "auth.two_factor_grace_days" as const, ...text("settings.warning.two_factor_self") }]
      : []),
  ];
}

/** How many accounts a rule covers, compared with the others. */
const widthOf = (rule: TwoFactorRule): number => TWO_FACTOR_RULES.indexOf(rule);

/** Whether the actor can only set up a second factor after the change. */
function isLimited(actor: Actor, former: TwoFactorRule, after: SettingsSnapshot): boolean {
  // an account that the former rule didn't cover is stamped with the change
  const stamp = isCoveredBy(former, actor) ? actor.user.two_factor_required_at : null;
  const account = { ...actor.user, two_factor_required_at: stamp };
  return twoFactorRequirement(account, actor, after)?.isOverdue ?? false;
}
