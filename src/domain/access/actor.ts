import type { PublicUserRow } from "../../models/public-user.js";
import type { SignIn } from "./sign-in.js";
import { DEFAULT_ROLE, SYSTEM_ADMIN } from "../../models/role.js";
import type { RoleView } from "./authority.js";

/** The rank of `system_admin`. */
const BEST_RANK = 1;

/** Some roles as of this request, best rank first, and what they allow. */
export class RoleHolder {
  constructor(
    readonly roles: readonly RoleView[],
    /** All roles as of this request. */
    readonly allRoles: ReadonlyMap<string, RoleView>,
  ) {}

  get bestRole(): string | null {
    return this.roles[0]?.name ?? null;
  }

  /** A lower number is a higher rank; an account without a role ranks lowest. */
  get rank(): number {
    return rankOf(this.roles);
  }

  get isSystemAdmin(): boolean {
    return isSystemAdmin(this.roles);
  }

  /** Whether the roles have a permission that the default role lacks. */
  get isAdministrator(): boolean {
    return !new RoleHolder([], this.allRoles).hasAllPermissionsOfAccount(this.roles);
  }

  can(permission: string): boolean {
    return grants(this.roles, permission);
  }

  /** Whether the actor's rank is equal to or higher than the best rank of these roles. */
  outranksOrEquals(roles: readonly RoleView[]): boolean {
    return this.isSystemAdmin || this.rank <= rankOf(roles);
  }

  /** Whether the actor has every permission of these roles. */
  hasAllPermissionsOf(roles: readonly RoleView[]): boolean {
    return this.hasAll(roles, (name) => this.can(name));
  }

  /**
   * Whether the actor has every permission of an account with these roles. Permissions of the default role are left
   * out, because every registered user has them.
   */
  hasAllPermissionsOfAccount(roles: readonly RoleView[]): boolean {
    const defaultRoles = [...this.allRoles.values()].filter(({ name }) => name === DEFAULT_ROLE);
    return this.hasAll(roles, (name) => this.can(name) || grants(defaultRoles, name));
  }

  private hasAll(roles: readonly RoleView[], isHeld: (permission: string) => boolean): boolean {
    if (this.isSystemAdmin) return true;
    return !isSystemAdmin(roles) && roles.every((role) => [...role.permissions].every(isHeld));
  }
}

/** The limits of a token that can do only what its scopes open. A credential that it creates can't exceed them. */
export interface TokenBounds {
  /** `*` stands for all scopes. */
  scopes: readonly string[];
  expiresAt: number;
  /** The only organisation that it is for; null when it is for none, undefined when it is for all of the person's. */
  organisationId?: string | null | undefined;
}

/** An authenticated user. */
export class Actor extends RoleHolder {
  constructor(
    readonly user: PublicUserRow,
    roles: readonly RoleView[],
    allRoles: ReadonlyMap<string, RoleView>,
    /** The id of the presented token; null for a session. */
    readonly tokenId: string | null = null,
    /** The public id of the session, which stays the same when the credential is rotated; null for a token. */
    readonly sessionId: string | null = null,
    /** The limits of the presented token; undefined for a session, or a token that scopes don't limit. */
    readonly bounds?: TokenBounds,
    /** Undefined for a token that a user or a client was given. */
    readonly signIn?: SignIn,
  ) {
    super(roles, allRoles);
  }

  get id(): string {
    return this.user.id;
  }
}

/** The operator of the service, on its command line: as a system administrator, but without an account. */
export class Operator extends RoleHolder {
  readonly id = null;

  override get isSystemAdmin(): boolean {
    return true;
  }

  override get rank(): number {
    return BEST_RANK;
  }

  override can(): boolean {
    return true;
  }
}

/** Who administers: a signed-in user, or the operator. */
export type Administrator = Actor | Operator;

/** Whether the actor presents a token that can do only what its scopes open. */
export const isBound = (actor: RoleHolder): boolean => actor instanceof Actor && actor.bounds !== undefined;

/** An OAuth2 client that acts for itself, with its role if it has one. It can only read. */
export class ClientActor extends RoleHolder {
  constructor(
    readonly clientId: string,
    roles: readonly RoleView[],
    allRoles: ReadonlyMap<string, RoleView>,
    /** The organisation that its token is for; null for none. */
    readonly organisationId: string | null,
  ) {
    super(roles, allRoles);
  }
}

const rankOf = (roles: readonly RoleView[]): number => roles[0]?.rank ?? Number.POSITIVE_INFINITY;
export const isSystemAdmin = (roles: readonly RoleView[]): boolean =>
  roles.some((role) => role.name === SYSTEM_ADMIN);

/** Whether these roles include the permission. `system_admin` passes every check. */
export const grants = (roles: readonly RoleView[], permission: string): boolean =>
  isSystemAdmin(roles) || roles.some((role) => role.permissions.has(permission));
