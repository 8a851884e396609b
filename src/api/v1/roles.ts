import type { RoleView } from "../../domain/access/authority.js";
import type { RoleHolder } from "../../domain/access/actor.js";
import type { ReadCall } from "../../domain/context.js";
import {
  createRole,
  deleteRole,
  getVisibleRole,
  readVisibleRole,
  updateRole,
} from "../../domain/roles/role-administration.js";
import { countHolders, listRoles } from "../../domain/roles/role-list.js";
import { ApiResponse } from "../envelope.js";
import { respondWithList, searchFilter } from "../lists.js";
import { stampsOf } from "../if-match.js";
import { presentRole, roleTag } from "../presenters/roles.js";
import { creating, type Call, type HandlersOf, type Schema } from "../types.js";

export const handlers: HandlersOf<"roles"> = {
  "roles.index": (call) => {
    const { query, services, viewer: actor, signal } = call;
    const labelOf = ({ label }: RoleView): string => label;
    return respondWithList(
      call,
      "rank",
      async (request) => {
        const search = searchFilter(query.filter?.search);
        return listRoles({ services, actor, signal }, { ...request, search, labelOf, locale: "en" });
      },
      ({ role, holders }) => presentRole(role, holders),
    );
  },

  "roles.store": creating(
    async (call) => {
      const { rank, ...fields } = call.body;
      return (await createRole(call, { ...fields, rank: String(rank) })).id;
    },
    async (call, id) => {
      const { role, headers } = await present(call, await readVisibleRole(call, id));
      const isReduced = call.body.permissions?.some((name) => !role.permissions.includes(name)) ?? false;
      const location = { Location: `/api/v1/roles/${id}` };
      return { ...ApiResponse.created(role, { ...headers, ...location }), meta: noticeOf(isReduced) };
    },
  ),

  "roles.show": async (call) => {
    const { services, viewer, params } = call;
    const shown = getVisibleRole(viewer, params.role);
    const { role, headers } = await present({ services, actor: viewer }, shown);
    return ApiResponse.ok(role, headers);
  },

  "roles.update": async (call) => {
    const { params, headers: sent } = call;
    const { isReduced } = await updateRole(call, params.role, changesIn(call), stampsOf(sent["If-Match"]));
    const { role, headers } = await present(call, await readVisibleRole(call, params.role));
    return ApiResponse.okWithMeta(role, noticeOf(isReduced), headers);
  },

  "roles.destroy": async (call) => {
    await deleteRole(call, call.params.role, stampsOf(call.headers["If-Match"]));
    return ApiResponse.empty();
  },
};

function changesIn({ body }: Call<"roles.update">) {
  const { rank, ...fields } = body ?? {};
  return { ...fields, ...(rank === undefined ? {} : { rank: String(rank) }) };
}

const noticeOf = (isReduced: boolean): Schema<"RoleNotice"> =>
  isReduced ? { permissions_left_out: true } : {};

async function present(call: ReadCall<RoleHolder>, role: RoleView) {
  const { services } = call;
  const holders = await countHolders(call, role.id);
  const presented = presentRole(role, holders.get(role.id) ?? 0);
  return { role: presented, headers: { ETag: roleTag(services, role, presented) } };
}
