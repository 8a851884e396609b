import type { Services } from "../services.js";

/**
 * The pages that mails link to, by route name. The domain knows no other paths; a test compares these with the route
 * table.
 */
export const LINKED_PAGES = {
  home: "/",
  login: "/login",
  profile: "/profile",
  security: "/user/security",
  "browser-sessions": "/browser-sessions",
  tokens: "/user/tokens",
  applications: "/user/applications",
  "admin.api-clients.index": "/admin/api-clients",
  "organisations.applications.index": "/organisations/:organisation/applications",
  "admin.webhooks.index": "/admin/webhooks",
  "admin.settings.mail": "/admin/settings/mail",
  "password.request": "/forgot-password",
  "password.reset": "/reset-password/:token",
  "organisations.show": "/organisations/:organisation",
  "organisations.join-requests.index": "/organisations/:organisation/join-requests",
  "organisations.join": "/join/:token",
  "verification.verify": "/email/verify/:id/:hash",
} as const;
export type LinkedPage = keyof typeof LINKED_PAGES;

/** The path of a linked page. Every placeholder needs a value. */
export const linkedPath = (page: LinkedPage, values: Record<string, string> = {}): string =>
  LINKED_PAGES[page].replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name]!));

/** The full address, built from APP_URL and never from a request. */
export const linkTo = ({ config }: Services, page: LinkedPage, values: Record<string, string> = {}): string =>
  new URL(linkedPath(page, values), config.env.APP_URL).href;

/** The path of the avatar files. */
export const AVATARS = "/avatars/";
export const avatarPath = (name: string): string => AVATARS + name;
