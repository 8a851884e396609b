import { listApplications, revokeApplication } from "../../domain/applications.js";
import { path } from "../addresses.js";
import type { WebHandler } from "../call.js";
import { page, redirect, success } from "../reply.js";

export const showApplications: WebHandler = async ({ services, actor }) =>
  page("applications", "applications.title", {
    applications: await listApplications(services.knex, actor.id),
    hasCatalogue: services.config.tokens.scopes.length > 0,
  });

export const submitApplicationRevocation: WebHandler = async ({ services, form, actor, origin }) => {
  await revokeApplication(services, actor.id, form.text("client"), origin);
  return redirect(path("applications"), success("applications.revoked"));
};
