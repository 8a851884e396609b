import type { PublicUserRow } from "../../models/public-user.js";
import { DEFAULT_ROLE, SYSTEM_ADMIN } from "../../models/role.js";
import type { RoleView } from "./authority.js";

/** Somebody who acts, with the roles of this very request, best rank first. */
export class Actor {
  constructor(
    readonly user: PublicUserRow,
    readonly roles: readonly RoleView[],
    /** Every role there is, as of this request. */
    readonly allRoles: ReadonlyMap<string, RoleView>,
    /** The token that was presented; null for a session. */
    readonly tokenId: string | null = null,
    /** The public id of the session, which stays when its credential is renewed; null for a token. */
    readonly sessionId: string | null = null,
  ) {}

  get id(): string {
    return this.user.id;
  }

  get bestRole(): string | null {
    return this.roles[0]?.name ?? null;
  }

  /** Lower is higher; an account without a role ranks lowest. */
  get rank(): number {
    return rankOf(this.roles);
  }

  get isSystemAdmin(): boolean {
    return isSystemAdmin(this.roles);
  }

  can(permission: string): boolean {
    return grants(this.roles, permission);
  }

  /** Whether the actor stands at least as high as somebody with these roles. */
  outranksOrEquals(roles: readonly RoleView[]): boolean {
    return this.isSystemAdmin || this.rank <= rankOf(roles);
  }

  /** Whether the actor may do everything that somebody with these roles may. */
  holdsEverythingOf(roles: readonly RoleView[]): boolean {
    return this.holdsAll(roles, (name) => this.can(name));
  }

  /** The same of an account that the actor acts on: what everybody may who registers gives nobody power. */
  holdsEverythingOfAccount(roles: readonly RoleView[]): boolean {
    const everybody = [...this.allRoles.values()].filter(({ name }) => name === DEFAULT_ROLE);
    return this.holdsAll(roles, (name) => this.can(name) || grants(everybody, name));
  }

  private holdsAll(roles: readonly RoleView[], isHeld: (permission: string) => boolean): boolean {
    if (this.isSystemAdmin) return true;
    return !isSystemAdmin(roles) && roles.every((role) => [...role.permissions].every(isHeld));
  }
}

const rankOf = (roles: readonly RoleView[]): number => roles[0]?.rank ?? Number.POSITIVE_INFINITY;
export const isSystemAdmin = (roles: readonly RoleView[]): boolean =>
  roles.some((role) => role.name === SYSTEM_ADMIN);

/** Whether somebody with these roles may do it. `system_admin` passes every check. */
export const grants = (roles: readonly RoleView[], permission: string): boolean =>
  isSystemAdmin(roles) || roles.some((role) => role.permissions.has(permission));
