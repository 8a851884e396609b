import { ORGANISATION_ROLES, type OrganisationRole } from "../../models/organisations/organisation.js";

export { ORGANISATION_ROLES, type OrganisationRole };

/** What can be done in one organisation. */
export const ORGANISATION_RIGHTS = [
  "organisation.read",
  "organisation.update",
  "organisation.delete",
  "members.read",
  "members.create",
  "members.update",
  "members.delete",
] as const;
export type OrganisationRight = (typeof ORGANISATION_RIGHTS)[number];

const MEMBER: readonly OrganisationRight[] = ["organisation.read", "members.read"];
const ADMIN: readonly OrganisationRight[] = [
  ...MEMBER,
  "organisation.update",
  "members.update",
  "members.delete",
];

/** What each role in an organisation allows. An admin can't change or remove owners, or make some. */
export const RIGHTS_OF_ROLE: Readonly<Record<OrganisationRole, readonly OrganisationRight[]>> = {
  owner: [...ADMIN, "organisation.delete"],
  admin: ADMIN,
  member: MEMBER,
};

/** The permission of the service that gives the right in every organisation. */
export const PERMISSION_OF_RIGHT: Readonly<Record<OrganisationRight, string>> = {
  "organisation.read": "organisations.read",
  "organisation.update": "organisations.update",
  "organisation.delete": "organisations.delete",
  "members.read": "organisations.read",
  // people join by an act of their own; only the service adds them
  "members.create": "organisations.update",
  "members.update": "organisations.update",
  "members.delete": "organisations.update",
};

export const isOrganisationRole = (name: string): name is OrganisationRole =>
  (ORGANISATION_ROLES as readonly string[]).includes(name);
