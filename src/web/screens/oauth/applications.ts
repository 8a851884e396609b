import { listApplications, revokeApplication } from "../../../domain/oauth/applications.js";
import { path } from "../../server/addresses.js";
import type { WebHandler } from "../../server/call.js";
import { page, redirect, success } from "../../server/reply.js";

export const showApplications: WebHandler = async ({ services, actor }) =>
  page("oauth/applications", "applications.title", {
    applications: await listApplications(services.knex, actor.id),
    hasCatalogue: services.config.tokens.scopes.length > 0,
  });

/** Redirects to the page that showed the list: its own, or the one after a password change. */
export const submitApplicationRevocation: WebHandler = async (call) => {
  await revokeApplication(call, call.form.text("client"));
  const back = path(call.query("from") === "password" ? "user-password.access" : "applications");
  return redirect(back, success("applications.revoked"));
};
