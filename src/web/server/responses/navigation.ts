import { mayCreateOrganisation } from "../../../domain/organisations/organisations.js";
import type { MessageKey } from "../../../texts/translate.js";
import { path } from "../addresses.js";
import type { WebCall } from "../call.js";
import type { IconName } from "./icons.js";
import type { RouteName } from "../paths.js";

interface Entry {
  route: RouteName;
  label: MessageKey;
  icon: IconName;
  permission?: string;
  /** Hidden where the service doesn't have the feature, or the user has nothing to do with it. */
  feature?: keyof typeof FEATURES;
  /** The prefixes of the paths that belong to the entry. */
  under: readonly string[];
  /** Pages that the entry's page leads to. The menu doesn't show them, the search does. */
  pages?: readonly Entry[];
}

interface Group {
  label: MessageKey;
  entries: readonly Entry[];
}

/** The menu. The first group is beside the brand, each other one is a row of its own. */
const MENU: readonly Group[] = [
  {
    label: "nav.main",
    entries: [
      {
        route: "dashboard",
        label: "nav.dashboard",
        icon: "home",
        permission: "dashboard.read",
        under: ["/dashboard"],
      },
      {
        route: "profile",
        label: "nav.my_account",
        icon: "user",
        under: ["/profile", "/browser-sessions", "/user/", "/organisations"],
      },
    ],
  },
  {
    label: "nav.administration",
    entries: [
      {
        route: "admin.users.index",
        label: "nav.users",
        icon: "users",
        permission: "users.read",
        under: ["/admin/users"],
      },
      {
        route: "admin.roles.index",
        label: "nav.roles",
        icon: "shield",
        permission: "roles.read",
        under: ["/admin/roles"],
      },
      {
        route: "admin.organisations.index",
        label: "nav.organisations",
        icon: "building",
        permission: "organisations.read",
        under: [],
      },
      {
        route: "admin.api-clients.index",
        label: "nav.api_clients",
        icon: "apps",
        permission: "api-clients.read",
        feature: "oauth",
        under: ["/admin/api-clients"],
      },
      {
        route: "admin.api-tokens.index",
        label: "nav.api_tokens",
        icon: "key",
        permission: "api-tokens.read",
        under: [],
      },
      {
        route: "admin.webhooks.index",
        label: "nav.webhooks",
        icon: "webhook",
        permission: "webhooks.read",
        under: ["/admin/webhooks"],
      },
      {
        route: "api-dock",
        label: "nav.api_dock",
        icon: "code",
        permission: "api-docs.read",
        under: ["/api-dock/oauth"],
      },
      {
        route: "admin.activity.index",
        label: "nav.activity",
        icon: "history",
        permission: "activity-logs.read",
        under: ["/admin/activity"],
      },
      {
        route: "admin.health.index",
        label: "nav.health",
        icon: "heartbeat",
        permission: "settings.read",
        under: [],
      },
      {
        route: "admin.settings.general",
        label: "nav.settings",
        icon: "settings",
        permission: "settings.read",
        under: ["/admin/settings"],
      },
    ],
  },
];

/** The pages about the user's own account. */
const ACCOUNT: readonly Entry[] = [
  {
    route: "profile",
    label: "nav.profile",
    icon: "user",
    // a rejected form is shown under the address that it was sent to
    under: ["/user/profile-information", "/user/pending-email", "/user/avatar", "/user/delete"],
  },
  {
    route: "security",
    label: "nav.security",
    icon: "shield",
    under: [
      "/user/security",
      "/user/password",
      "/user/two-factor",
      "/user/confirmed-two-factor",
      "/user/tokens",
      "/browser-sessions",
    ],
    pages: [
      { route: "browser-sessions", label: "nav.sessions", icon: "device", under: [] },
      { route: "tokens", label: "nav.tokens", icon: "key", under: [] },
      { route: "security-log", label: "nav.security_log", icon: "history", under: [] },
    ],
  },
  { route: "applications", label: "nav.applications", icon: "apps", under: [] },
  {
    route: "organisations.index",
    label: "nav.organisations",
    icon: "building",
    feature: "organisations",
    under: ["/organisations/"],
  },
];

export interface MenuGroup {
  label: MessageKey;
  entries: { label: MessageKey; icon: IconName; to: string; isCurrent: boolean; isHere: boolean }[];
}

/** The user and the features of the service. */
type Reading = Pick<WebCall, "actor" | "account" | "settings" | "oauth">;

const FEATURES = {
  oauth: ({ oauth }: Reading): boolean => oauth !== null,
  organisations: ({ actor, account, settings }: Reading): boolean =>
    Boolean(account.has_organisations) || mayCreateOrganisation(actor, settings),
};

/** The user's first page after sign-in without another target. */
export const homeOf = ({ actor }: Pick<WebCall, "actor">): string =>
  path(actor.can("dashboard.read") ? "dashboard" : "profile");

/** The menu entries that this user can open; an empty group is left out. @param here the path of the page */
export function menuFor(reading: Reading, here: string): MenuGroup[] {
  return MENU.map(({ label, entries }) => ({
    label,
    entries: entries.filter((entry) => mayOpen(reading, entry)).map((entry) => shown(entry, here)),
  })).filter(({ entries }) => entries.length > 0);
}

export const accountMenuFor = (reading: Reading, here: string): MenuGroup["entries"] =>
  ACCOUNT.filter((entry) => mayOpen(reading, entry)).map((entry) => shown(entry, here));

/** The account menu with the pages that its entries lead to. */
export const accountPagesFor = (reading: Reading): MenuGroup["entries"] =>
  ACCOUNT.flatMap((entry) => [entry, ...(entry.pages ?? [])])
    .filter((entry) => mayOpen(reading, entry))
    .map((entry) => shown(entry, ""));

const mayOpen = (reading: Reading, { permission, feature }: Entry): boolean =>
  (permission === undefined || reading.actor.can(permission)) &&
  (feature === undefined || FEATURES[feature](reading));

function shown({ route, label, icon, under }: Entry, here: string): MenuGroup["entries"][number] {
  const to = path(route);
  const isHere = here === to;
  return { label, icon, to, isHere, isCurrent: isHere || under.some((start) => here.startsWith(start)) };
}
