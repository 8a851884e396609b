import { isEmbedded, isLoopback, usesTls } from "./addresses.js";

interface Settings {
  APP_KEY: Buffer | undefined;
  APP_DEBUG: boolean;
  APP_DEBUG_FORCE: boolean;
  DATABASE_URL: string;
  TRUST_PROXY: number | string[] | undefined;
  MAIL_URL: string;
  MAIL_FORCE_FILE: boolean;
  ADMIN_PASSWORD: string | undefined;
}

const GUESSABLE = [
  "",
  "password",
  "secret",
  "root",
  "admin",
  "changeme",
  "authdock",
  "admin123",
  "password1",
  "12345678",
];

/** What a laptop may do and a public service may not. */
export function productionProblems(settings: Settings, appUrl: URL): string[] {
  const problems: string[] = [];
  if (settings.APP_KEY && new Set(settings.APP_KEY).size < 8)
    problems.push("APP_KEY is too weak for production: make a random one with npm run key");
  if (appUrl.protocol !== "https:") problems.push("APP_URL must be https in production");
  if (settings.TRUST_PROXY === undefined)
    problems.push("TRUST_PROXY must name the proxy in front of the service, where TLS ends");
  if (settings.APP_DEBUG && !settings.APP_DEBUG_FORCE)
    problems.push("APP_DEBUG must be false in production (APP_DEBUG_FORCE=true overrides)");
  if (settings.MAIL_URL.startsWith("file:") && !settings.MAIL_FORCE_FILE)
    problems.push("MAIL_URL must be smtp or smtps in production (MAIL_FORCE_FILE=true overrides)");
  if (settings.ADMIN_PASSWORD !== undefined && GUESSABLE.includes(settings.ADMIN_PASSWORD.toLowerCase()))
    problems.push("ADMIN_PASSWORD must not be a default password");
  if (!isEmbedded(settings.DATABASE_URL)) problems.push(...databaseProblems(settings.DATABASE_URL));
  return problems;
}

function databaseProblems(databaseUrl: string): string[] {
  const [, user = "", password = "", hosts = "", query = ""] =
    /^mysql:\/\/([^:/@]*)(?::([^/@]*))?@([^/]+)\/[^?]*\??(.*)$/.exec(databaseUrl) ?? [];
  const remote = hosts.split(",").some((host) => !isLoopback(host.replace(/:\d+$/, "")));
  const problems: string[] = [];
  const clearText = decodeURIComponent(password).toLowerCase();
  if (GUESSABLE.includes(clearText) || clearText === decodeURIComponent(user).toLowerCase())
    problems.push("DATABASE_URL must not use a default password");
  const parameters = new URLSearchParams(query);
  if (remote && !usesTls(parameters) && parameters.get("ssl") !== "off")
    problems.push("DATABASE_URL must say ?ssl=required (or ?ssl=off) for a host that is not loopback");
  return problems;
}
