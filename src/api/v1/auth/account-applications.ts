import { listApplications, revokeApplication, type Application } from "../../../domain/oauth/applications.js";
import { toRfc3339 } from "../../../lib/clock.js";
import { mapPage, pageOf } from "../../../models/list-page.js";
import { ApiResponse } from "../../envelope.js";
import { listReply, pageRequest } from "../../lists.js";
import type { HandlersOf, Schema } from "../../types.js";

export const handlers: HandlersOf<"auth/account-applications"> = {
  "auth.me.applications.index": async (call) => {
    const request = pageRequest(call, "name");
    const applications = await listApplications(call.services.knex, call.actor.id);
    const page = mapPage(await pageOf(request, applications, ({ clientId }) => clientId), present);
    return ApiResponse.list(page.items, listReply(call, request, page));
  },

  "auth.me.applications.destroy": async (call) => {
    await revokeApplication(call, call.params.client);
    return ApiResponse.empty();
  },
};

const present = (application: Application): Schema<"OwnApplication"> => ({
  id: application.clientId,
  name: application.name,
  scopes: application.scopes,
  authorized_at: toRfc3339(application.since),
  last_used_at: toRfc3339(application.lastUsedAt),
});
