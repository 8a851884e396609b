import { ActionForbidden, RowNotFound, ValidationFailed, type FieldSentences } from "../../lib/failures.js";
import { normalForm } from "../../lib/text/normal-form.js";
import type { Member } from "../../models/organisations/organisation.js";
import { heldRole } from "../../models/organisations/held-role.js";
import {
  MAX_OWN_ROLES,
  MAX_ROLE_LABEL,
  MAX_ROLE_NAME,
  CustomRoles,
  type CustomRole,
} from "../../models/organisations/custom-roles.js";
import type { OrganisationScope } from "../../models/organisations/scope.js";
import { text, type Text } from "../../texts/translate.js";
import type { Administrator, RoleHolder } from "../access/actor.js";
import { NAME_PATTERN } from "../accounts/person.js";
import type { ActivityEvent } from "../audit/activities.js";
import { recordActorActivity } from "../audit/record.js";
import { inActorContext, type ActorCall, type ActorContext, type ReadCall } from "../context.js";
import { assertMayManage, enterOrganisation, lockOrganisation } from "./access.js";
import {
  BUILT_IN_ROLES,
  CHOICES_OF_RIGHTS,
  isBuiltInRole,
  rightsOf,
  type HeldRole,
  type OrganisationRight,
} from "./organisation-roles.js";

/** A role of an organisation, as readers see it. */
export interface SeenRole {
  name: string;
  /** Null for a built-in role, which has a name in each language. */
  label: string | null;
  rights: readonly OrganisationRight[];
  isBuiltIn: boolean;
}

const ROLE_NAME = new RegExp(`^[a-z][a-z0-9_-]{1,${MAX_ROLE_NAME - 1}}$`);
/** Whether a role can have this name. */
export const isRoleName = (name: string): boolean => ROLE_NAME.test(name);

/** The pages below `/organisations/<slug>/roles` that aren't a role. */
const RESERVED: readonly string[] = ["create"];

const held = ({ name, rights }: CustomRole): HeldRole => ({ name, customRights: rights });

/** The role of a member. */
export const roleOf = ({ role, role_rights }: Member): HeldRole => heldRole(role, role_rights);

/** The role with this name in the organisation. @throws ValidationFailed on `role` when there is none */
export async function requireRole(scope: OrganisationScope, name: string): Promise<HeldRole> {
  if (isBuiltInRole(name)) return { name, customRights: null };
  const role = isRoleName(name) ? await new CustomRoles(scope).find(name) : undefined;
  if (!role) throw new ValidationFailed({ role: [text("organisations.validation.role")] });
  return held(role);
}

const seen = (role: CustomRole): SeenRole => ({ ...role, rights: rightsOf(held(role)), isBuiltIn: false });

/** The built-in roles, best first, then the custom ones by name. @throws RowNotFound */
export async function listOrganisationRoles(
  { services, actor, signal }: ReadCall<RoleHolder>,
  key: string,
): Promise<SeenRole[]> {
  return services.reads.run(
    async (knex) => {
      const scope = await enterOrganisation(knex, actor, key, "organisation.read");
      const builtIn = BUILT_IN_ROLES.map((name) => {
        const rights = rightsOf({ name, customRights: null });
        return { name, label: null, rights, isBuiltIn: true };
      });
      return [...builtIn, ...(await new CustomRoles(scope).all()).map(seen)];
    },
    { signal },
  );
}

/**
 * @throws RowNotFound; ActionForbidden, also when the role would allow more than the actor's own, and for too many roles;
 * ValidationFailed with all problems
 */
export async function createOrganisationRole(
  call: ActorCall<Administrator>,
  key: string,
  input: CustomRole,
): Promise<SeenRole> {
  return inActorContext(call, async (context) => {
    const { actor, scope } = await lockOrganisation(context, key, "roles.update");
    const roles = new CustomRoles(scope);
    const existing = (await roles.all()).map(({ name }) => name);
    const role = validated(input, nameProblems(input.name.trim(), existing));
    assertMayManage(actor, scope, [held(role)]);
    if (existing.length >= MAX_OWN_ROLES)
      throw new ActionForbidden(text("organisations.roles.too_many", { max: MAX_OWN_ROLES }));
    await roles.insert(role);
    await record(context, scope, "organisation_role_created", { after: role });
    return seen(role);
  });
}

