import type { Knex } from "knex";
import { isUniqueViolation } from "../../database/errors.js";
import { ActionForbidden, Failure, RowNotFound, ValidationFailed, VersionStale } from "../../lib/failures.js";
import { text, type Text } from "../../texts/translate.js";
import { Signer } from "../../lib/signatures.js";
import { CORE_ROLE_NAMES, Role, SYSTEM_ADMIN } from "../../models/role.js";
import { lockActor } from "../access/locks.js";
import type { RoleHolder, Administrator } from "../access/actor.js";
import type { Activity, ActivityEvent } from "../audit/activities.js";
import { recordActorActivity } from "../audit/record.js";
import { lockAuthority, raiseAuthorityVersion, type RoleView } from "../access/authority.js";
import { inActorContext, type ActorContext, type ActorCall } from "../context.js";
import { grantsAfter, validateRole, roleNameProblems, type NewRole, type RoleChanges } from "./role-input.js";
import type { Services } from "../services.js";
import { differenceOf, grantPermissions, writeRole, type RoleDifference } from "./role-writing.js";

export interface SavedRole {
  id: string;
  label: string;
  /** Whether permissions were left out because the actor doesn't hold them. */
  isReduced: boolean;
}

/** An account or a client still has the role. */
export class RoleHeld extends Failure {
  constructor() {
    super(text("roles.held"));
  }
}

/** Every process caches all roles, and a list excludes the holders of every role above its reader. */
export const MAX_ROLES = 200;

export const isCore = ({ name }: Pick<RoleView, "name">): boolean => CORE_ROLE_NAMES.includes(name);

/** Managing a role takes a strictly higher rank, so neither one's own role nor `system_admin` can be managed. */
export const mayManage = (actor: Administrator, role: RoleView): boolean =>
  role.name !== SYSTEM_ADMIN && actor.rank < role.rank;

export const mayDelete = (actor: Administrator, role: RoleView): boolean =>
  mayManage(actor, role) && !isCore(role);

/** A role above the actor's rank isn't visible. @throws RowNotFound */
export function getVisibleRole(actor: RoleHolder, id: string): RoleView {
  const role = actor.allRoles.get(id);
  if (!role || !actor.outranksOrEquals([role])) throw new RowNotFound();
  return role;
}

/** `getVisibleRole` with the role as it is now, such as after a change. @throws RowNotFound */
export async function readVisibleRole({ services, actor }: ActorCall, id: string): Promise<RoleView> {
  const role = (await services.authority.current()).get(id);
  if (!role || !actor.outranksOrEquals([role])) throw new RowNotFound();
  return role;
}

/** @throws ValidationFailed with every invalid field, including a name taken in a race; ActionForbidden */
export async function createRole(call: ActorCall<Administrator>, input: NewRole): Promise<SavedRole> {
  return inActorContext(call, async (context) => {
    const { trx } = context;
    const actor = await lockRoles(context, "roles.create");
    const name = input.name.trim();
    const { label, rank } = validateRole(input, actor, nameProblems(actor, name));
    const { id } = await claimingName(() =>
      Role.query(trx).insertAndFetch({ name, label, sort_order: rank }),
    );
    const permissions = grantsAfter(actor, new Set(), input.permissions ?? []);
    await grantPermissions(trx, id, permissions);
    await record(context, "role_created", id, { after: { name, label, rank, permissions } });
    return { id, label, isReduced: permissions.length < new Set(input.permissions).size };
  });
}

/**
 * Writes the fields that differ.
 * @param changes absent fields stay as they are
 * @param stamps of the role as the actor has seen it; null accepts any state
 * @throws RowNotFound, ActionForbidden; VersionStale when the role has changed since; ValidationFailed
 */
export async function updateRole(
  call: ActorCall<Administrator>,
  id: string,
  changes: Partial<RoleChanges>,
  stamps: readonly string[] | null,
): Promise<SavedRole> {
  return inActorContext(call, async (context) => {
    const { services, trx } = context;
    const actor = await lockRoles(context, "roles.update");
    const role = await lockManagedRole(trx, actor, id);
    assertCurrent(services, role, stamps);
    const { label, rank } = validateRole({ label: role.label, rank: String(role.rank), ...changes }, actor);
    const requested = changes.permissions ?? [...role.permissions];
    const difference = differenceOf(role, { label, rank }, grantsAfter(actor, role.permissions, requested));
    await writeRole(trx, role, { label, rank }, difference);
    if (Object.keys(difference).length > 0)
      await record(
        context,
        "role_updated",
        id,
        { name: role.name, ...difference },
        formerGrants(role, difference),
      );
    const isReduced = requested.some((name) => !actor.can(name) && !role.permissions.has(name));
    return { id, label, isReduced };
  });
}

