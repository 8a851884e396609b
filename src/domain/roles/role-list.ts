import type { Knex } from "knex";
import { pageOf, type ListPage, type PageRequest } from "../../models/lists/list-page.js";
import { SYSTEM_ADMIN } from "../../models/role.js";
import type { Locale } from "../../texts/translate.js";
import { searchText, searchWords } from "../../lib/text/search.js";
import { hideHolders } from "../../models/lists/kept-counts.js";
import type { RoleHolder } from "../access/actor.js";
import type { ReadCall } from "../context.js";
import { byRank, type RoleView } from "../access/authority.js";
import { PERMISSIONS } from "../access/permissions.js";
import { hiddenRoleIds } from "../access/visible-users.js";

export const ROLE_SORTS = ["rank", "label", "holders"] as const;
type Column = (typeof ROLE_SORTS)[number];
export interface RoleListRequest extends PageRequest {
  search: string;
  /** Names the role in the reader's language, for sorting and searching. */
  labelOf: (role: RoleView) => string;
  locale: Locale;
}

export interface ListedRole {
  role: RoleView;
  label: string;
  holders: number;
}

/**
 * Lists the roles that aren't above the actor's rank. They are few and cached, so they are searched and sorted in
 * memory.
 */
export async function listRoles(
  call: ReadCall<RoleHolder>,
  request: RoleListRequest,
): Promise<ListPage<ListedRole>> {
  const { search, sort, labelOf, locale } = request;
  const words = searchWords(search);
  const holders = await countHolders(call);
  const found = visibleRoles(call.actor)
    .map((role) => ({ role, label: labelOf(role), holders: holders.get(role.id) ?? 0 }))
    .filter((row) => matches(row, words))
    .sort(orderOf(sort, locale));
  return pageOf(request, found, ({ role }) => role.id);
}

/** The roles that the actor can see, best rank first. */
export const visibleRoles = (actor: RoleHolder): RoleView[] =>
  byRank([...actor.allRoles.values()].filter((role) => actor.outranksOrEquals([role])));

/** The permissions of a role. `system_admin` has all of them, including new ones. */
export const heldBy = (role: RoleView): ReadonlySet<string> =>
  role.name === SYSTEM_ADMIN ? new Set(PERMISSIONS) : role.permissions;

/** Role → number of accounts with it that the actor can see; deleted accounts aren't counted. */
export const countHolders = (
  { services, actor, signal }: ReadCall<RoleHolder>,
  roleId?: string,
): Promise<ReadonlyMap<string, number>> =>
  services.reads.run((knex) => holdersByRole(knex, actor, roleId), { signal });

async function holdersByRole(
  knex: Knex,
  actor: RoleHolder,
  roleId: string | undefined,
): Promise<ReadonlyMap<string, number>> {
  const query = knex("role_user")
    .join("users", "users.id", "role_user.user_id")
    .whereNull("users.deleted_at");
  hideHolders(query, knex, hiddenRoleIds(actor));
  if (roleId !== undefined) query.where("role_user.role_id", roleId);
  const rows = (await query
    .groupBy("role_user.role_id")
    .select("role_user.role_id")
    .count({ count: "*" })) as {
    role_id: string;
    count: number;
  }[];
  return new Map(rows.map(({ role_id, count }) => [role_id, Number(count)]));
}

function matches({ role, label }: ListedRole, words: readonly string[]): boolean {
  const searched = searchText(`${label} ${role.label} ${role.name}`);
  return words.every((word) => searched.includes(word));
}

function orderOf(sort: string, locale: Locale): (left: ListedRole, right: ListedRole) => number {
  const direction = sort.startsWith("-") ? -1 : 1;
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const by: Record<Column, (left: ListedRole, right: ListedRole) => number> = {
    rank: (left, right) => left.role.rank - right.role.rank,
    label: (left, right) => compare(left.label, right.label),
    holders: (left, right) => left.holders - right.holders,
  };
  const compareColumn = by[sort.replace(/^-/, "") as Column];
  return (left, right) =>
    direction * compareColumn(left, right) || (left.role.name < right.role.name ? -1 : 1);
}