/**
 * Writes the fields that differ. Its members have the new rights from their next request.
 * @param changes absent fields stay as they are
 * @throws RowNotFound, also for a built-in role; ActionForbidden, also when the role allows more than the actor's own, or
 * would; ValidationFailed
 */
export async function updateOrganisationRole(
  call: ActorCall<Administrator>,
  key: string,
  name: string,
  changes: Partial<Omit<CustomRole, "name">>,
): Promise<SeenRole> {
  return inActorContext(call, async (context) => {
    const { actor, scope } = await lockOrganisation(context, key, "roles.update");
    const roles = new CustomRoles(scope);
    const role = await requireCustomRole(roles, name);
    const after = validated({ ...role, rights: rightsOf(held(role)), ...changes });
    assertMayManage(actor, scope, [held(role), held(after)]);
    const changed = (["label", "rights"] as const).filter(
      (field) => String(role[field]) !== String(after[field]),
    );
    if (changed.length === 0) return seen(role);
    const of = (values: CustomRole) => Object.fromEntries(changed.map((field) => [field, values[field]]));
    await roles.update(after);
    await record(context, scope, "organisation_role_updated", { name, before: of(role), after: of(after) });
    return seen(after);
  });
}

/**
 * @throws RowNotFound, also for a built-in role; ActionForbidden, also when the role allows more than the actor's own;
 * ValidationFailed on `role` while somebody has it
 */
export async function deleteOrganisationRole(
  call: ActorCall<Administrator>,
  key: string,
  name: string,
): Promise<SeenRole> {
  return inActorContext(call, async (context) => {
    const { actor, scope } = await lockOrganisation(context, key, "roles.update");
    const roles = new CustomRoles(scope);
    const role = await requireCustomRole(roles, name);
    assertMayManage(actor, scope, [held(role)]);
    if (await roles.isHeld(name)) throw new ValidationFailed({ role: [text("organisations.roles.held")] });
    await roles.delete(name);
    await record(context, scope, "organisation_role_deleted", { before: role });
    return seen(role);
  });
}

/** @throws RowNotFound */
async function requireCustomRole(roles: CustomRoles, name: string): Promise<CustomRole> {
  const role = isRoleName(name) ? await roles.find(name) : undefined;
  if (!role) throw new RowNotFound();
  return role;
}

/** The fields in the form in which they are stored. @throws ValidationFailed with all problems */
function validated(input: CustomRole, wrongName: Text[] = []): CustomRole {
  const label = normalForm(input.label.trim(), MAX_ROLE_LABEL);
  const problems: Record<keyof CustomRole, Text[]> = {
    name: wrongName,
    label: labelProblems(label),
    rights: input.rights.every(isChoice) ? [] : [text("validation.choice")],
  };
  const wrong = Object.entries(problems).filter(([, sentences]) => sentences.length > 0);
  if (wrong.length > 0) throw new ValidationFailed(Object.fromEntries(wrong) as FieldSentences);
  const rights = CHOICES_OF_RIGHTS.filter((right) => input.rights.includes(right));
  return { name: input.name.trim(), label, rights };
}

/** Whether the right can be named: every role has `organisation.read`, so that an answer can be sent back. */
const isChoice = (right: string): boolean =>
  right === "organisation.read" || (CHOICES_OF_RIGHTS as readonly string[]).includes(right);

function nameProblems(name: string, existing: readonly string[]): Text[] {
  if (name === "") return [text("validation.required")];
  if (!isRoleName(name)) return [text("organisations.validation.role_name", { max: MAX_ROLE_NAME })];
  if (RESERVED.includes(name)) return [text("organisations.validation.slug_reserved")];
  const isTaken = isBuiltInRole(name) || existing.includes(name);
  return isTaken ? [text("organisations.validation.role_taken")] : [];
}

function labelProblems(label: string): Text[] {
  if (label === "") return [text("validation.required")];
  if ([...label].length > MAX_ROLE_LABEL) return [text("validation.too_long", { max: MAX_ROLE_LABEL })];
  return new RegExp(NAME_PATTERN).test(label) ? [] : [text("validation.characters")];
}

const record = (
  context: ActorContext<Administrator>,
  { organisation: { id } }: OrganisationScope,
  event: ActivityEvent,
  changes: object,
): Promise<void> => recordActorActivity(context, event, { type: "organisation", id }, changes);
