import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { ValidationFailed, type FieldSentences } from "../../lib/failures.js";
import type { Organisation, OrganisationRules } from "../../models/organisations/organisation.js";
import { SignInProvider } from "../../models/sign-in-provider.js";
import { text } from "../../texts/translate.js";
import { assertMeetsRules, OrganisationRuleUnmet, type RuleSubject, type UnmetRule } from "./rules.js";

/** Rules as in the contract. Absent ones stay as they are. */
export interface RuleChanges {
  second_factor?: boolean;
  session_minutes?: number | null;
  /** The id. */
  provider?: string | null;
}

export const MIN_SESSION_MINUTES = 5;
export const MAX_SESSION_MINUTES = 43_200;

const isMinutes = (minutes: number): boolean =>
  Number.isInteger(minutes) && minutes >= MIN_SESSION_MINUTES && minutes <= MAX_SESSION_MINUTES;

/** The rules after the changes. @throws ValidationFailed on `rules.session_minutes` and `rules.provider` */
export async function validateRules(
  knex: Knex,
  changes: RuleChanges,
  current: OrganisationRules,
): Promise<OrganisationRules> {
  const {
    second_factor: isRequired = current.second_factor_required,
    session_minutes: minutes = current.session_minutes,
    provider = current.provider_id,
  } = changes;
  const wrong: FieldSentences = {};
  const range = { min: MIN_SESSION_MINUTES, max: MAX_SESSION_MINUTES };
  if (minutes !== null && !isMinutes(minutes))
    wrong["rules.session_minutes"] = [text("organisations.validation.session_minutes", range)];
  if (provider !== current.provider_id && !(await isUsable(knex, provider)))
    wrong["rules.provider"] = [text("validation.choice")];
  if (Object.keys(wrong).length > 0) throw new ValidationFailed(wrong);
  return { second_factor_required: isRequired, session_minutes: minutes, provider_id: provider };
}

const isUsable = async (knex: Knex, id: string | null): Promise<boolean> =>
  id === null ||
  (isUuid(id) && (await SignInProvider.query(knex).findOne({ id, is_enabled: true })) !== undefined);

const FIELD_OF_RULE: Readonly<Record<UnmetRule, string>> = {
  suspended: "status",
  second_factor: "rules.second_factor",
  session: "rules.session_minutes",
  provider: "rules.provider",
};

/** Nobody locks themselves out by a new rule. @throws ValidationFailed on the rule that the actor doesn't meet */
export async function assertMeetsNewRules(
  knex: Knex,
  actor: RuleSubject,
  organisation: Organisation,
): Promise<void> {
  try {
    await assertMeetsRules(knex, actor, organisation);
  } catch (error) {
    if (!(error instanceof OrganisationRuleUnmet)) throw error;
    throw new ValidationFailed({ [FIELD_OF_RULE[error.rule]]: [text("organisations.rules.not_met")] });
  }
}
