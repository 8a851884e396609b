import { ActionForbidden, VersionStale } from "../../lib/failures.js";
import { readPage, type ListPage, type PageRequest } from "../../models/lists/list-page.js";
import { Applications } from "../../models/organisations/applications.js";
import { insertOrganisation } from "../../models/organisations/new-organisation.js";
import type { Organisation, OrganisationStatus } from "../../models/organisations/organisation.js";
import {
  allOrganisations,
  countOwned,
  organisationsOf,
  type OwnOrganisation,
} from "../../models/organisations/organisation-list.js";
import { text } from "../../texts/translate.js";
import { Actor, type Administrator, type RoleHolder } from "../access/actor.js";
import { lockActiveAdministrator } from "../access/locks.js";
import type { VersionCheck } from "../access/user-rights.js";
import { endClient } from "../administration/client-activity.js";
import { logoFiles } from "../administration/logo-files.js";
import { recordActorActivity } from "../audit/record.js";
import { inActorContext, type ActorCall, type ActorContext, type ReadCall } from "../context.js";
import type { SettingsSnapshot } from "../settings/settings.js";
import { enterOrganisation, lockOrganisation, onlyOrganisationOf } from "./access.js";
import { claimingSlug, validateOrganisation, type OrganisationInput } from "./organisation-input.js";
import { assertMeetsNewRules, validateRules, type RuleChanges } from "./rule-input.js";
import type { HeldRole } from "./organisation-roles.js";

/** The most organisations that one person owns. */
export const MOST_OWNED = 100;

/** An organisation, and the role of the reader in it. */
export interface SeenOrganisation {
  organisation: Organisation;
  /** Null for someone who sees it by a permission of the service. */
  ownRole: HeldRole | null;
}

/** Whether the actor may create organisations, by the setting `organisations.create`. */
export function mayCreateOrganisation(actor: RoleHolder, settings: SettingsSnapshot): boolean {
  const who = settings.get("organisations.create");
  if (who === "everyone") return true;
  return who === "administrators" && actor.can("organisations.create");
}

/** All organisations, for holders of `organisations.read`. Sorted by `ORGANISATION_SORTS`. */
export const listOrganisations = (
  { services, signal }: ReadCall<RoleHolder>,
  request: PageRequest & { search: string },
): Promise<ListPage<Organisation>> =>
  services.reads.run((knex) => readPage(request, allOrganisations(knex, request.search)), { signal });

/** The organisations of the actor that the credential is for, by name. */
export const listOwnOrganisations = ({ services, actor, signal }: ReadCall): Promise<OwnOrganisation[]> =>
  services.reads.run((knex) => organisationsOf(knex, actor.id, onlyOrganisationOf(actor)), { signal });

/** @param key the id or the slug. @throws RowNotFound */
export async function getOrganisation(
  { services, actor }: ReadCall<RoleHolder>,
  key: string,
): Promise<SeenOrganisation> {
  return enterOrganisation(services.knex, actor, key, "organisation.read");
}

/**
 * Creates an organisation, whose owner is the actor.
 * @throws ValidationFailed with every invalid field, also when the slug is taken in a race; ActionForbidden when the
 * setting doesn't allow it, for the operator, who has no account, and for who owns too many
 */
export async function createOrganisation(
  call: ActorCall<Administrator>,
  input: OrganisationInput,
): Promise<Organisation> {
  return inActorContext(call, async (context) => {
    const { trx, settings } = context;
    const { account, actor } = await lockActiveAdministrator(context, null);
    if (account === null || !mayCreateOrganisation(actor, settings))
      throw new ActionForbidden(text("organisations.creation_off"));
    const valid = validateOrganisation(input);
    if ((await countOwned(trx, account.id)) >= MOST_OWNED)
      throw new ActionForbidden(text("organisations.too_many", { max: MOST_OWNED }));
    const organisation = await claimingSlug(() => insertOrganisation(trx, valid, account.id));
    await recordActorActivity(context, "organisation_created", subjectOf(organisation), { after: valid });
    return organisation;
  });
}

/** Absent fields stay as they are. */
export interface OrganisationChanges extends Partial<OrganisationInput> {
  status?: OrganisationStatus;
  rules?: RuleChanges;
}

/**
 * Writes the fields that differ. A rule, and suspending the organisation, ends the tokens for it.
 * @throws RowNotFound; ActionForbidden, also for a status without the permission of the service; VersionStale when the check
 * fails; ValidationFailed, also for a rule that the actor doesn't meet
 */
export async function updateOrganisation(
  call: ActorCall<Administrator>,
  key: string,
  changes: OrganisationChanges,
  check: VersionCheck = null,
): Promise<Organisation> {
  return inActorContext(call, async (context) => {
    const { actor, scope } = await lockOrganisation(context, key, "organisation.update");
    const { organisation } = scope;
    assertCurrent(organisation, check);
    const valid = await validate(context, actor, organisation, changes);
    const changed = CHANGEABLE.filter((field) => valid[field] !== organisation[field]);
    if (changed.length === 0) return organisation;
    const of = (values: ChangeableColumns) =>
      Object.fromEntries(changed.map((field) => [field, values[field]]));
    const difference = { before: of(organisation), after: of(valid) };
    await claimingSlug(() => scope.update(of(valid)));
    if (changed.some((field) => field !== "name" && field !== "slug")) {
      if (actor instanceof Actor && !actor.can("organisations.update"))
        await assertMeetsNewRules(context.trx, actor, organisation);
      await scope.endTokens();
    }
    await recordActorActivity(context, "organisation_updated", subjectOf(organisation), difference);
    return organisation;
  });
}

const CHANGEABLE = [
  ...(["name", "slug", "status"] as const),
  ...(["second_factor_required", "session_minutes", "provider_id"] as const),
];
type ChangeableColumns = Pick<Organisation, (typeof CHANGEABLE)[number]>;

async function validate(
  { trx }: ActorContext<Administrator>,
  actor: RoleHolder,
  organisation: Organisation,
  { status = organisation.status, rules = {}, ...changes }: OrganisationChanges,
): Promise<ChangeableColumns> {
  if (status !== organisation.status && !actor.can("organisations.update")) throw new ActionForbidden();
  const { name, slug } = organisation;
  const named = validateOrganisation({ name, slug, ...changes });
  return { ...named, status, ...(await validateRules(trx, rules, organisation)) };
}

/**
 * Deletes the organisation with its memberships and its applications, then their logos.
 * @throws RowNotFound, ActionForbidden; VersionStale when the check fails
 */
export async function deleteOrganisation(
  call: ActorCall<Administrator>,
  key: string,
  check: VersionCheck = null,
): Promise<Organisation> {
  const deleted = await inActorContext(call, async (context) => {
    const { scope } = await lockOrganisation(context, key, "organisation.delete");
    const { organisation } = scope;
    assertCurrent(organisation, check);
    const { name, slug } = organisation;
    await recordActorActivity(context, "organisation_deleted", subjectOf(organisation), {
      before: { name, slug },
    });
    const logos = [organisation.logo];
    for (const application of await new Applications(scope).all().orderBy("id").forUpdate())
      logos.push(await endClient(context, application));
    await scope.delete();
    return { organisation, logos };
  });
  for (const logo of deleted.logos) await logoFiles(call.services).remove(logo);
  return deleted.organisation;
}

const subjectOf = ({ id }: Organisation) => ({ type: "organisation", id });

/** @throws VersionStale */
function assertCurrent({ version }: Organisation, check: VersionCheck): void {
  if (check?.(version) === false) throw new VersionStale();
}
