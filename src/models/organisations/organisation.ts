import { StampedRow } from "../stamped-row.js";

/** The roles in an organisation, best first. They are another axis than the roles of the service. */
export const ORGANISATION_ROLES = ["owner", "admin", "member"] as const;
export type OrganisationRole = (typeof ORGANISATION_ROLES)[number];

export const MAX_ORGANISATION_NAME = 100;
export const MAX_SLUG = 48;

/** A row of `organisations`. */
export class Organisation extends StampedRow {
  static override tableName = "organisations";

  declare name: string;
  /** Its name in addresses, unique. */
  declare slug: string;
  declare version: number;
}

/** A member of an organisation: an account that isn't deleted. */
export interface Member {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  role: OrganisationRole;
  /** When the membership began. Milliseconds since the epoch, UTC. */
  created_at: number;
}
