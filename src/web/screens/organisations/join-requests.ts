import {
  acceptJoinRequest,
  askToJoin,
  declineJoinRequest,
  listJoinRequests,
} from "../../../domain/organisations/joining-by-domain.js";
import { getOrganisation } from "../../../domain/organisations/organisations.js";
import { JOIN_REQUEST_SORTS } from "../../../models/organisations/join-requests.js";
import { fullNameOf } from "../../../models/public-user.js";
import { ListRequest, listOptions, listView } from "../../lists/list-request.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { page, redirect, success, type Flash } from "../../server/responses/web-result.js";
import { organisationHead } from "./tabs.js";

const NEWEST_FIRST = { columns: JOIN_REQUEST_SORTS, byDefault: "-created_at" };

/** @throws ActionForbidden without the right */
export const showJoinRequests: WebHandler = async (call) => {
  const seen = await getOrganisation(call, call.params["organisation"]!);
  const { organisation } = seen;
  const request = new ListRequest("organisations.join-requests.index", call, NEWEST_FIRST, [], {
    organisation: organisation.slug,
  });
  const found = await listJoinRequests(call, organisation.id, request);
  const data = {
    head: organisationHead(call, seen, "organisations.join-requests.index"),
    organisation: { name: organisation.name, slug: organisation.slug },
    requests: found.items.map(({ request: { id, created_at: at }, person }) => ({
      ...{ id, at },
      name: fullNameOf(person),
      email: person.email,
    })),
    list: listView(request, found),
  };
  return page("organisations/join-requests", "organisations.join_requests.title", data, listOptions(request));
};

const toList = ({ params }: WebCall, flash: Flash) =>
  redirect(path("organisations.join-requests.index", { organisation: params["organisation"]! }), flash);

export const submitJoinAcceptance: WebHandler = async (call) => {
  const { params } = call;
  const { person } = await acceptJoinRequest(call, params["organisation"]!, params["request"]!);
  return toList(call, success("organisations.join_requests.accepted", { name: fullNameOf(person) }));
};

export const submitJoinRefusal: WebHandler = async (call) => {
  const { params } = call;
  await declineJoinRequest(call, params["organisation"]!, params["request"]!);
  return toList(call, success("organisations.join_requests.declined"));
};

export const submitJoinRequest: WebHandler = async (call) => {
  const { organisation, isMember } = await askToJoin(call, call.form.text("organisation_id"));
  const { name, slug } = organisation;
  return isMember
    ? redirect(
        path("organisations.show", { organisation: slug }),
        success("organisations.join.done", { name }),
      )
    : redirect(path("organisations.index"), success("organisations.joinable.asked", { name }));
};
