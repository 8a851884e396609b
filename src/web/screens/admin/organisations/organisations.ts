import { listOrganisations, mayCreateOrganisation } from "../../../../domain/organisations/organisations.js";
import { ORGANISATION_SORTS } from "../../../../models/organisations/organisation-list.js";
import { ListRequest, listOptions, listView } from "../../../lists/list-request.js";
import type { WebHandler } from "../../../server/call.js";
import { page } from "../../../server/responses/web-result.js";

const SORTS = { columns: ORGANISATION_SORTS, byDefault: "name" };

export const showAllOrganisations: WebHandler = async (call) => {
  const request = new ListRequest("admin.organisations.index", call, SORTS);
  const found = await listOrganisations(call, request);
  const data = {
    organisations: found.items.map(({ name, slug, created_at }) => ({ name, slug, createdAt: created_at })),
    list: listView(request, found),
    mayCreate: mayCreateOrganisation(call.actor, call.settings),
  };
  return page("admin/organisations/list", "organisations.title", data, listOptions(request));
};
