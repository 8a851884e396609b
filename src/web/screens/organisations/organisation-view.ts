import { hasRight } from "../../../domain/organisations/access.js";
import { listOrganisationRoles } from "../../../domain/organisations/custom-roles.js";
import { getOrganisation } from "../../../domain/organisations/organisations.js";
import { logoPath } from "../../../domain/settings/branding.js";
import { MAX_ORGANISATION_NAME, MAX_SLUG } from "../../../models/organisations/organisation.js";
import type { Difference } from "../../forms/differences.js";
import type { WebCall } from "../../server/call.js";
import { page, type WebResult } from "../../server/responses/web-result.js";
import { organisationRoleLabel } from "../../words/organisation-role-label.js";
import { organisationHead } from "./tabs.js";

export const LIMITS = { name: MAX_ORGANISATION_NAME, slug: MAX_SLUG };
const UPDATE = "organisations.update";

/** @param answer to a rejected form */
export async function organisationPage(
  call: WebCall,
  { status = 200, differences }: { status?: number; differences?: Difference[] } = {},
): Promise<WebResult> {
  const { actor, t, form, rejection } = call;
  const seen = await getOrganisation(call, call.params["organisation"]!);
  const { organisation, ownRole } = seen;
  const roles = await listOrganisationRoles(call, organisation.id);
  const ownLabel = roles.find(({ name }) => name === ownRole?.name)?.label ?? null;
  const isOverwriting = rejection?.route === UPDATE && differences === undefined;
  const data = {
    head: organisationHead(call, seen, "organisations.show"),
    organisation: {
      name: organisation.name,
      slug: organisation.slug,
      logo: organisation.logo && logoPath(organisation.logo),
      isMember: ownRole !== null,
      ownRole: ownRole && organisationRoleLabel(t, ownRole.name, ownLabel),
      createdAt: organisation.created_at,
      updatedAt: organisation.updated_at,
    },
    // the form keeps its version until the user has seen the differences
    version: isOverwriting ? form.text("_version") : organisation.version,
    differences: differences ?? null,
    rights: {
      update: hasRight(actor, ownRole, "organisation.update"),
      delete: hasRight(actor, ownRole, "organisation.delete"),
    },
    limits: LIMITS,
  };
  return page("organisations/show", "organisations.show.title", data, { status });
}
