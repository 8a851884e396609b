import { hasRight } from "../../../domain/organisations/access.js";
import type { OrganisationRight } from "../../../domain/organisations/organisation-roles.js";
import type { SeenOrganisation } from "../../../domain/organisations/organisations.js";
import { logoPath } from "../../../domain/settings/branding.js";
import type { MessageKey } from "../../../texts/translate.js";
import { path } from "../../server/addresses.js";
import type { WebCall } from "../../server/call.js";
import type { RouteName } from "../../server/paths.js";

interface Tab {
  route: RouteName;
  label: MessageKey;
  /** What the reader must be allowed to do. */
  right: OrganisationRight;
  /** Hidden while the service runs without the authorization server. */
  needsOAuth?: true;
  /** Hidden while the setting is off. */
  setting?: "organisations.scim";
}

/** The pages of an organisation. A new one is a line here, and the partial `organisations/head` in its view. */
const TABS = [
  { route: "organisations.show", label: "organisations.tab.overview", right: "organisation.read" },
  { route: "organisations.members.index", label: "organisations.members", right: "members.read" },
  {
    route: "organisations.invitations.index",
    label: "organisations.invitations.title",
    right: "members.create",
  },
  {
    route: "organisations.join-requests.index",
    label: "organisations.join_requests",
    right: "members.create",
  },
  { route: "organisations.roles.index", label: "organisations.roles", right: "organisation.read" },
  {
    route: "organisations.applications.index",
    label: "organisations.applications",
    right: "applications.read",
    needsOAuth: true,
  },
  { route: "organisations.domains.index", label: "organisations.domains", right: "domains.update" },
  { route: "organisations.rules.edit", label: "organisations.rules", right: "organisation.update" },
  {
    route: "organisations.provisioning.index",
    label: "organisations.provisioning",
    right: "provisioning.update",
    setting: "organisations.scim",
  },
] as const satisfies readonly Tab[];

/** What `organisations/head` shows above each page of an organisation. @param current the page that it is on */
export function organisationHead(
  { actor, services, settings }: Pick<WebCall, "actor" | "services" | "settings">,
  { organisation, ownRole }: SeenOrganisation,
  current: (typeof TABS)[number]["route"],
) {
  const mayOpen = ({ right, needsOAuth, setting }: Tab): boolean =>
    hasRight(actor, ownRole, right) &&
    (needsOAuth !== true || services.config.oauthInstalled) &&
    (setting === undefined || settings.get(setting));
  return {
    name: organisation.name,
    logo: organisation.logo && logoPath(organisation.logo),
    isMember: ownRole !== null,
    tabs: TABS.filter(mayOpen).map(({ route, label }) => ({
      label,
      to: path(route, { organisation: organisation.slug }),
      isCurrent: route === current,
    })),
  };
}
