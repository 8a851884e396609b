import type { Knex } from "knex";
import { isUniqueViolation } from "../../database/errors.js";
import { ActionForbidden, Failure, RowNotFound, ValidationFailed, VersionStale } from "../../lib/failures.js";
import { text, type Text } from "../../texts/translate.js";
import { Signer } from "../../lib/signatures.js";
import { CORE_ROLE_NAMES, Role, SYSTEM_ADMIN } from "../../models/role.js";
import { lockActor } from "../access/locks.js";
import type { Actor } from "../access/actor.js";
import { recordActivity, type ActivityEvent } from "../audit/record.js";
import { lockAuthority, raiseAuthorityVersion, type RoleView } from "../access/authority.js";
import { inActorContext, type ActorContext, type Caller } from "../context.js";
import { grantsAfter, judgeRole, roleNameProblems, type NewRole, type RoleChanges } from "./role-input.js";
import type { Services } from "../services.js";
import { differenceOf, grantPermissions, writeRole } from "./role-writing.js";

export interface SavedRole {
  id: string;
  label: string;
  /** Whether something was asked for that its maker does not hold, and so was not given. */
  gaveLess: boolean;
}

/** Somebody has the role. */
export class RoleHeld extends Failure {
  constructor() {
    super(text("roles.held"));
  }
}

/** Every process has all of them in memory, and a list leaves out the holders of each that is above its reader. */
export const MAX_ROLES = 200;

export const isCore = ({ name }: Pick<RoleView, "name">): boolean => CORE_ROLE_NAMES.includes(name);

/** Managing a role takes a strictly higher rank: one's own is never among them, nor `system_admin`. */
export const mayManage = (actor: Actor, role: RoleView): boolean =>
  role.name !== SYSTEM_ADMIN && actor.rank < role.rank;

export const mayDelete = (actor: Actor, role: RoleView): boolean => mayManage(actor, role) && !isCore(role);

/** A role above one's own rank is not there. @throws RowNotFound */
export function getVisibleRole(actor: Actor, id: string): RoleView {
  const role = actor.allRoles.get(id);
  if (!role || !actor.outranksOrEquals([role])) throw new RowNotFound();
  return role;
}

/** @throws ValidationFailed with every field that is wrong, also for a name that is taken meanwhile; ActionForbidden */
export async function createRole(caller: Caller, wish: NewRole): Promise<SavedRole> {
  return inActorContext(caller, async (context) => {
    const { trx } = context;
    const actor = await lockRoles(context, "roles.create");
    const name = wish.name.trim();
    const { label, rank } = judgeRole(wish, actor, nameProblems(actor, name));
    const { id } = await claimingName(() =>
      Role.query(trx).insertAndFetch({ name, label, sort_order: rank }),
    );
    const permissions = grantsAfter(actor, new Set(), wish.permissions ?? []);
    await grantPermissions(trx, id, permissions);
    await record(context, "role_created", id, { after: { name, label, rank, permissions } });
    return { id, label, gaveLess: permissions.length < new Set(wish.permissions).size };
  });
}

/**
 * Writes what differs.
 * @param stamp of the role as its form showed it
 * @throws RowNotFound, ActionForbidden; VersionStale when it was changed since; ValidationFailed
 */
export async function updateRole(
  caller: Caller,
  id: string,
  changes: RoleChanges,
  stamp: string,
): Promise<SavedRole> {
  return inActorContext(caller, async (context) => {
    const { services, trx } = context;
    const actor = await lockRoles(context, "roles.update");
    const role = await lockManagedRole(trx, actor, id);
    if (!signer(services).matches(stampedText(role), stamp)) throw new VersionStale();
    const { label, rank } = judgeRole(changes, actor);
    const wished = changes.permissions ?? [...role.permissions];
    const difference = differenceOf(role, { label, rank }, grantsAfter(actor, role.permissions, wished));
    await writeRole(trx, role, { label, rank }, difference);
    if (Object.keys(difference).length > 0)
      await record(context, "role_updated", id, { name: role.name, ...difference });
    const gaveLess = wished.some((name) => !actor.can(name) && !role.permissions.has(name));
    return { id, label, gaveLess };
  });
}

/**
 * Deletes a role that nobody holds: people are never left without one by the way.
 * @throws RowNotFound, ActionForbidden, also for the roles that the service is built on; RoleHeld
 */
export async function deleteRole(caller: Caller, id: string): Promise<RoleView> {
  return inActorContext(caller, async (context) => {
    const { trx } = context;
    const actor = await lockRoles(context, "roles.delete");
    const role = await lockManagedRole(trx, actor, id);
    if (isCore(role)) throw new ActionForbidden(text("roles.core_kept"));
    // also by somebody whom the actor does not see
    if (await isHeld(trx, id)) throw new RoleHeld();
    await Role.query(trx).deleteById(id);
    await raiseAuthorityVersion(trx);
    const { name, label, rank, permissions } = role;
    const before = { name, label, rank, permissions: [...permissions].sort() };
    await record(context, "role_deleted", id, { before });
    return role;
  });
}

/** Tells one state of a role from the next, and nothing else: a form says which one it was made of. */
export const roleStamp = (services: Services, role: RoleView): string =>
  signer(services).signature(stampedText(role));

const signer = ({ encryption }: Services): Signer => new Signer(encryption, "role-stamp");
const stampedText = ({ id, label, rank, permissions }: RoleView): string =>
  JSON.stringify([id, label, rank, [...permissions].sort()]);

/** The locks under which roles change, in their order. @returns the actor as of now. @throws ActionForbidden */
async function lockRoles(context: ActorContext, permission: string): Promise<Actor> {
  await lockAuthority(context.trx);
  return lockActor(context, permission);
}

/** Its row is locked as well: whoever gives the role to an account holds that. @throws RowNotFound, ActionForbidden */
async function lockManagedRole(trx: Knex.Transaction, actor: Actor, id: string): Promise<RoleView> {
  const role = getVisibleRole(actor, id);
  if (!mayManage(actor, role)) throw new ActionForbidden(text("roles.not_manageable"));
  await Role.query(trx).findById(id).forUpdate();
  return role;
}

function nameProblems({ allRoles }: Actor, name: string): Text[] {
  if (allRoles.size >= MAX_ROLES) return [text("roles.validation.too_many", { max: MAX_ROLES })];
  const isTaken = [...allRoles.values()].some((role) => role.name === name);
  return isTaken ? [text("roles.validation.name_taken")] : roleNameProblems(name);
}

/** The index decides where another process seeds meanwhile; its refusal is the field's error. */
async function claimingName<T>(write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ValidationFailed({ name: [text("roles.validation.name_taken")] });
  }
}

async function isHeld(trx: Knex.Transaction, roleId: string): Promise<boolean> {
  const holder: unknown = await trx("role_user")
    .join("users", "users.id", "role_user.user_id")
    .where({ role_id: roleId })
    .whereNull("users.deleted_at")
    .first("users.id");
  return holder !== undefined;
}

const record = (
  { trx, actor, origin }: ActorContext,
  event: ActivityEvent,
  id: string,
  changes: object,
): Promise<void> =>
  recordActivity(trx, { event, actorId: actor.id, subject: { type: "role", id }, changes }, origin);
