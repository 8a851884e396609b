import { hasRight } from "../../../domain/organisations/access.js";
import { getOrganisation, updateOrganisation } from "../../../domain/organisations/organisations.js";
import { MAX_SESSION_MINUTES, MIN_SESSION_MINUTES } from "../../../domain/organisations/rule-input.js";
import { ActionForbidden } from "../../../lib/failures.js";
import { ORGANISATION_STATUSES } from "../../../models/organisations/organisation.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { page, redirect, success } from "../../server/responses/web-result.js";
import { organisationHead } from "./tabs.js";

/** @throws ActionForbidden without the right */
export const showRules: WebHandler = async (call) => {
  const { actor, services, settings, params } = call;
  const seen = await getOrganisation(call, params["organisation"]!);
  const { organisation, ownRole } = seen;
  if (!hasRight(actor, ownRole, "organisation.update")) throw new ActionForbidden();
  const enabled = await services.enabledProviders.list(settings);
  return page("organisations/rules", "organisations.rules.title", {
    head: organisationHead(call, seen, "organisations.rules.edit"),
    organisation: { name: organisation.name, slug: organisation.slug },
    rules: {
      secondFactor: organisation.second_factor_required,
      sessionMinutes: organisation.session_minutes,
      provider: organisation.provider_id ?? "",
    },
    status: organisation.status,
    statuses: actor.can("organisations.update") ? ORGANISATION_STATUSES : [],
    providers: enabled.map(({ id, name }) => ({ value: id, label: name })),
    limits: { min: MIN_SESSION_MINUTES, max: MAX_SESSION_MINUTES },
  });
};

export const submitRules: WebHandler = async (call) => {
  const { params, form } = call;
  await updateOrganisation(call, params["organisation"]!, {
    rules: {
      second_factor: form.flag("rules.second_factor"),
      session_minutes: minutesIn(call),
      provider: form.text("rules.provider") || null,
    },
    ...(form.has("status") && { status: form.text("status") === "suspended" ? "suspended" : "active" }),
  });
  const place = path("organisations.rules.edit", { organisation: params["organisation"]! });
  return redirect(place, success("form.saved"));
};

/** Text that isn't a number is no number of minutes. */
function minutesIn({ form }: WebCall): number | null {
  const typed = form.text("rules.session_minutes").trim();
  if (typed === "") return null;
  return /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN;
}
