/**
 * The order in which folders of `src` build on each other. A file imports from its own folder or from one of an earlier
 * line; docs/architecture.md explains it. `eslint.config.js` holds the order, `scripts/check-architecture.ts` what ESLint
 * can't see: imports in a circle within one folder, types included.
 */
// "." stands for the files directly in the folder: domain/services.ts and domain/context.ts, web/routes.ts
const DOMAIN = [
  ["accounts", "audit"],
  ["access", "definitions", "settings"],
  ["overview"],
  ["."],
  ["activity", "administration", "captcha", "mail", "roles", "sessions"],
  ["oauth", "tokens", "two-factor"],
  ["credentials"],
  ["passwords"],
  ["registration"],
  ["profile"],
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
    "admin/roles",
  ],
  ["admin/api-tokens", "admin/users", "passwords", "registration", "two-factor"],
  ["dashboard"],
];

const WEB = [
  ["forms", "words"],
  ["server"],
  ["lists"],
  ...SCREENS.map((line) => line.map((area) => `screens/${area}`)),
  ["."],
];

const below = (folder, lines) =>
  lines.map((line) => line.map((name) => (name === "." ? folder : `${folder}/${name}`)));

/** Folders and files below `src`, from the ground up. */
export const LEVELS = [
  ["texts"],
  ["lib"],
  ["config"],
  ["database"],
  ["models"],
  ...below("domain", DOMAIN),
  ["auth"],
  ["http"],
  ["oauth"],
  ["contract"],
  ["generated", "api"],
  ...below("web", WEB),
  ["cli"],
];
