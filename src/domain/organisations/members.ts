import { validate as isUuid } from "uuid";
import { ActionForbidden, Failure, RowNotFound, ValidationFailed } from "../../lib/failures.js";
import { readPage, type ListPage, type PageRequest } from "../../models/lists/list-page.js";
import type { MemberFilters } from "../../models/organisations/member-list.js";
import type { Member } from "../../models/organisations/organisation.js";
import type { OrganisationScope } from "../../models/organisations/scope.js";
import { text } from "../../texts/translate.js";
import type { Actor, Administrator, RoleHolder } from "../access/actor.js";
import { lockActorAndTarget, type LockedTarget } from "../access/locks.js";
import type { ActivityEvent } from "../audit/activities.js";
import { recordActivity } from "../audit/record.js";
import { inActorContext, type ActorCall, type ActorContext, type ReadCall } from "../context.js";
import {
  assertMayManage,
  enterLocked,
  enterOrganisation,
  lockOrganisation,
  lockToLeave,
  mayManageOwners,
} from "./access.js";
import { requireRole, roleOf } from "./custom-roles.js";
import { PERMISSION_OF_RIGHT } from "./organisation-roles.js";

/** The organisation would be without an owner. */
export class LastOwner extends Failure {
  constructor() {
    super(text("organisations.last_owner"));
  }
}

/**
 * The members of an organisation, sorted by `created_at`. Deleted accounts aren't listed.
 * @param key the id or the slug
 * @throws RowNotFound
 */
export const listMembers = (
  { services, actor, signal }: ReadCall<RoleHolder>,
  key: string,
  { role, search, ...request }: PageRequest & MemberFilters,
): Promise<ListPage<Member>> =>
  services.reads.run(
    async (knex) => {
      const scope = await enterOrganisation(knex, actor, key, "members.read");
      return readPage(request, scope.memberList({ role, search }));
    },
    { signal },
  );

/**
 * Makes an account a member, which only the service's own administration can do.
 * @throws RowNotFound, ActionForbidden; ValidationFailed on `role` when there is no such role, and on `user_id` when
 * the actor can't see the account, or it is a member
 */
export async function addMember(
  call: ActorCall<Administrator>,
  key: string,
  { userId, role }: { userId: string; role: string },
): Promise<Member> {
  return inActorContext(call, async (context) => {
    const { actor, account } = await lockPerson(context, userId);
    const scope = await enterLocked(context, actor, key, "members.create");
    // who is invited joins by an act of their own
    if (!actor.can(PERMISSION_OF_RIGHT["members.create"])) throw new ActionForbidden();
    if (account === null) throw new ValidationFailed({ user_id: [text("organisations.validation.person")] });
    const given = await requireRole(scope, role);
    if (await scope.member(account.id))
      throw new ValidationFailed({ user_id: [text("organisations.validation.member")] });
    assertMayManage(actor, scope, [given]);
    await scope.addMember(account.id, role);
    await record(context, scope, "membership_created", account.id, { after: { role } });
    return requireMember(scope, account.id);
  });
}

/** Locks both accounts, in their order. @returns a null account if the actor can't see it. @throws ActionForbidden */
async function lockPerson(
  context: ActorContext<Administrator>,
  userId: string,
): Promise<{ actor: Administrator; account: LockedTarget["account"] | null }> {
  try {
    if (!isUuid(userId)) throw new RowNotFound();
    return await lockActorAndTarget(context, userId);
  } catch (error) {
    if (!(error instanceof RowNotFound)) throw error;
    return { actor: context.actor, account: null };
  }
}

/**
 * Gives a member another role.
 * @throws RowNotFound; ActionForbidden, also when the former or the new role is beyond the actor; ValidationFailed on
 * `role`; LastOwner
 */
