import type { Knex } from "knex";
import { DAY, now } from "../../lib/clock.js";
import type { Outages } from "../../database/outages.js";
import {
  hasSecondFactor,
  type EnabledFactors,
  type HeldFactors,
  recomputeTwoFactorRequirement,
  type TwoFactorRule,
} from "../../models/two-factor-requirement.js";
import type { SettingsSnapshot } from "../settings/settings.js";
import { RoleHolder, type Actor } from "../access/actor.js";
import { heldRoles } from "../access/assignable-roles.js";
import type { Authority } from "../access/authority.js";

/** The columns of an account that the requirement depends on. */
export interface FactorColumns extends HeldFactors {
  /** When the rule began to cover the account; null before it was stamped. */
  two_factor_required_at: number | null;
  /** Whether an import couldn't carry the second factor. The account must set up another one, whatever the rule. */
  two_factor_lost: boolean | number;
}

/** The account must set up a second factor. */
export interface TwoFactorRequirement {
  /** The end of the grace period, in milliseconds since the epoch. */
  dueAt: number;
  /** Whether the grace period is over, so that the account can only set up a second factor. */
  isOverdue: boolean;
}

export const enabledFactors = (settings: SettingsSnapshot): EnabledFactors => ({
  code: settings.get("auth.two_factor"),
  passkey: settings.get("auth.passkeys"),
});

/** The rule in effect. Nobody could comply while all kinds of factors are off, so there is none then. */
export function twoFactorRule(settings: SettingsSnapshot): TwoFactorRule {
  const { code, passkey } = enabledFactors(settings);
  return code || passkey ? settings.get("auth.two_factor_required") : "none";
}

/** Whether the rule covers an account with these roles, whether or not it has a second factor. */
export const isTwoFactorRequired = (holder: RoleHolder, settings: SettingsSnapshot): boolean =>
  isCoveredBy(twoFactorRule(settings), holder);

export const isCoveredBy = (rule: TwoFactorRule, holder: RoleHolder): boolean =>
  rule === "everyone" || (rule === "administrators" && holder.isAdministrator);

/** The second factor of an account, for people who see its page. */
export interface TwoFactorStanding {
  isSetUp: boolean;
  isRequired: boolean;
  /** Null once it is set up. */
  requirement: TwoFactorRequirement | null;
}

export const twoFactorStanding = (
  account: FactorColumns,
  holder: RoleHolder,
  settings: SettingsSnapshot,
): TwoFactorStanding => ({
  isSetUp: hasSecondFactor(account, enabledFactors(settings)),
  isRequired: Boolean(account.two_factor_lost) || isTwoFactorRequired(holder, settings),
  requirement: twoFactorRequirement(account, holder, settings),
});

/**
 * Null when the account has a second factor, or needs none. One whose second factor was lost by an import has no grace
 * period.
 */
export function twoFactorRequirement(
  account: FactorColumns,
  holder: RoleHolder,
  settings: SettingsSnapshot,
): TwoFactorRequirement | null {
  const enabled = enabledFactors(settings);
  if (hasSecondFactor(account, enabled)) return null;
  if (account.two_factor_lost && (enabled.code || enabled.passkey)) return { dueAt: now(), isOverdue: true };
  if (!isTwoFactorRequired(holder, settings)) return null;
  const days = settings.get("auth.two_factor_grace_days");
  const dueAt = (account.two_factor_required_at ?? now()) + days * DAY;
  return { dueAt, isOverdue: now() >= dueAt };
}

/** `twoFactorRequirement` of an account whose roles haven't been read. */
export async function requirementOfAccount(
  { knex, authority }: { knex: Knex; authority: Authority },
  account: FactorColumns & { id: string },
  settings: SettingsSnapshot,
): Promise<TwoFactorRequirement | null> {
  const hasRule = twoFactorRule(settings) !== "none" || account.two_factor_lost;
  if (hasSecondFactor(account, enabledFactors(settings)) || !hasRule) return null;
  return twoFactorRequirement(account, await holderOf({ knex, authority }, account.id), settings);
}

/**
 * Whether a sign-in with the password needs a second factor: if there is an authenticator app, or the rule covers the
 * account and it has a passkey. A passkey alone doesn't turn it on.
 */
export async function needsChallenge(
  {
    trx,
    services,
    settings,
  }: { trx: Knex.Transaction; services: { authority: Authority }; settings: SettingsSnapshot },
  account: HeldFactors & { id: string },
): Promise<boolean> {
  const enabled = enabledFactors(settings);
  if (enabled.code && account.two_factor_confirmed_at !== null) return true;
  if (!hasSecondFactor(account, enabled) || twoFactorRule(settings) === "none") return false;
  const roles = await services.authority.within(trx);
  return isTwoFactorRequired(new RoleHolder(await heldRoles(trx, account.id, roles), roles), settings);
}

async function holderOf(
  { knex, authority }: { knex: Knex; authority: Authority },
  userId: string,
): Promise<RoleHolder> {
  const roles = await authority.current();
  return new RoleHolder(await heldRoles(knex, userId, roles), roles);
}

/**
 * The requirement of the actor, checked on every request. An account whose stamp is missing or outdated is stamped:
 * usually the change that covers an account does so, and this catches all others. It writes only then.
 */
export async function checkTwoFactorRequirement(
  { knex, outages }: { knex: Knex; outages: Outages },
  actor: Actor,
  settings: SettingsSnapshot,
): Promise<TwoFactorRequirement | null> {
  const { user } = actor;
  if (isTwoFactorRequired(actor, settings) !== (user.two_factor_required_at !== null))
    await recomputeTwoFactorRequirement(knex, user.id).catch((error: unknown) =>
      outages.warn(error, "could not store since when an account must have a second factor"),
    );
  return twoFactorRequirement(user, actor, settings);
}
