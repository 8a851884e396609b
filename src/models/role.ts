import { StampedRow } from "./stamped-row.js";

export const SYSTEM_ADMIN = "system_admin";
export const DEFAULT_ROLE = "user";
/** Roles that the service depends on: they can't be deleted or renamed. */
export const CORE_ROLE_NAMES: readonly string[] = [SYSTEM_ADMIN, "admin", DEFAULT_ROLE];

/** A row of `roles`. */
export class Role extends StampedRow {
  static override tableName = "roles";

  declare name: string;
  declare label: string;
  /** The rank; a lower number is a higher rank. */
  declare sort_order: number;
}