/**
 * Deletes a role without holders, so that no account and no client loses its role as a side effect.
 * @param stamps as for `updateRole`
 * @throws RowNotFound, ActionForbidden, also for core roles; VersionStale; RoleHeld
 */
export async function deleteRole(
  call: ActorCall<Administrator>,
  id: string,
  stamps: readonly string[] | null = null,
): Promise<RoleView> {
  return inActorContext(call, async (context) => {
    const { services, trx } = context;
    const actor = await lockRoles(context, "roles.delete");
    const role = await lockManagedRole(trx, actor, id);
    assertCurrent(services, role, stamps);
    if (isCore(role)) throw new ActionForbidden(text("roles.core_kept"));
    // also counts holders that the actor can't see
    if (await isHeld(trx, id)) throw new RoleHeld();
    const { name, label, rank, permissions } = role;
    const before = { name, label, rank, permissions: [...permissions].sort() };
    // first, because its event has the role
    await record(context, "role_deleted", id, { before });
    await Role.query(trx).deleteById(id);
    await raiseAuthorityVersion(trx);
    return role;
  });
}

/** A keyed hash of the role's state, by which a form or an entity tag says which state it shows. */
export const roleStamp = (services: Services, role: RoleView): string =>
  signer(services).signature(stampedText(role));

const signer = ({ encryption }: Services): Signer => new Signer(encryption, "role-stamp");
/** @throws VersionStale when none of the stamps belongs to the role's state */
function assertCurrent(services: Services, role: RoleView, stamps: readonly string[] | null): void {
  if (stamps?.some((stamp) => signer(services).matches(stampedText(role), stamp)) === false)
    throw new VersionStale();
}

const stampedText = ({ id, label, rank, permissions }: RoleView): string =>
  JSON.stringify([id, label, rank, [...permissions].sort()]);

/**
 * Takes the locks for changing roles, in their order. @returns the actor with current roles. @throws ActionForbidden
 */
async function lockRoles(context: ActorContext<Administrator>, permission: string): Promise<Administrator> {
  await lockAuthority(context.trx);
  return lockActor(context, permission);
}

/**
 * Also locks the role's row, which is locked whenever the role is assigned to an account. @throws RowNotFound,
 * ActionForbidden
 */
async function lockManagedRole(trx: Knex.Transaction, actor: Administrator, id: string): Promise<RoleView> {
  const role = getVisibleRole(actor, id);
  if (!mayManage(actor, role)) throw new ActionForbidden(text("roles.not_manageable"));
  await Role.query(trx).findById(id).forUpdate();
  return role;
}

function nameProblems({ allRoles }: Administrator, name: string): Text[] {
  if (allRoles.size >= MAX_ROLES) return [text("roles.validation.too_many", { max: MAX_ROLES })];
  const isTaken = [...allRoles.values()].some((role) => role.name === name);
  return isTaken ? [text("roles.validation.name_taken")] : roleNameProblems(name);
}

/** Turns a unique violation into an error of the field, for example when another process seeds at the same time. */
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
  if (holder !== undefined) return true;
  const client: unknown = await trx("oauth_clients")
    .where({ role_id: roleId })
    .whereNull("revoked_at")
    .first("id");
  return client !== undefined;
}

const record = (
  context: ActorContext<Administrator>,
  event: ActivityEvent,
  id: string,
  changes: object,
  forEvents: Activity["forEvents"] = {},
): Promise<void> => recordActorActivity(context, event, { type: "role", id }, changes, forEvents);

/** The permissions before a change of them. */
const formerGrants = ({ permissions }: RoleView, change: RoleDifference): Activity["forEvents"] =>
  change.permissions_added || change.permissions_removed
    ? { previous: { permissions: [...permissions].sort() } }
    : {};
