import { validate as isUuid } from "uuid";
import { Failure, RowNotFound, ValidationFailed, VersionStale } from "../../lib/failures.js";
import { text, type Sentence } from "../../texts/translate.js";
import { UserListQuery, type UserListRow } from "../../models/user-list.js";
import type { Actor } from "../access/actor.js";
import { rolesOf } from "../access/authority.js";
import type { Caller } from "../context.js";
import { updateUser } from "./user-administration.js";
import { rightsOver, type VersionCheck } from "../access/user-rights.js";
import { hiddenRoleIds } from "../access/visible-users.js";
import { assertStatusIsDefined } from "./user-list.js";

/** More than any page of the list has; each of them is a transaction of its own. */
export const MAX_ACCOUNTS_AT_ONCE = 100;

/** An account that somebody wants to give a status. */
export interface StatusWish {
  id: string;
  /** The version that they saw; null takes whatever it is. */
  version: number | null;
}

/** Somebody whose status would change, or did. */
export interface AffectedAccount {
  user: UserListRow;
  /** Whether everything that the account holds ends with it. */
  isCutOff: boolean;
}

/** Somebody whose status stays, and why. Without a user there is none whom the actor sees. */
export interface LeftOutAccount {
  id: string;
  user: UserListRow | null;
  reason: Sentence;
}

export interface StatusPlan {
  affected: AffectedAccount[];
  leftOut: LeftOutAccount[];
}

/** What `changeStatuses` would do, in the order of the wishes. @throws ValidationFailed */
export async function planStatuses(
  caller: Caller,
  wishes: readonly StatusWish[],
  status: string,
): Promise<StatusPlan> {
  const { services, actor } = caller;
  const wanted = new Map(wishes.map((wish) => [wish.id, wish]));
  assertSomething(wanted.size, status);
  await assertStatusIsDefined(services, status);
  const users = await visibleOf(caller, [...wanted.keys()]);
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

/** All that is missing at once. */
function assertSomething(count: number, status: string): void {
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
  { services, actor }: Caller,
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
 * Gives the accounts the status, each in a transaction of its own and by the rules of `updateUser`: what is refused for
 * one does not hold up the others. What breaks, breaks off; what was done before is done.
 * @throws ValidationFailed; whatever breaks before anything was changed
 */
export async function changeStatuses(
  caller: Caller,
  wishes: readonly StatusWish[],
  status: string,
): Promise<StatusPlan> {
  const plan = await planStatuses(caller, wishes, status);
  const versions = new Map(wishes.map(({ id, version }) => [id, version]));
  const report: StatusPlan = { affected: [], leftOut: [] };
  for (const [index, account] of plan.affected.entries())
    try {
      const { id } = account.user;
      await updateUser(caller, id, { status }, asSeen(versions.get(id)));
      report.affected.push(account);
    } catch (error) {
      report.leftOut.push(leftOut(account, reasonOf(error)));
      if (error instanceof Failure) continue;
      if (report.affected.length === 0) throw error;
      caller.services.log.error(
        { err: error, user_id: account.user.id },
        "the statuses of some accounts were not changed",
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
