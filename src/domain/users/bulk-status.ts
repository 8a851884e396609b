import { validate as isUuid } from "uuid";
import { Failure, RowNotFound, ValidationFailed, VersionStale } from "../../lib/failures.js";
import { text, type Sentence } from "../../texts/translate.js";
import { UserListQuery, type UserListRow } from "../../models/lists/user-list.js";
import type { Actor } from "../access/actor.js";
import { rolesOf } from "../access/authority.js";
import type { ActorCall } from "../context.js";
import { updateUser } from "./user-administration.js";
import { rightsOver, type VersionCheck } from "../access/user-rights.js";
import { hiddenRoleIds } from "../access/visible-users.js";
import { assertStatusIsDefined } from "./user-list.js";

/** More than a page of the list shows. Each account is a separate transaction. */
export const MAX_ACCOUNTS_AT_ONCE = 100;

/** An account selected for a new status. */
export interface StatusRequest {
  id: string;
  /** The version that the actor saw; null accepts any. */
  version: number | null;
}

/** An account whose status would change, or has changed. */
export interface AffectedAccount {
  user: UserListRow;
  /** Whether all its credentials are revoked. */
  isCutOff: boolean;
}

/** An account whose status stays, with the reason. `user` is absent when the actor can't see the account. */
export interface LeftOutAccount {
  id: string;
  user: UserListRow | null;
  reason: Sentence;
}

export interface StatusPlan {
  affected: AffectedAccount[];
  leftOut: LeftOutAccount[];
}

/** The result that `changeStatuses` would have, in the order of the input. @throws ValidationFailed */
export async function planStatuses(
  call: ActorCall,
  requests: readonly StatusRequest[],
  status: string,
): Promise<StatusPlan> {
  const { services, actor } = call;
  const wanted = new Map(requests.map((request) => [request.id, request]));
  assertSelection(wanted.size, status);
  await assertStatusIsDefined(services, status);
  const users = await visibleOf(call, [...wanted.keys()]);
  const plan: StatusPlan = { affected: [], leftOut: [] };
  for (const id of wanted.keys()) {
    const user = users.get(id) ?? null;
    const reason = user ? reasonAgainst(actor, user, status) : text("users.bulk.nowhere");
    if (user && reason === null)
      plan.affected.push({ user, isCutOff: services.statusPolicy.isCutOff(user.status, status) });
    else plan.leftOut.push({ id, user, reason: reason! });
  }
  return plan;
}

/** @throws ValidationFailed with all missing fields */
function assertSelection(count: number, status: string): void {
  const users =
    count === 0
      ? text("users.bulk.nobody")
      : count > MAX_ACCOUNTS_AT_ONCE
        ? text("users.bulk.too_many", { max: MAX_ACCOUNTS_AT_ONCE })
        : null;
  const fields = {
    ...(users && { users: [users] }),
    ...(status === "" && { status: [text("validation.required")] }),
  };
  if (Object.keys(fields).length > 0) throw new ValidationFailed(fields);
}

async function visibleOf(
  { services, actor }: ActorCall,
  ids: readonly string[],
): Promise<Map<string, UserListRow>> {
  const query = new UserListQuery(services.knex, hiddenRoleIds(actor));
  const users = await query.among(ids.filter((id) => isUuid(id)));
  return new Map(users.map((user) => [user.id, user]));
}

function reasonAgainst(actor: Actor, user: UserListRow, status: string): Sentence | null {
  const roles = rolesOf(user.role_ids, actor.allRoles);
  const forbidden = rightsOver(actor, { user, roles }).status;
  return forbidden ?? (user.status === status ? text("users.bulk.has_it") : null);
}

/**
 * Changes the status of each account in a separate transaction, by the rules of `updateUser`. A rejected account
 * doesn't stop the others. Any other error stops the loop; earlier changes stay.
 * @throws ValidationFailed; any other error only if nothing has been changed before
 */
export async function changeStatuses(
  call: ActorCall,
  requests: readonly StatusRequest[],
  status: string,
): Promise<StatusPlan> {
  const plan = await planStatuses(call, requests, status);
  const versions = new Map(requests.map(({ id, version }) => [id, version]));
  const report: StatusPlan = { affected: [], leftOut: [] };
  for (const [index, account] of plan.affected.entries())
    try {
      const { id } = account.user;
      await updateUser(call, id, { status }, asSeen(versions.get(id)));
      report.affected.push(account);
    } catch (error) {
      report.leftOut.push(leftOut(account, reasonOf(error)));
      if (error instanceof Failure) continue;
      if (report.affected.length === 0) throw error;
      call.services.log.error(
        { err: error, user_id: account.user.id },
        "could not change the status of some accounts",
      );
      const rest = plan.affected.slice(index + 1);
      report.leftOut.push(...rest.map((other) => leftOut(other, text("users.bulk.not_tried"))));
      break;
    }
  return { affected: report.affected, leftOut: [...report.leftOut, ...plan.leftOut] };
}

function reasonOf(error: unknown): Sentence {
  if (error instanceof VersionStale) return text("users.bulk.changed");
  if (error instanceof RowNotFound) return text("users.bulk.nowhere");
  return error instanceof Failure ? error.sentence : text("users.bulk.broken");
}

const leftOut = ({ user }: AffectedAccount, reason: Sentence): LeftOutAccount => ({
  id: user.id,
  user,
  reason,
});

const asSeen = (version: number | null = null): VersionCheck =>
  version === null ? null : (current) => current === version;
