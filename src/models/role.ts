import { StampedRow } from "./stamped-row.js";

export const SYSTEM_ADMIN = "system_admin";
export const DEFAULT_ROLE = "user";
/** The service is built on these: they stay, and keep their names. */
export const CORE_ROLE_NAMES: readonly string[] = [SYSTEM_ADMIN, "admin", DEFAULT_ROLE];

/** A row of `roles`. */
export class Role extends StampedRow {
  static override tableName = "roles";

  declare name: string;
  declare label: string;
  /** The rank; a lower number stands higher. */
  declare sort_order: number;
}
