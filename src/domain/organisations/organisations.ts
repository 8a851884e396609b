import { ActionForbidden, VersionStale } from "../../lib/failures.js";
import { readPage, type ListPage, type PageRequest } from "../../models/lists/list-page.js";
import { insertOrganisation } from "../../models/organisations/new-organisation.js";
import type { Organisation } from "../../models/organisations/organisation.js";
import {
  allOrganisations,
  countOwned,
  organisationsOf,
  type OwnOrganisation,
} from "../../models/organisations/organisation-list.js";
import { text } from "../../texts/translate.js";
import type { Administrator, RoleHolder } from "../access/actor.js";
import { lockActiveAdministrator } from "../access/locks.js";
import type { VersionCheck } from "../access/user-rights.js";
import { logoFiles } from "../administration/logo-files.js";
import { recordActorActivity } from "../audit/record.js";
import { inActorContext, type ActorCall, type ReadCall } from "../context.js";
import type { SettingsSnapshot } from "../settings/settings.js";
import { enterOrganisation, lockOrganisation, onlyOrganisationOf } from "./access.js";
import { claimingSlug, validateOrganisation, type OrganisationInput } from "./organisation-input.js";
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

/**
 * Writes the fields that differ.
 * @param changes absent fields stay as they are
 * @throws RowNotFound, ActionForbidden; VersionStale when the check fails; ValidationFailed
 */
export async function updateOrganisation(
  call: ActorCall<Administrator>,
  key: string,
  changes: Partial<OrganisationInput>,
  check: VersionCheck = null,
): Promise<Organisation> {
  return inActorContext(call, async (context) => {
    const { scope } = await lockOrganisation(context, key, "organisation.update");
    const { organisation } = scope;
    assertCurrent(organisation, check);
    const { name, slug } = organisation;
    const valid = validateOrganisation({ name, slug, ...changes });
    const before = { name, slug };
    const changed = (["name", "slug"] as const).filter((field) => valid[field] !== before[field]);
    if (changed.length === 0) return organisation;
    const of = (values: OrganisationInput) =>
      Object.fromEntries(changed.map((field) => [field, values[field]]));
    await claimingSlug(() => scope.update(of(valid)));
    const difference = { before: of(before), after: of(valid) };
    await recordActorActivity(context, "organisation_updated", subjectOf(organisation), difference);
    return organisation;
  });
}

/**
 * Deletes the organisation with its memberships, then its logo.
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
    await scope.delete();
    return organisation;
  });
  await logoFiles(call.services).remove(deleted.logo);
  return deleted;
}

const subjectOf = ({ id }: Organisation) => ({ type: "organisation", id });

/** @throws VersionStale */
function assertCurrent({ version }: Organisation, check: VersionCheck): void {
  if (check?.(version) === false) throw new VersionStale();
}
