import {
  showClient,
  showClients,
  showNewClient,
  submitClient,
  submitClientChanges,
  submitClientDeletion,
  submitClientSecret,
} from "./api-clients.js";
import { submitClientLogo, submitClientLogoRemoval } from "./client-logo.js";
import { showConnection } from "./connect.js";
import { del, get, post, put, RECENT } from "../../../server/table.js";

/** Clients exist only with the authorization server. */
const CLIENTS = ["auth", "feature:oauth"] as const;

/** Changing a client needs the permission to read it, because the change is made on its page. */
const READ = [...CLIENTS, "can:api-clients.read"] as const;
const UPDATE = [...READ, "can:api-clients.update", ...RECENT] as const;

export const API_CLIENT_ROUTES = [
  get("admin.api-clients.index", READ, showClients),
  get("admin.api-clients.create", [...CLIENTS, "can:api-clients.create"], showNewClient),
  post("admin.api-clients.store", [...CLIENTS, "can:api-clients.create", ...RECENT], submitClient, {
    form: showNewClient,
  }),
  get("admin.api-clients.edit", READ, showClient),
  get("admin.api-clients.connect", READ, showConnection),
  put("admin.api-clients.update", UPDATE, submitClientChanges, {
    form: showClient,
  }),
  post("admin.api-clients.secret", UPDATE, submitClientSecret, {
    form: showClient,
  }),
  post("admin.api-clients.logo.update", [...UPDATE, "throttle:upload"], submitClientLogo, {
    upload: "logo",
    form: showClient,
  }),
  del("admin.api-clients.logo.destroy", UPDATE, submitClientLogoRemoval, {
    form: showClient,
  }),
  del("admin.api-clients.destroy", [...READ, "can:api-clients.delete", ...RECENT], submitClientDeletion, {
    form: showClient,
  }),
];
