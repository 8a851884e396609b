/**
 * The order of the folders in `src`. A file can import from its own folder and from folders in earlier lines; see
 * docs/architecture.md. `scripts/check-architecture.ts` enforces the order, and finds import cycles within a folder, type
 * imports included.
 */
// "." is the folder itself, for files such as domain/services.ts, domain/context.ts and web/routes.ts
const DOMAIN = [
  ["accounts", "audit"],
  ["access", "definitions", "settings"],
  ["overview", "requirements"],
  ["."],
  ["activity", "administration", "captcha", "mail", "roles", "sessions"],
  ["organisations"],
  ["events", "oauth", "provisioning", "tokens", "two-factor"],
  ["webhooks"],
  ["passkeys"],
  ["providers"],
  ["credentials"],
  ["passwords"],
  ["registration"],
  ["profile"],
  ["import"],
  ["upkeep", "users"],
];

const SCREENS = [
  [
    "account",
    "admin/settings",
    "api-dock",
    "local-mail",
    "oauth",
    "sign-in",
    "tokens",
    "well-known",
    "admin/activity",
    "admin/api-clients",
    "admin/health",
    "admin/organisations",
    "admin/roles",
    "admin/webhooks",
  ],
  [
    "admin/api-tokens",
    "admin/users",
    "organisations",
    "passkeys",
    "passwords",
    "providers",
    "registration",
    "search",
    "two-factor",
  ],
  ["dashboard"],
];

const WEB = [
  ["forms", "words"],
  ["server"],
  ["lists"],
  ...SCREENS.map((line) => line.map((area) => `screens/${area}`)),
  ["."],
];

const below = (folder: string, lines: readonly string[][]): string[][] =>
  lines.map((line) => line.map((name) => (name === "." ? folder : `${folder}/${name}`)));

/** The folders below `src`, lowest level first. */
export const LEVELS: readonly (readonly string[])[] = [
  ["texts"],
  ["lib"],
  ["config", "processes"],
  ["database"],
  ["models"],
  ...below("domain", DOMAIN),
  ["auth"],
  ["http"],
  ["oauth"],
  ["contract"],
  ["checks"],
  ["generated", "api"],
  ["mcp", "scim", "webhooks"],
  ...below("web", WEB),
  ["cli"],
];
