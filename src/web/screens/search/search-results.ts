import { listUsers } from "../../../domain/users/user-list.js";
import { searchText, searchWords } from "../../../lib/text/search.js";
import { fullNameOf } from "../../../models/public-user.js";
import type { MessageKey } from "../../../texts/translate.js";
import { MOST_COUNTED } from "../../lists/list-request.js";
import { path } from "../../server/addresses.js";
import type { WebCall } from "../../server/call.js";
import { accountPagesFor, menuFor } from "../../server/responses/navigation.js";
import { AREAS, fieldNameOf, keysOf } from "../admin/settings/settings-areas.js";

/** Users that are shown; the rest is behind a link to the list. */
const MOST_USERS = 8;
/** Names of settings that are shown for one screen. */
const MOST_NAMES = 3;

export interface SearchResult {
  label: string;
  /** More about the result; null if the label is enough. */
  detail: string | null;
  to: string;
}

export interface SearchGroup {
  label: string;
  results: SearchResult[];
}

/** What the user can open and what matches every word: pages, screens of settings and visible users. */
export async function findResults(call: WebCall, search: string): Promise<SearchGroup[]> {
  const words = searchWords(search);
  const matches = (text: string): boolean => {
    const searched = searchText(text);
    return words.every((word) => searched.includes(word));
  };
  const groups: [MessageKey, SearchResult[]][] = [
    ["search.pages", pagesFor(call).filter(({ label }) => matches(label))],
    ["search.settings", settingsFor(call, matches)],
    ["search.users", words.length === 0 ? [] : await usersFor(call, search)],
  ];
  return groups
    .filter(([, results]) => results.length > 0)
    .map(([label, results]) => ({ label: call.t(label), results }));
}

/** The entries of both menus, with the menu as their detail, because a name can be in both. */
function pagesFor(call: WebCall): SearchResult[] {
  const account = { label: "nav.account", entries: accountPagesFor(call) } as const;
  return [...menuFor(call, ""), account].flatMap((menu) =>
    menu.entries.map(({ label, to }) => ({
      label: call.t(label),
      detail: menu.label === "nav.main" ? null : call.t(menu.label),
      to,
    })),
  );
}

/** A screen of settings is also found by the names of its settings. */
function settingsFor({ actor, t }: WebCall, matches: (text: string) => boolean): SearchResult[] {
  if (!actor.can("settings.read")) return [];
  const providers = { label: t("providers.title"), detail: null, to: path("admin.settings.providers") };
  const areas = Object.values(AREAS).flatMap((area): SearchResult[] => {
    const result = { label: t(area.title), detail: null, to: path(area.route) };
    if (matches(result.label)) return [result];
    const labels = keysOf(area).map((key) => t(`field.${fieldNameOf(key)}` as MessageKey));
    const found = labels.filter((label) => matches(`${result.label} ${label}`));
    return found.length === 0 ? [] : [{ ...result, detail: found.slice(0, MOST_NAMES).join(", ") }];
  });
  return matches(providers.label) ? [...areas, providers] : areas;
}

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
  const results = items.map(({ user }) => ({
    label: fullNameOf(user),
    detail: user.email,
    to: path("admin.users.edit", { user: user.id }),
  }));
  if (total <= results.length) return results;
  const all = call.t("search.users.all", { count: isCounted ? total : call.t("list.many") });
  return [...results, { label: all, detail: null, to: path("admin.users.index", { search }) }];
}
