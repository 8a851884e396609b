import { StampedRow } from "../stamped-row.js";

/**
 * The roles that every organisation has, best first; it can have custom ones beside them. They are another axis than the roles
 * of the service.
 */
export const BUILT_IN_ROLES = ["owner", "admin", "member"] as const;
export type BuiltInRole = (typeof BUILT_IN_ROLES)[number];

/** A role of an organisation, with what decides what it allows. */
export interface HeldRole {
  name: string;
  /** The stored rights of a custom role of the organisation; null for a built-in one. */
  customRights: readonly string[] | null;
}

export const MAX_ORGANISATION_NAME = 100;
export const MAX_SLUG = 48;

/** Nobody but the administration of the service can do anything in a suspended one. */
export const ORGANISATION_STATUSES = ["active", "suspended"] as const;
export type OrganisationStatus = (typeof ORGANISATION_STATUSES)[number];

/** What an organisation requires of who acts for it. */
export interface OrganisationRules {
  /** Whether members need a second factor or a passkey. */
  second_factor_required: boolean;
  /** How long after they have proved who they are; null for no limit. */
  session_minutes: number | null;
  /** The only provider that members sign in with; null for any way. */
  provider_id: string | null;
}

/** A row of `organisations`. */
export class Organisation extends StampedRow implements OrganisationRules {
  static override tableName = "organisations";

  declare name: string;
  /** Its name in addresses, unique. */
  declare slug: string;
  /** The name of its file; null for none. */
  declare logo: string | null;
  declare version: number;
  declare status: OrganisationStatus;
  declare second_factor_required: boolean;
  declare session_minutes: number | null;
  declare provider_id: string | null;

  override $parseDatabaseJson(json: Record<string, unknown>): Record<string, unknown> {
    const row = super.$parseDatabaseJson(json);
    if ("second_factor_required" in row)
      row["second_factor_required"] = Boolean(row["second_factor_required"]);
    return row;
  }
}

/** What can be changed. */
export type OrganisationColumns = OrganisationRules & Pick<Organisation, "name" | "slug" | "logo" | "status">;

/** A member of an organisation: an account that isn't deleted. */
export interface Member {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  /** The name of a built-in role, or of a custom one of the organisation. */
  role: string;
  /** Of a custom role; null for a built-in one. */
  role_label: string | null;
  /** Of a custom role, separated by blanks; null for a built-in one. */
  role_rights: string | null;
  /** When the membership began. Milliseconds since the epoch, UTC. */
  created_at: number;
}
