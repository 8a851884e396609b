import { revokeApplication } from "../../../domain/oauth/grants/applications.js";
import { path } from "../../server/addresses.js";
import type { WebHandler } from "../../server/call.js";
import { page, redirect, success } from "../../server/responses/web-result.js";
import { presentApplications } from "./client-view.js";

export const showApplications: WebHandler = async (call) =>
  page("oauth/applications", "applications.title", {
    applications: await presentApplications(call),
    hasAgents: call.settings.get("agents.enabled"),
    hasCatalogue: call.services.config.tokens.scopes.length > 0,
  });

/** Redirects to the page that showed the list: its own, or the one after a password change. */
export const submitApplicationRevocation: WebHandler = async (call) => {
  await revokeApplication(call, call.form.text("client"));
  const back = path(call.query("from") === "password" ? "user-password.access" : "applications");
  return redirect(back, success("applications.revoked"));
};
