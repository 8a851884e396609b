import * as z from "zod";
import { REDIS_FORMS } from "../lib/counters/redis-servers.js";
import { isDomainOf, isEmbedded, isLoopback, isWebOrigin } from "./addresses.js";
import { SAMPLERS } from "../lib/telemetry/tracer-provider.js";
import { productionProblems } from "./production.js";
import { databaseUrl, redisUrl } from "./server-urls.js";
import { keyValues, ratio, sampler } from "./otel-values.js";
import { trustProxy } from "./trust-proxy.js";
import { PRODUCT_NAME } from "./product.js";

/** All problems of the configuration: the variables and the allowed values. */
export class ConfigurationError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
  }
}

export type Variables = Record<string, string | undefined>;

const text = z.string();
const integer = (minimum: number, maximum: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(minimum).max(maximum));
const boolean = z.enum(["true", "false", "1", "0"]).transform((value) => value === "true" || value === "1");
const key = z
  .string()
  .regex(/^base64:[A-Za-z0-9+/]{43}=$/)
  .transform((value) => Buffer.from(value.slice("base64:".length), "base64"));
const url = (...protocols: string[]) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol))
    .transform((value) => new URL(value));

interface Rule {
  parse: z.ZodType;
  fallback: unknown;
  allowed: string;
}
const rule = <T>(parse: z.ZodType<T>, fallback: T, allowed: string) => ({ parse, fallback, allowed });
const unset = <T>(parse: z.ZodType<T>, allowed: string) => rule<T | undefined>(parse, undefined, allowed);

const RULES = {
  HOST: rule(text, "127.0.0.1", "a host name or address"),
  PORT: rule(integer(0, 65535), 3000, "a port, 0 to 65535"),
  APP_URL: unset(url("http:", "https:"), "an http or https URL"),
  APP_ENV: rule(z.enum(["local", "test", "production"]), "local", "local, test or production"),
  APP_KEY: unset(key, "32 bytes as base64:… (npm run key makes one)"),
  APP_PREVIOUS_KEYS: rule(
    z
      .string()
      .transform((value) => value.split(",").map((entry) => entry.trim()))
      .pipe(z.array(key)),
    [] as Buffer[],
    "a list of keys as base64:…, separated by commas",
  ),
  APP_DEBUG: rule(boolean, false, "true or false"),
  APP_DEBUG_FORCE: rule(boolean, false, "true or false"),
  DATABASE_URL: rule(
    databaseUrl,
    "sqlite:var/authdock.sqlite",
    "sqlite:<file> or mysql://user:password@host:port/name[?ssl=required|off&ssl-ca=<file>]",
  ),
  REDIS_URL: unset(redisUrl, REDIS_FORMS),
  WEB_CONCURRENCY: rule(integer(1, 256), 1, "a number of processes, 1 to 256"),
  DRAIN_SECONDS: rule(integer(0, 300), 0, "seconds, 0 to 300"),
  TRUST_PROXY: unset<number | string[]>(
    trustProxy,
    "a number of hops or a list of networks (true and networks of every address, such as 0.0.0.0/0, are refused)",
  ),
  MAIL_URL: rule(
    z.string().refine((value) => /^(file:.+|smtps?:\/\/.+)$/.test(value)),
    "file:var/mail",
    "file:<folder>, smtp://… or smtps://…",
  ),
  AVATAR_DIR: rule(text, "var/avatars", "a folder"),
  MAIL_FORCE_FILE: rule(boolean, false, "true or false"),
  MAIL_FROM: rule(text, `${PRODUCT_NAME} <no-reply@localhost>`, "an address"),
  ADMIN_EMAIL: rule(z.email().max(254), "admin@example.test", "an email address"),
  ADMIN_PASSWORD: unset(z.string().min(8), "a password of at least 8 characters"),
  BCRYPT_COST: rule(integer(4, 15), 12, "4 to 15"),
  API_RATE_PER_MINUTE: rule(integer(1, 1_000_000_000), 60, "requests per minute, at least 1"),
  LOG_LEVEL: rule(
    z.enum(["fatal", "error", "warn", "info", "debug", "silent"]),
    "info",
    "fatal, error, warn, info, debug or silent",
  ),
  SLOW_STATEMENT_MS: rule(integer(0, 60_000), 500, "milliseconds, at most 60000"),
  WEBAUTHN_RP_ID: unset(text, "the host of APP_URL, or a domain that it is below"),
  WEBAUTHN_RELATED_ORIGINS: rule(
    z
      .string()
      .transform((value) => value.split(",").map((entry) => entry.trim()))
      .pipe(z.array(z.string().refine((value) => isWebOrigin(value)))),
    [] as string[],
    "https origins separated by commas",
  ),
  HSTS_INCLUDE_SUBDOMAINS: rule(boolean, false, "true or false"),
  CLIENT_DOCUMENTS_ALLOW_LOOPBACK: rule(boolean, false, "true or false"),
  WEBHOOKS_ALLOW_LOOPBACK: rule(boolean, false, "true or false"),
  SECURITY_CONTACT: unset(url("mailto:", "https:"), "a mailto: or https: address"),
  METRICS_TOKEN: unset(z.string().min(16), "a secret of at least 16 characters"),
  OTEL_TRACES_EXPORTER: unset(z.enum(["otlp", "none"]), "otlp or none"),
  OTEL_EXPORTER_OTLP_ENDPOINT: unset(url("http:", "https:"), "an http or https URL"),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: unset(url("http:", "https:"), "an http or https URL"),
  OTEL_EXPORTER_OTLP_HEADERS: rule(keyValues, {}, "name=value, separated by commas"),
  OTEL_SERVICE_NAME: rule(text, "authdock", "a name"),
  OTEL_RESOURCE_ATTRIBUTES: rule(keyValues, {}, "name=value, separated by commas"),
  OTEL_TRACES_SAMPLER: rule(sampler, "parentbased_always_on", SAMPLERS.join(", ")),
  OTEL_TRACES_SAMPLER_ARG: rule(ratio, 1, "a number from 0 to 1"),
  STARTER_KIT_CONFIG: unset(text, "a file"),
  STARTER_KIT_OAUTH_PROVIDER: unset(text, "a provider under auth.providers"),
  OAUTH_TOKEN_MINUTES: unset(integer(1, 525_600), "minutes, at least 1"),
  OAUTH_REFRESH_TOKEN_DAYS: unset(integer(1, 3650), "days, at least 1"),
  OAUTH_PERSONAL_TOKEN_DAYS: unset(integer(1, 3650), "days, at least 1"),
  OAUTH_TOKEN_DAYS: unset(integer(1, 3650), "days, at least 1"),
  OAUTH_PERSONAL_TOKEN_MONTHS: unset(integer(1, 120), "months, at least 1"),
  CORS_ALLOWED_ORIGINS: unset(text, "origins separated by commas"),
  CORS_SUPPORTS_CREDENTIALS: unset(boolean, "true or false"),
  CORS_MAX_AGE: unset(integer(0, 86_400), "seconds, at most 86400"),
} satisfies Record<string, Rule>;

