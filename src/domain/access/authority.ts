import type { Knex } from "knex";
import type { Awaitable } from "../../lib/awaitable.js";
import { selectOne } from "../../database/raw.js";
import { takeLock, takeSharedLock } from "../../database/transaction.js";
import { recomputeTwoFactorRequirement } from "../../models/two-factor-requirement.js";

export interface RoleView {
  id: string;
  name: string;
  /** The name shown to users. */
  label: string;
  /** `sort_order`: a lower number is a higher rank. */
  rank: number;
  permissions: ReadonlySet<string>;
  /** Milliseconds since the epoch, UTC. */
  createdAt: number;
  updatedAt: number;
}

/**
 * Caches roles and their permissions. Every request reads the version and every change raises it, so that a change
 * takes effect on the next request of every process.
 */
export class Authority {
  private version = -1;
  private roles: ReadonlyMap<string, RoleView> = new Map();

  constructor(private readonly knex: Knex) {}

  /** The roles of this version; loaded when the cache has another one. */
  at(version: number): Awaitable<ReadonlyMap<string, RoleView>> {
    return version === this.version ? this.roles : this.load();
  }

  /** The current roles, after a check of the version in the database. */
  async current(): Promise<ReadonlyMap<string, RoleView>> {
    return this.at(await readVersion(this.knex));
  }

  /** The roles as the transaction sees them, for decisions made inside it. Outside of one, as they are now. */
  async within(trx: Knex): Promise<ReadonlyMap<string, RoleView>> {
    return (await readVersion(trx)) === this.version ? this.roles : readRoles(trx);
  }

  /** The version is read first, so that the next request notices a change made in between. */
  private async load(): Promise<ReadonlyMap<string, RoleView>> {
    const version = await readVersion(this.knex);
    this.roles = await readRoles(this.knex);
    this.version = version;
    return this.roles;
  }
}

const VERSION = "select version from cache_versions where name = 'authority'";

async function readVersion(knex: Knex): Promise<number> {
  const row = await selectOne<{ version: number }>(knex, VERSION, []);
  return row!.version;
}

async function readRoles(knex: Knex): Promise<ReadonlyMap<string, RoleView>> {
  const roles = (await knex("roles").select(
    "id",
    "name",
    "label",
    "sort_order",
    "created_at",
    "updated_at",
  )) as {
    id: string;
    name: string;
    label: string;
    sort_order: number;
    created_at: number;
    updated_at: number;
  }[];
  const grants = (await knex("permission_role")
    .join("permissions", "permissions.id", "permission_role.permission_id")
    .select("role_id", "name")) as { role_id: string; name: string }[];
  const permissions = new Map(roles.map(({ id }) => [id, new Set<string>()]));
  for (const { role_id, name } of grants) permissions.get(role_id)?.add(name);
  return new Map(
    roles.map(({ id, name, label, sort_order: rank, created_at: createdAt, updated_at: updatedAt }) => [
      id,
      { id, name, label, rank, permissions: permissions.get(id)!, createdAt, updatedAt },
    ]),
  );
}

/**
 * Takes the exclusive lock before a role is changed and before any account is locked. Transactions that rely on roles
 * wait.
 */
export const lockAuthority = (trx: Knex.Transaction): Promise<void> => takeLock(trx, "authority");

/**
 * Takes the shared lock before a decision depends on roles and before any account is locked. Roles can't change until
 * the transaction ends.
 */
export const lockAuthorityShared = (trx: Knex.Transaction): Promise<void> => takeSharedLock(trx, "authority");

/**
 * Must be called in the transaction of every change of a role or a permission. It also updates which accounts must
 * have a second factor, because that depends on their permissions.
 */
export async function raiseAuthorityVersion(trx: Knex): Promise<void> {
  await trx("cache_versions").where({ name: "authority" }).increment("version", 1);
  await recomputeTwoFactorRequirement(trx);
}

/** The roles in a row's `role_ids` (`group_concat`), best rank first. */
export function rolesOf(roleIds: string | null, roles: ReadonlyMap<string, RoleView>): RoleView[] {
  if (roleIds === null) return [];
  const only = roles.get(roleIds); // most accounts have one role
  if (only) return [only];
  const held = roleIds.split(",").flatMap((id) => roles.get(id) ?? []);
  return byRank(held);
}

/** Sorts roles by rank, best first. */
export const byRank = (roles: readonly RoleView[]): RoleView[] =>
  roles.toSorted((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
