import type { Knex } from "knex";
import { DAY } from "../lib/clock.js";
import { searchPatterns } from "../lib/search.js";
import { publicUserColumns, type PublicUserRow } from "./public-user.js";

export interface UserFilters {
  search?: string;
  status?: string;
  role?: string;
  /** Milliseconds since the epoch: the start of a UTC day, included. */
  createdFrom?: number;
  /** Milliseconds since the epoch: the start of a UTC day, the whole of which is included. */
  createdTo?: number;
}

/** A row of the list: what is presented, and the ids of its roles. */
export interface UserListRow extends PublicUserRow {
  role_ids: string | null;
}

const SORTS: Record<string, string[]> = { full_name: ["first_name", "last_name"] };

/** The users that somebody may see: the one query behind every list of users, on every surface. */
export class UserListQuery {
  /** @param hiddenRoleIds roles above the viewer's rank; their holders are neither listed nor counted */
  constructor(
    private readonly knex: Knex,
    private readonly hiddenRoleIds: readonly string[],
    private readonly filters: UserFilters = {},
  ) {}

  async total(): Promise<number> {
    const row = (await this.matching().count({ total: "*" }).first()) as { total: number };
    return row.total;
  }

  /** @param sort a field, `-` in front for descending; ties are broken by id in the same direction */
  rows(sort: string, limit: number, offset: number): Promise<UserListRow[]> {
    const field = sort.replace(/^-/, "");
    const direction = sort.startsWith("-") ? "desc" : "asc";
    const query = this.matching().select(this.knex.raw(publicUserColumns("users")));
    for (const column of [...(SORTS[field] ?? [field]), ...(field === "id" ? [] : ["id"])])
      query.orderBy(`users.${column}`, direction);
    return query.limit(limit).offset(offset) as unknown as Promise<UserListRow[]>;
  }

  /** One account, if the viewer may see it. */
  async find(id: string): Promise<UserListRow | undefined> {
    const query = this.matching().where("users.id", id);
    return (await query.first(this.knex.raw(publicUserColumns("users")))) as UserListRow | undefined;
  }

  private matching(): Knex.QueryBuilder {
    const { search, status, role, createdFrom, createdTo } = this.filters;
    const query = this.knex("users").whereNull("users.deleted_at");
    hideHolders(query, this.knex, this.hiddenRoleIds);
    for (const pattern of searchPatterns(search))
      query.whereRaw("users.search_key like ? escape '!'", [pattern]);
    if (status !== undefined) query.where("users.status", status);
    if (role !== undefined)
      query.whereExists(
        this.knex("role_user")
          .join("roles", "roles.id", "role_user.role_id")
          .whereRaw("role_user.user_id = users.id")
          .where("roles.name", role),
      );
    if (createdFrom !== undefined) query.where("users.created_at", ">=", createdFrom);
    if (createdTo !== undefined) query.where("users.created_at", "<", createdTo + DAY);
    return query;
  }
}

/** Leaves out who holds one of the roles: the one rule of rank for lists of people, and of what is theirs. */
export function hideHolders(query: Knex.QueryBuilder, knex: Knex, roleIds: readonly string[]): void {
  if (roleIds.length > 0)
    query.whereNotExists(
      knex("role_user").whereRaw("role_user.user_id = users.id").whereIn("role_id", roleIds),
    );
}
