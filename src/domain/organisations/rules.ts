import type { Knex } from "knex";
import { MINUTE, now } from "../../lib/clock.js";
import { ActionForbidden } from "../../lib/failures.js";
import { Organisation } from "../../models/organisations/organisation.js";
import { lockMembership, type LockedMembership } from "../../models/organisations/organisation-tokens.js";
import { ALL_FACTORS, hasSecondFactor, type HeldFactors } from "../../models/two-factor-requirement.js";
import { text } from "../../texts/translate.js";
import type { SignIn, SignInMethod } from "../access/sign-in.js";

/** What keeps a member from acting for the organisation. */
export type UnmetRule = "suspended" | "second_factor" | "session" | "provider";

/** The actor is a member, but doesn't meet what the organisation requires. */
export class OrganisationRuleUnmet extends ActionForbidden {
  constructor(
    readonly rule: UnmetRule,
    { name }: Pick<Organisation, "name">,
  ) {
    super(text(`organisations.rules.unmet.${rule}`, { name }), "organisation_rule_unmet");
  }
}

/** Whom the rules are held against: an account, and how it signed in if that is known. */
export interface RuleSubject {
  user: HeldFactors & { id: string };
  signIn?: SignIn | undefined;
}

const TWO_FACTORS: readonly SignInMethod[] = ["code", "recovery_code", "passkey"];

/** Tokens are held to what their account has, because they don't say how it signed in. */
async function unmetRule(
  knex: Knex,
  { user, signIn }: RuleSubject,
  { status, ...rules }: Organisation,
): Promise<UnmetRule | null> {
  if (status === "suspended") return "suspended";
  const method = signIn?.method;
  const hasFactor = method ? TWO_FACTORS.includes(method) : hasSecondFactor(user, ALL_FACTORS);
  if (rules.second_factor_required && !hasFactor) return "second_factor";
  const { session_minutes: minutes, provider_id: provider } = rules;
  if (minutes !== null && signIn && now() - signIn.at > minutes * MINUTE) return "session";
  if (provider === null) return null;
  const isFromProvider = method ? signIn.providerId === provider : await isLinked(knex, user.id, provider);
  return isFromProvider ? null : "provider";
}

const isLinked = async (knex: Knex, userId: string, providerId: string): Promise<boolean> =>
  (await knex("user_identities").where({ user_id: userId, provider_id: providerId }).first("id")) !==
  undefined;

/** @throws OrganisationRuleUnmet */
export async function assertMeetsRules(
  knex: Knex,
  subject: RuleSubject,
  organisation: Organisation,
): Promise<void> {
  const rule = await unmetRule(knex, subject, organisation);
  if (rule !== null) throw new OrganisationRuleUnmet(rule, organisation);
}

/** The only rule for an application that acts for itself. @throws OrganisationRuleUnmet */
export function assertNotSuspended(organisation: Organisation): void {
  if (organisation.status === "suspended") throw new OrganisationRuleUnmet("suspended", organisation);
}

/** What keeps a member of the organisation from acting for it; null for nothing. */
export async function findUnmetRule(
  knex: Knex,
  subject: RuleSubject,
  organisationId: string,
): Promise<OrganisationRuleUnmet | null> {
  const organisation = await Organisation.query(knex).findById(organisationId);
  const rule = organisation && (await unmetRule(knex, subject, organisation));
  return rule ? new OrganisationRuleUnmet(rule, organisation) : null;
}

/**
 * `lockMembership` for a token that acts for the organisation.
 * @returns undefined also when the member doesn't meet what the organisation requires
 */
export async function lockActing(
  trx: Knex.Transaction,
  subject: RuleSubject,
  organisationId: string,
): Promise<LockedMembership | undefined> {
  const member = await lockMembership(trx, subject.user.id, organisationId);
  return member && (await unmetRule(trx, subject, member.organisation)) === null ? member : undefined;
}