export async function changeMemberRole(
  call: ActorCall<Administrator>,
  key: string,
  userId: string,
  role: string,
): Promise<Member> {
  return inActorContext(call, async (context) => {
    const { actor, scope } = await lockOrganisation(context, key, "members.update");
    const member = await requireMember(scope, userId);
    if (member.role === role) return member;
    assertMayManage(actor, scope, [roleOf(member), await requireRole(scope, role)]);
    await assertOwnerRemains(scope, member);
    await giveRole(context, scope, member, role);
    return requireMember(scope, member.id);
  });
}

/**
 * Ends a membership. Others' accounts stay as they are.
 * @throws RowNotFound; ActionForbidden, also when the member's role is beyond the actor; LastOwner
 */
export async function removeMember(
  call: ActorCall<Administrator>,
  key: string,
  userId: string,
): Promise<Member> {
  return inActorContext(call, async (context) => {
    const { actor, scope } = await lockOrganisation(context, key, "members.delete");
    const member = await requireMember(scope, userId);
    assertMayManage(actor, scope, [roleOf(member)]);
    await end(context, scope, member);
    return member;
  });
}

/**
 * Makes another member an owner, and the actor, if an owner, an admin, at once.
 * @returns the new owner
 * @throws RowNotFound; ActionForbidden for who is no owner; ValidationFailed on `user_id` for no member, and for the actor
 */
export async function transferOrganisation(
  call: ActorCall<Administrator>,
  key: string,
  userId: string,
): Promise<Member> {
  return inActorContext(call, async (context) => {
    const { actor, scope } = await lockOrganisation(context, key, "members.update");
    if (!mayManageOwners(actor, scope.ownRole)) throw new ActionForbidden(text("organisations.owners_kept"));
    const heir = await scope.member(userId);
    if (!heir || heir.id === actor.id)
      throw new ValidationFailed({ user_id: [text("organisations.validation.another")] });
    await giveRole(context, scope, heir, "owner");
    const former = actor.id === null ? undefined : await scope.member(actor.id);
    if (former?.role === "owner") await giveRole(context, scope, former, "admin");
    return requireMember(scope, heir.id);
  });
}

async function giveRole(
  context: ActorContext<Administrator>,
  scope: OrganisationScope,
  { id, role: before }: Member,
  role: string,
): Promise<void> {
  if (before === role) return;
  await scope.setRole(id, role);
  await record(context, scope, "membership_updated", id, { before: { role: before }, after: { role } });
}

/** Ends the actor's own membership. @throws RowNotFound, also for no member; ActionForbidden, SignedOut; LastOwner */
export async function leaveOrganisation(call: ActorCall<Actor>, key: string): Promise<OrganisationScope> {
  return inActorContext(call, async (context) => {
    const scope = await lockToLeave(context, key);
    await end(context, scope, await requireMember(scope, call.actor.id));
    return scope;
  });
}

async function end(
  context: ActorContext<Administrator>,
  scope: OrganisationScope,
  member: Member,
): Promise<void> {
  await assertOwnerRemains(scope, member);
  await scope.removeMember(member.id);
  await record(context, scope, "membership_deleted", member.id, { before: { role: member.role } });
}

/** @throws LastOwner when the member is the only owner */
async function assertOwnerRemains(scope: OrganisationScope, { id, role }: Member): Promise<void> {
  if (role === "owner" && !(await scope.hasOtherOwner(id))) throw new LastOwner();
}

/** @throws RowNotFound */
async function requireMember(scope: OrganisationScope, userId: string): Promise<Member> {
  const member = await scope.member(userId);
  if (!member) throw new RowNotFound();
  return member;
}

const record = (
  { trx, actor, origin }: ActorContext<Administrator>,
  { organisation: { id } }: OrganisationScope,
  event: ActivityEvent,
  ownerId: string,
  changes: object,
): Promise<void> =>
  recordActivity(
    trx,
    { event, actorId: actor.id, subject: { type: "organisation", id }, ownerId, changes },
    origin,
  );