/** All variables that the service reads. */
export const VARIABLES: readonly string[] = Object.keys(RULES);

type Rules = typeof RULES;
type Parsed = { [Name in keyof Rules]: Rules[Name] extends { fallback: infer F } ? F : never };

/** The parsed environment. `APP_URL` and `APP_KEY` are always present. */
export type Environment = Omit<Parsed, "APP_URL" | "APP_KEY"> & { APP_URL: URL; APP_KEY: Buffer };

/** @throws ConfigurationError that names every invalid variable and the allowed values */
export function readEnvironment(variables: Variables): Environment {
  const problems: string[] = [];
  const parsed = Object.fromEntries(
    Object.entries<Rule>(RULES).map(([name, { parse, fallback, allowed }]) => {
      const value = variables[name]?.trim();
      if (value === undefined || value === "") return [name, fallback]; // an empty variable counts as unset
      const result = parse.safeParse(value);
      if (!result.success) problems.push(`${name} must be ${allowed}`);
      return [name, result.success ? result.data : fallback];
    }),
  ) as unknown as Parsed;
  const appUrl = parsed.APP_URL ?? new URL(`http://localhost:${parsed.PORT}`);
  problems.push(...crossProblems(parsed, appUrl));
  if (parsed.APP_ENV === "production") {
    problems.push(...productionProblems(parsed, appUrl));
    if (!variables["DATABASE_URL"]?.trim())
      problems.push("DATABASE_URL must be set in production; sqlite:<file> is allowed");
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return { ...parsed, APP_URL: appUrl, APP_KEY: parsed.APP_KEY! };
}

function crossProblems(parsed: Parsed, appUrl: URL): string[] {
  const problems: string[] = [];
  if (!parsed.APP_KEY) problems.push(`APP_KEY must be ${RULES.APP_KEY.allowed}`);
  if (parsed.APP_ENV === "local" && !isLoopback(appUrl.hostname))
    problems.push("APP_URL must be a loopback address while APP_ENV is local");
  if (parsed.WEBAUTHN_RP_ID !== undefined && !isDomainOf(parsed.WEBAUTHN_RP_ID, appUrl.hostname))
    problems.push(`WEBAUTHN_RP_ID must be ${RULES.WEBAUTHN_RP_ID.allowed}`);
  if (appUrl.href !== `${appUrl.origin}/`)
    problems.push("APP_URL must be an origin, without a path or a user");
  if (parsed.WEB_CONCURRENCY > 1 && isEmbedded(parsed.DATABASE_URL))
    problems.push(
      "WEB_CONCURRENCY must be 1 on SQLite: its waits block a process; use MariaDB or MySQL for more",
    );
  return problems;
}
