import { restoreUser } from "../../domain/users/restore-user.js";
import { createUser, deleteUser, updateUser } from "../../domain/users/user-administration.js";
import type { UserChanges } from "../../domain/access/user-rights.js";
import { getVisibleUser } from "../../domain/access/visible-users.js";
import { listUsers } from "../../domain/users/user-list.js";
import { ApiResponse } from "../envelope.js";
import { ifMatch } from "../if-match.js";
import { listReply, pageRequest } from "../lists.js";
import { etagOf, presentUser } from "../presenters.js";
import { creating, type Call, type HandlersOf, type Reply } from "../types.js";
import { userFilters } from "../user-filters.js";
import type { Caller } from "../../domain/context.js";

export const handlers: HandlersOf<"users"> = {
  "users.index": async (call) => {
    const { query, services } = call;
    const request = pageRequest(call, "-created_at");
    const list = await listUsers(call, { ...request, filters: userFilters(query.filter) });
    const items = list.items.map(({ user, role }) => presentUser(user, role, services.config.env.APP_URL));
    return ApiResponse.list(items, listReply(call, request, list));
  },

  "users.store": creating(
    (call) => createUser(call, call.body),
    async (call, id) => {
      const { user, headers } = await presentVisible(call, id);
      return ApiResponse.created(user, { ...headers, Location: `/api/v1/users/${user.id}` });
    },
  ),

  "users.show": async (call) => {
    const { user, headers } = await presentVisible(call, call.params.user);
    return ApiResponse.ok(user, headers);
  },

  "users.update": (call) => change(call),
  "users.patch": (call) => change(call),

  "users.destroy": async (call) => {
    await deleteUser(call, call.params.user, ifMatch(call.headers["If-Match"]));
    return ApiResponse.empty();
  },

  "users.restore": async (call) => {
    await restoreUser(call, call.params.user);
    const { user, headers } = await presentVisible(call, call.params.user);
    return ApiResponse.ok(user, headers);
  },
};

/** Handles PUT and PATCH, which both change only the fields that were sent. */
async function change(call: Call<"users.update"> | Call<"users.patch">): Promise<Reply<"users.update">> {
  const { params, headers } = call;
  const changes: UserChanges = call.body ?? {};
  await updateUser(call, params.user, changes, ifMatch(headers["If-Match"]));
  const { user, headers: responseHeaders } = await presentVisible(call, params.user);
  return ApiResponse.ok(user, responseHeaders);
}

async function presentVisible({ services, actor }: Caller, id: string) {
  const { user, roles } = await getVisibleUser(services.knex, actor, id);
  const presented = presentUser(user, roles[0]?.name ?? null, services.config.env.APP_URL);
  return { user: presented, headers: { ETag: etagOf(user) } };
}
