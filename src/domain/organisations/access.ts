import type { Knex } from "knex";
import { ActionForbidden, RowNotFound } from "../../lib/failures.js";
import type { OrganisationInvitation } from "../../models/organisations/invitations.js";
import type { ProvisioningToken } from "../../models/organisations/provisioning-tokens.js";
import { OrganisationScope } from "../../models/organisations/scope.js";
import type { User } from "../../models/user.js";
import { text } from "../../texts/translate.js";
import { Actor, ClientActor, type Administrator, type RoleHolder } from "../access/actor.js";
import { lockActiveAdministrator } from "../access/locks.js";
import { hiddenRoleIds } from "../access/visible-users.js";
import type { ActorContext } from "../context.js";
import { assertMeetsRules, assertNotSuspended } from "./rules.js";
import {
  PERMISSION_OF_RIGHT,
  rightsOf,
  type HeldRole,
  type OrganisationRight,
} from "./organisation-roles.js";

/** Whether the actor has the right in an organisation where it has this role. @param ownRole null for no member */
export const hasRight = (actor: RoleHolder, ownRole: HeldRole | null, right: OrganisationRight): boolean =>
  actor.can(PERMISSION_OF_RIGHT[right]) || (ownRole !== null && rightsOf(ownRole).includes(right));

/** Whether the actor may change and remove owners, and make some. */
export const mayManageOwners = (actor: RoleHolder, ownRole: HeldRole | null): boolean =>
  ownRole?.name === "owner" || actor.can(PERMISSION_OF_RIGHT["members.update"]);

/**
 * Whether the actor may give, take, make and change this role, as far as what it allows is concerned: nobody passes on more
 * than the own role allows.
 */
export function mayManageRole(actor: RoleHolder, ownRole: HeldRole | null, role: HeldRole): boolean {
  if (mayManageOwners(actor, ownRole)) return true;
  const own = ownRole === null ? [] : rightsOf(ownRole);
  return role.name !== "owner" && rightsOf(role).every((right) => own.includes(right));
}

/** The only organisation that the actor's credential is for; null for none, undefined for all. */
export function onlyOrganisationOf(actor: RoleHolder): string | null | undefined {
  if (actor instanceof ClientActor) return actor.organisationId;
  return actor instanceof Actor ? actor.bounds?.organisationId : undefined;
}

const idOf = (actor: RoleHolder): string | null => (actor instanceof Actor ? actor.id : null);

/**
 * Opens an organisation for reading. This is the only way to what belongs to it.
 * @param key the id or the slug
 * @throws RowNotFound for who may not know of it; ActionForbidden for who knows it, but lacks the right; OrganisationRuleUnmet
 */
export const enterOrganisation = (
  knex: Knex,
  actor: RoleHolder,
  key: string,
  right: OrganisationRight,
): Promise<OrganisationScope> => enter(knex, actor, { key, right, isLocked: false });

export interface LockedOrganisation {
  /** Of the actor; null for the operator. */
  account: User | null;
  /** As it is now. */
  actor: Administrator;
  scope: OrganisationScope;
}

/**
 * Locks the actor, then the organisation, for a change. One organisation changes at a time, which keeps its last owner.
 * @throws RowNotFound, ActionForbidden as `enterOrganisation` does, also when the actor's account has ended; SignedOut
 */
export async function lockOrganisation(
  context: ActorContext<Administrator>,
  key: string,
  right: OrganisationRight,
): Promise<LockedOrganisation> {
  const { account, actor } = await lockActiveAdministrator(context, null);
  return { account, actor, scope: await enterLocked(context, actor, key, right) };
}

/** Locks the organisation for an actor that is locked. @throws as `enterOrganisation` */
export const enterLocked = (
  { trx }: ActorContext<Administrator>,
  actor: RoleHolder,
  key: string,
  right: OrganisationRight,
): Promise<OrganisationScope> => enter(trx, actor, { key, right, isLocked: true });

/**
 * Admits whoever holds the link of an invitation that hasn't expired. @param actor null for a guest
 * @throws RowNotFound when the organisation was deleted meanwhile
 */
export const enterInvited = (
  knex: Knex,
  actor: Actor | null,
  { organisation_id: key }: OrganisationInvitation,
  isLocked: boolean,
): Promise<OrganisationScope> =>
  OrganisationScope.enter(
    knex,
    { key, userId: actor?.id ?? null, hiddenRoleIds: [], onlyId: undefined, isLocked },
    () => undefined,
  );

/** Locks the organisation for an account that can join it, see `joinableOrganisation`. @returns undefined when it was deleted */
export const enterByDomain = (
  trx: Knex,
  userId: string,
  organisationId: string,
): Promise<OrganisationScope | undefined> =>
  OrganisationScope.enter(
    trx,
    { key: organisationId, userId, hiddenRoleIds: [], onlyId: undefined, isLocked: true },
    () => undefined,
  ).catch((error: unknown) => {
    if (error instanceof RowNotFound) return undefined;
    throw error;
  });

/** Locks an organisation that the actor leaves, which no rule can prevent. @throws as `enterOrganisation` */
export async function lockToLeave(context: ActorContext<Actor>, key: string): Promise<OrganisationScope> {
  const { actor } = await lockActiveAdministrator(context, null);
  return open(context.trx, actor, { key, right: "organisation.read", isLocked: true });
}

/** Admits a directory that holds a token for the organisation. @throws RowNotFound when it was deleted meanwhile */
export const enterProvisioned = (
  knex: Knex,
  { organisation_id: key }: ProvisioningToken,
  isLocked: boolean,
): Promise<OrganisationScope> =>
  OrganisationScope.enter(
    knex,
    { key, userId: null, hiddenRoleIds: [], onlyId: undefined, isLocked },
    () => undefined,
  );

interface Entrance {
  key: string;
  right: OrganisationRight;
  isLocked: boolean;
}

async function enter(knex: Knex, actor: RoleHolder, entrance: Entrance): Promise<OrganisationScope> {
  const scope = await open(knex, actor, entrance);
  if (actor instanceof ClientActor) assertNotSuspended(scope.organisation);
  // not for those who do it by a permission of the service, also as members
  if (actor instanceof Actor && !actor.can(PERMISSION_OF_RIGHT[entrance.right]))
    await assertMeetsRules(knex, actor, scope.organisation);
  return scope;
}

const open = (knex: Knex, actor: RoleHolder, { right, ...entrance }: Entrance): Promise<OrganisationScope> =>
  OrganisationScope.enter(
    knex,
    {
      ...entrance,
      userId: idOf(actor),
      clientId: actor instanceof ClientActor ? actor.clientId : undefined,
      hiddenRoleIds: hiddenRoleIds(actor),
      onlyId: onlyOrganisationOf(actor),
    },
    (ownRole) => {
      if (hasRight(actor, ownRole, right)) return;
      throw hasRight(actor, ownRole, "organisation.read") ? new ActionForbidden() : new RowNotFound();
    },
  );

/** @throws ActionForbidden when one of the roles is beyond the actor, see `mayManageRole` */
export function assertMayManage(
  actor: RoleHolder,
  { ownRole }: OrganisationScope,
  roles: readonly HeldRole[],
): void {
  const beyond = roles.find((role) => !mayManageRole(actor, ownRole, role));
  if (beyond)
    throw new ActionForbidden(
      text(beyond.name === "owner" ? "organisations.owners_kept" : "organisations.roles.beyond"),
    );
}
