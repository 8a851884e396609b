import { isCommonPassword } from "../lib/passwords/common-passwords.js";
import { normalPassword } from "../lib/passwords/passwords.js";
import { isGuessableKey, isGuessableToken } from "./guessable.js";
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
  METRICS_TOKEN: string | undefined;
  BCRYPT_COST: number;
  CLIENT_DOCUMENTS_ALLOW_LOOPBACK: boolean;
  WEBHOOKS_ALLOW_LOOPBACK: boolean;
}

const LOWEST_COST = 10;

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

/** Settings that are allowed in development but not in production. */
export function productionProblems(settings: Settings, appUrl: URL): string[] {
  const problems: string[] = [];
  if (settings.APP_KEY && isGuessableKey(settings.APP_KEY))
    problems.push("APP_KEY is too weak for production: make a random one with npm run key");
  if (appUrl.protocol !== "https:") problems.push("APP_URL must be https in production");
  if (settings.TRUST_PROXY === undefined)
    problems.push("TRUST_PROXY must name the proxy in front of the service, where TLS ends");
  if (settings.APP_DEBUG && !settings.APP_DEBUG_FORCE)
    problems.push("APP_DEBUG must be false in production (APP_DEBUG_FORCE=true overrides)");
  if (settings.MAIL_URL.startsWith("file:") && !settings.MAIL_FORCE_FILE)
    problems.push("MAIL_URL must be smtp or smtps in production (MAIL_FORCE_FILE=true overrides)");
  if (settings.METRICS_TOKEN !== undefined && isGuessableToken(settings.METRICS_TOKEN))
    problems.push("METRICS_TOKEN is too weak for production: make a random one with openssl rand -hex 32");
  if (settings.BCRYPT_COST < LOWEST_COST)
    problems.push(`BCRYPT_COST must be at least ${LOWEST_COST} in production`);
  if (settings.CLIENT_DOCUMENTS_ALLOW_LOOPBACK)
    problems.push("CLIENT_DOCUMENTS_ALLOW_LOOPBACK must be false in production");
  if (settings.WEBHOOKS_ALLOW_LOOPBACK) problems.push("WEBHOOKS_ALLOW_LOOPBACK must be false in production");
  if (settings.ADMIN_PASSWORD !== undefined && isDefaultPassword(settings.ADMIN_PASSWORD))
    problems.push("ADMIN_PASSWORD must not be a default or common password");
  if (!isEmbedded(settings.DATABASE_URL)) problems.push(...databaseProblems(settings.DATABASE_URL));
  return problems;
}

const isDefaultPassword = (password: string): boolean =>
  GUESSABLE.includes(password.toLowerCase()) || isCommonPassword(normalPassword(password));

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
