import { mayCreateOrganisation } from "../../../domain/organisations/organisations.js";
import type { MessageKey } from "../../../texts/translate.js";
import { path } from "../../server/addresses.js";
import type { WebCall } from "../../server/call.js";
import type { PageName } from "../../server/paths.js";
import { THEMES } from "../../server/preferences.js";
import type { Matcher } from "./search-matching.js";
import type { SearchResult } from "./search-result.js";

const CREATE: readonly [label: MessageKey, route: PageName, permission: string | null][] = [
  ["account.create.title", "admin.users.create", "users.create"],
  ["imports.title", "admin.users.imports", "users.create"],
  ["roles.create.title", "admin.roles.create", "roles.create"],
  // a setting decides
  ["organisations.create.title", "organisations.create", null],
  ["clients.create.title", "admin.api-clients.create", "api-clients.create"],
  ["webhooks.create.title", "admin.webhooks.create", "webhooks.create"],
];

/** What the user can do from any page: forms for something new, the theme, and signing out. */
export function findActions(call: WebCall, matcher: Matcher): SearchResult[] {
  const { actor, settings, t, oauth } = call;
  const created = CREATE.filter(
    ([, route, permission]) =>
      (permission === null ? mayCreateOrganisation(actor, settings) : actor.can(permission)) &&
      (route !== "admin.users.imports" || actor.can("users.read")) &&
      (route !== "admin.api-clients.create" || oauth !== null),
  )
    .filter(([label]) => matcher.findsLabel(label))
    .map(([label, route]) => ({ label: t(label), detail: null, to: path(route), fields: null }));
  const themes = THEMES.map((theme) => ({ theme, label: t(`preferences.theme.${theme}`) }))
    .filter(({ label }) => matcher.findsLabel("preferences.theme", label))
    .map(({ theme, label }) => ({
      label,
      detail: t("preferences.theme"),
      to: path("preferences.update"),
      fields: { theme },
    }));
  const signOut = { label: t("nav.sign_out"), detail: null, to: path("logout"), fields: {} };
  return [...created, ...themes, ...(matcher.findsLabel("nav.sign_out") ? [signOut] : [])];
}
