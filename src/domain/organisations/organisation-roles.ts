import { BUILT_IN_ROLES, type BuiltInRole, type HeldRole } from "../../models/organisations/organisation.js";

export { BUILT_IN_ROLES, type BuiltInRole, type HeldRole };

/** What can be done in one organisation. */
export const ORGANISATION_RIGHTS = [
  "organisation.read",
  "organisation.update",
  "organisation.delete",
  "members.read",
  "members.create",
  "members.update",
  "members.delete",
  // custom roles of the organisation: create, change and delete them
  "roles.update",
  // domains: see, add, verify and remove them
  "domains.update",
  "applications.read",
  "applications.create",
  "applications.update",
  "applications.delete",
  // tokens of directories that provision members: see, create and delete them
  "provisioning.update",
] as const;
export type OrganisationRight = (typeof ORGANISATION_RIGHTS)[number];

const MEMBER: readonly OrganisationRight[] = ["organisation.read", "members.read"];
const ADMIN: readonly OrganisationRight[] = [
  ...MEMBER,
  "organisation.update",
  "members.create",
  "members.update",
  "members.delete",
  "roles.update",
  "domains.update",
  "applications.read",
  "applications.create",
  "applications.update",
  "applications.delete",
];

/** What each built-in role allows. An admin can't change or remove owners, or make some. */
const RIGHTS_OF_ROLE: Readonly<Record<BuiltInRole, readonly OrganisationRight[]>> = {
  owner: [...ADMIN, "organisation.delete", "provisioning.update"],
  admin: ADMIN,
  member: MEMBER,
};

/** Every role has it: a member knows of the organisation. */
const OF_EVERY_ROLE = "organisation.read" satisfies OrganisationRight;

/** The rights of which custom roles are made. */
export const CHOICES_OF_RIGHTS: readonly OrganisationRight[] = ORGANISATION_RIGHTS.filter(
  (right) => right !== OF_EVERY_ROLE && RIGHTS_OF_ROLE.owner.includes(right),
);

/** The permission of the service that gives the right in every organisation. */
export const PERMISSION_OF_RIGHT: Readonly<Record<OrganisationRight, string>> = {
  "organisation.read": "organisations.read",
  "organisation.update": "organisations.update",
  "organisation.delete": "organisations.delete",
  "members.read": "organisations.read",
  "members.create": "organisations.update",
  "members.update": "organisations.update",
  "members.delete": "organisations.update",
  "roles.update": "organisations.update",
  "domains.update": "organisations.update",
  "applications.read": "api-clients.read",
  "applications.create": "api-clients.create",
  "applications.update": "api-clients.update",
  "applications.delete": "api-clients.delete",
  "provisioning.update": "organisations.update",
};

export const isBuiltInRole = (name: string): name is BuiltInRole =>
  (BUILT_IN_ROLES as readonly string[]).includes(name);

/** What a role allows. a custom role keeps the name of a right that a former release had, without effect. */
export function rightsOf({ name, customRights }: HeldRole): OrganisationRight[] {
  const allowed: readonly string[] = isBuiltInRole(name) ? RIGHTS_OF_ROLE[name] : (customRights ?? []);
  return ORGANISATION_RIGHTS.filter((right) => right === OF_EVERY_ROLE || allowed.includes(right));
}
