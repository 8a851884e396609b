import { listClients } from "../../../domain/oauth/clients/client-list.js";
import { listOrganisations, listOwnOrganisations } from "../../../domain/organisations/organisations.js";
import { visibleRoles } from "../../../domain/roles/role-list.js";
import { listTokens, seesAllTokens } from "../../../domain/tokens/token-administration.js";
import { listUsers } from "../../../domain/users/user-list.js";
import { fullNameOf } from "../../../models/public-user.js";
import type { MessageKey } from "../../../texts/translate.js";
import { MOST_COUNTED } from "../../lists/list-request.js";
import { path } from "../../server/addresses.js";
import type { WebCall } from "../../server/call.js";
import { accountPagesFor, menuFor } from "../../server/responses/navigation.js";
import { roleLabel } from "../../words/labels.js";
import { AREAS, fieldNameOf, keysOf } from "../admin/settings/settings-areas.js";
import { recentPages } from "./recent-pages.js";
import { findActions } from "./search-actions.js";
import { Matcher } from "./search-matching.js";
import { opens, type SearchGroup, type SearchResult } from "./search-result.js";

/** Users that are shown; the rest is behind a link to the list. */
const MOST_USERS = 8;
/** Applications, roles or tokens that are shown. */
const MOST_OTHERS = 5;
/** Names of settings that are shown for one screen. */
const MOST_NAMES = 3;

/**
 * What the user can open or do and what matches every word: pages, screens of settings, actions, and the rows that
 * they can see. Without a search, the pages that the browser opened last come first.
 */
export async function findResults(call: WebCall, search: string): Promise<SearchGroup[]> {
  const matcher = new Matcher(search, call.t);
  const pages = pagesFor(call, matcher);
  const settings = settingsFor(call, matcher);
  const actions = findActions(call, matcher);
  const groups: [MessageKey, SearchResult[]][] = [
    ["search.recent", matcher.isEmpty ? await recentPages(call, [...pages, ...settings, ...actions]) : []],
    ["search.pages", pages],
    ["search.settings", settings],
    ["search.actions", actions],
    ...(matcher.isEmpty ? [] : await rowsFor(call, matcher, search)),
  ];
  return groups
    .filter(([, results]) => results.length > 0)
    .map(([label, results]) => ({ label: call.t(label), results }));
}

/** The entries of both menus, with the menu as their detail, because a name can be in both. */
function pagesFor(call: WebCall, matcher: Matcher): SearchResult[] {
  const account = { label: "nav.account", entries: accountPagesFor(call) } as const;
  return [...menuFor(call, ""), account].flatMap((menu) =>
    menu.entries
      .filter(({ label }) => matcher.findsLabel(label))
      .map(({ label, to }) =>
        opens(call.t(label), menu.label === "nav.main" ? null : call.t(menu.label), to),
      ),
  );
}

/** A screen of settings is also found by the names of its settings. */
function settingsFor({ actor, t }: WebCall, matcher: Matcher): SearchResult[] {
  if (!actor.can("settings.read")) return [];
  const areas = Object.values(AREAS).flatMap((area): SearchResult[] => {
    const [title, to] = [t(area.title), path(area.route)];
    if (matcher.findsLabel(area.title)) return [opens(title, null, to)];
    const labels = keysOf(area).map((key) => t(`field.${fieldNameOf(key)}` as MessageKey));
    const found = labels.filter((label) => matcher.finds(`${title} ${label}`));
    return found.length === 0 ? [] : [opens(title, found.slice(0, MOST_NAMES).join(", "), to)];
  });
  if (!matcher.findsLabel("providers.title")) return areas;
  return [...areas, opens(t("providers.title"), null, path("admin.settings.providers"))];
}

const rowsFor = async (
  call: WebCall,
  matcher: Matcher,
  search: string,
): Promise<[MessageKey, SearchResult[]][]> => [
  ["search.users", await usersFor(call, search)],
  ["search.applications", await clientsFor(call, search)],
  ["search.roles", rolesFor(call, matcher)],
  ["nav.organisations", await organisationsFor(call, matcher, search)],
  ["search.tokens", await tokensFor(call, search)],
];

async function usersFor(call: WebCall, search: string): Promise<SearchResult[]> {
  if (!call.actor.can("users.read")) return [];
  const request = {
    sort: "full_name",
    page: 1,
    perPage: MOST_USERS,
    filters: { search },
    upTo: MOST_COUNTED,
  };
  const { items, total, isCounted } = await listUsers(call, request);
  const results = items.map(({ user }) =>
    opens(fullNameOf(user), user.email, path("admin.users.edit", { user: user.id })),
  );
  if (total <= results.length) return results;
  const all = call.t("search.users.all", { count: isCounted ? total : call.t("list.many") });
  return [...results, opens(all, null, path("admin.users.index", { search }))];
}

async function clientsFor(call: WebCall, search: string): Promise<SearchResult[]> {
  if (call.oauth === null || !call.actor.can("api-clients.read")) return [];
  const request = { search, sort: "name", page: 1, perPage: MOST_OTHERS, locale: call.locale };
  const { items } = await listClients(call, request);
  return items.map(({ client }) =>
    opens(client.name, null, path("admin.api-clients.edit", { client: client.id })),
  );
}

function rolesFor({ actor, t }: WebCall, matcher: Matcher): SearchResult[] {
  if (!actor.can("roles.read")) return [];
  return visibleRoles(actor)
    .map((role) => ({ role, label: roleLabel(t, role) }))
    .filter(({ role, label }) => matcher.finds(`${label} ${role.label} ${role.name}`))
    .slice(0, MOST_OTHERS)
    .map(({ role, label }) => opens(label, null, path("admin.roles.edit", { role: role.id })));
}

/** All organisations for those who may read them, otherwise one's own. */
async function organisationsFor(call: WebCall, matcher: Matcher, search: string): Promise<SearchResult[]> {
  const request = { search, sort: "name", page: 1, perPage: MOST_OTHERS };
  const organisations = call.actor.can("organisations.read")
    ? (await listOrganisations(call, request)).items
    : (await listOwnOrganisations(call)).filter(({ name, slug }) => matcher.finds(`${name} ${slug}`));
  return organisations
    .slice(0, MOST_OTHERS)
    .map(({ name, slug }) => opens(name, slug, path("organisations.show", { organisation: slug })));
}

/** A token has no page of its own, so its result leads to the list: to its search, or to one's own tokens. */
async function tokensFor(call: WebCall, search: string): Promise<SearchResult[]> {
  const request = { search, sort: "name", page: 1, perPage: MOST_OTHERS, upTo: MOST_COUNTED };
  const { items } = await listTokens(call, request);
  const isAll = seesAllTokens(call.actor);
  return items.map(({ token }) =>
    isAll
      ? opens(token.name, fullNameOf(token), path("admin.api-tokens.index", { search: token.name }))
      : opens(token.name, null, path("tokens")),
  );
}
