import { validate as isUuid } from "uuid";
import { Failure, RowNotFound, ValidationFailed, VersionStale } from "../../lib/failures.js";
import { text, type Sentence } from "../../texts/translate.js";
import { UserListQuery, type UserListRow } from "../../models/lists/user-list.js";
import { rightsOver, type RightsOver, type VersionCheck } from "../access/user-rights.js";
import { hiddenRoleIds } from "../access/visible-users.js";
import { rolesOf, type RoleView } from "../access/authority.js";
import type { ActorCall } from "../context.js";

/** More than a page of the list shows. Each account is a separate transaction. */
export const MAX_ACCOUNTS_AT_ONCE = 100;

/** An account selected for a change. */
export interface BulkRequest {
  id: string;
  /** The version that the actor saw; null accepts any. */
  version: number | null;
}

/** A change that is made to several accounts, each as if it were the only one. */
export interface BulkChange {
  /** Why the account stays as it is, beside the actor's rights; null if it would change. */
  reasonAgainst: (user: UserListRow, roles: RoleView[]) => Sentence | null;
  /** Which right over the account the change needs. */
  right: keyof RightsOver;
  /** Whether all credentials of the account end. */
  isCutOff: (user: UserListRow) => boolean;
  /** @returns why nothing was changed; null if something was. @throws Failure */
  make: (id: string, versionCheck: VersionCheck) => Promise<Sentence | null>;
}

/** An account that would change, or has changed. */
export interface AffectedAccount {
  user: UserListRow;
  roles: RoleView[];
  /** Whether all its credentials are revoked. */
  isCutOff: boolean;
}

/** An account that stays as it is, with the reason. `user` is absent when the actor can't see the account. */
export interface LeftOutAccount {
  id: string;
  user: UserListRow | null;
  reason: Sentence;
}

export interface BulkPlan {
  affected: AffectedAccount[];
  leftOut: LeftOutAccount[];
}

/** The result that `changeAccounts` would have, in the order of the input. @throws ValidationFailed */
export async function planChanges(
  call: ActorCall,
  requests: readonly BulkRequest[],
  change: BulkChange,
): Promise<BulkPlan> {
  const ids = [...new Set(requests.map(({ id }) => id))];
  assertSelection(ids.length);
  const users = await visibleOf(call, ids);
  const plan: BulkPlan = { affected: [], leftOut: [] };
  for (const id of ids) {
    const user = users.get(id) ?? null;
    const roles = user ? rolesOf(user.role_ids, call.actor.allRoles) : [];
    const reason = user
      ? (rightsOver(call.actor, { user, roles })[change.right] ?? change.reasonAgainst(user, roles))
      : text("users.bulk.nowhere");
    if (user && reason === null) plan.affected.push({ user, roles, isCutOff: change.isCutOff(user) });
    else plan.leftOut.push({ id, user, reason: reason! });
  }
  return plan;
}

/** The error of a selection that is empty or too large; null for others. */
export const selectionProblem = (count: number): Sentence | null =>
  count === 0
    ? text("users.bulk.nobody")
    : count > MAX_ACCOUNTS_AT_ONCE
      ? text("users.bulk.too_many", { max: MAX_ACCOUNTS_AT_ONCE })
      : null;

function assertSelection(count: number): void {
  const problem = selectionProblem(count);
  if (problem !== null) throw new ValidationFailed({ users: [problem] });
}

async function visibleOf(
  { services, actor }: ActorCall,
  ids: readonly string[],
): Promise<Map<string, UserListRow>> {
  const query = new UserListQuery(services.knex, hiddenRoleIds(actor));
  const users = await query.among(ids.filter((id) => isUuid(id)));
  return new Map(users.map((user) => [user.id, user]));
}

/**
 * Changes each account in a separate transaction, by the rules for a single one. A rejected account doesn't stop the
 * others. Any other error stops the loop; earlier changes stay.
 * @throws ValidationFailed; any other error only if nothing has been changed before
 */
export async function changeAccounts(
  call: ActorCall,
  requests: readonly BulkRequest[],
  change: BulkChange,
): Promise<BulkPlan> {
  const plan = await planChanges(call, requests, change);
  const versions = new Map(requests.map(({ id, version }) => [id, version]));
  const report: BulkPlan = { affected: [], leftOut: [] };
  for (const [index, account] of plan.affected.entries())
    try {
      const { id } = account.user;
      const nothing = await change.make(id, asSeen(versions.get(id)));
      if (nothing === null) report.affected.push(account);
      else report.leftOut.push(leftOut(account, nothing));
    } catch (error) {
      report.leftOut.push(leftOut(account, reasonOf(error)));
      if (error instanceof Failure) continue;
      if (report.affected.length === 0) throw error;
      call.services.log.error({ err: error, user_id: account.user.id }, "could not change some accounts");
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
