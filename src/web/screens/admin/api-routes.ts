import {
  showClient,
  showClients,
  showNewClient,
  submitClient,
  submitClientChanges,
  submitClientDeletion,
  submitClientSecret,
} from "./api-clients/api-clients.js";
import { showApiTokens, submitApiToken, submitApiTokenRevocation } from "./api-tokens/api-tokens.js";
import { del, get, post, put, RECENT } from "../../server/table.js";

/** Clients are administered where the authorization server is there. */
const CLIENTS = ["auth", "feature:oauth"] as const;

/** A client is only changed by who may read it: its page is where that is done. */
const READ = [...CLIENTS, "can:api-clients.read"] as const;

/** The administration of what programs use. */
export const API_ROUTES = [
  get("/admin/api-clients", "admin.api-clients.index", READ, showClients),
  get(
    "/admin/api-clients/create",
    "admin.api-clients.create",
    [...CLIENTS, "can:api-clients.create"],
    showNewClient,
  ),
  post(
    "/admin/api-clients",
    "admin.api-clients.store",
    [...CLIENTS, "can:api-clients.create", ...RECENT],
    submitClient,
    { form: showNewClient },
  ),
  get("/admin/api-clients/:client", "admin.api-clients.edit", READ, showClient),
  put(
    "/admin/api-clients/:client",
    "admin.api-clients.update",
    [...READ, "can:api-clients.update", ...RECENT],
    submitClientChanges,
    { form: showClient },
  ),
  post(
    "/admin/api-clients/:client/secret",
    "admin.api-clients.secret",
    [...READ, "can:api-clients.update", ...RECENT],
    submitClientSecret,
    { form: showClient },
  ),
  del(
    "/admin/api-clients/:client",
    "admin.api-clients.destroy",
    [...READ, "can:api-clients.delete", ...RECENT],
    submitClientDeletion,
    { form: showClient },
  ),

  get("/admin/api-tokens", "admin.api-tokens.index", ["auth"], showApiTokens),
  post(
    "/admin/api-tokens",
    "admin.api-tokens.store",
    ["auth", "can:api-tokens.create", ...RECENT],
    submitApiToken,
    { form: showApiTokens },
  ),
  del("/admin/api-tokens", "admin.api-tokens.destroy", ["auth", ...RECENT], submitApiTokenRevocation, {
    form: showApiTokens,
  }),
] as const;
