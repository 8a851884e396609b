import { addMember } from "../../domain/organisations/members.js";
import { listOrganisations } from "../../domain/organisations/organisations.js";
import { ApiResponse } from "../envelope.js";
import { respondWithList, searchFilter } from "../lists.js";
import { presentMember, presentOrganisation } from "../presenters/organisations.js";
import type { HandlersOf } from "../types.js";

export const handlers: HandlersOf<"organisations"> = {
  "organisations.index": (call) =>
    respondWithList(
      call,
      "name",
      async (request) =>
        listOrganisations(call, { ...request, search: searchFilter(call.query.filter?.search) }),
      (organisation) => presentOrganisation(call.services, organisation),
    ),

  "organisations.update.members.store": async (call) => {
    const { user_id: userId, role } = call.body;
    return ApiResponse.created(
      presentMember(await addMember(call, call.params.organisation, { userId, role })),
      {},
    );
  },
};
