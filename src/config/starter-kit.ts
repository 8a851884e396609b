import { existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import { isPrivateHost } from "../lib/network/private-addresses.js";
import { ConfigurationError, type Environment } from "./env.js";

const guard = z.strictObject({ driver: z.enum(["session", "token"]), provider: z.string() });
/** An omitted guard is the shipped one; `web: null` disables all screens. */
const guards = z
  .record(z.string(), guard.nullable())
  .refine((block) => Object.entries(block).every(([name, value]) => value !== null || name === "web"), {
    error: "only web can be null",
  });
const days = z.number().int().positive();
const list = z.array(z.string());
/** A status can be a number; it is compared as its decimal text. */
const statuses = z.array(z.union([z.string(), z.number().transform(String)]));

/**
 * The operator's file. Each block replaces the shipped one as a whole; the code that reads a block has defaults for
 * omitted keys.
 */
const fileSchema = z.strictObject({
  auth: z
    .strictObject({
      guards,
      providers: z.record(z.string(), z.strictObject({ model: z.literal("users") })),
    })
    .partial(),
  oauth: z
    .strictObject({
      provider: z.string(),
      access_token_minutes: z.number().int().positive(),
      refresh_token_days: days,
      personal_token_days: days,
      refresh_reuse_grace_seconds: z.number().int().min(0).max(60),
      scopes: list,
      default_scopes: list,
      enforce_scopes: z.boolean(),
      access_token_days: days.nullable(),
      personal_token_months: z.number().int().positive().nullable(),
    })
    .partial(),
  security: z
    .strictObject({
      enforce_active_status: z.boolean(),
      active_status_denied: statuses,
      active_status_guards: list,
      csp_extra_origins: list,
    })
    .partial(),
  cors: z
    .strictObject({
      allowed_origins: list,
      supports_credentials: z.boolean(),
      max_age: z.number().int().min(0),
    })
    .partial(),
  captcha: z.strictObject({ verify_url: z.url({ protocol: /^https?$/ }) }).partial(),
});

export type StarterKit = z.infer<typeof fileSchema>;
export type GuardDefinition = z.infer<typeof guard>;

export const SHIPPED_SCOPES = [
  "users.read",
  "users.write",
  "organisation",
  "organisation.write",
  "files.read",
  "files.write",
  "admin",
];

/** The shipped defaults, with the variables that override them. */
export function shippedStarterKit(env: Environment): StarterKit {
  return {
    auth: {
      guards: { web: { driver: "session", provider: "users" } },
      providers: { users: { model: "users" } },
    },
    oauth: {
      provider: env.STARTER_KIT_OAUTH_PROVIDER ?? "users",
      access_token_minutes: env.OAUTH_TOKEN_MINUTES ?? 60,
      refresh_token_days: env.OAUTH_REFRESH_TOKEN_DAYS ?? 14,
      personal_token_days: env.OAUTH_PERSONAL_TOKEN_DAYS ?? 30,
      refresh_reuse_grace_seconds: 10,
      scopes: SHIPPED_SCOPES,
      default_scopes: [],
      access_token_days: env.OAUTH_TOKEN_DAYS ?? null,
      personal_token_months: env.OAUTH_PERSONAL_TOKEN_MONTHS ?? null,
    },
    security: {
      enforce_active_status: true,
      active_status_denied: ["inactive", "banned"],
      active_status_guards: ["web", "api"],
      csp_extra_origins: [],
    },
    cors: {
      allowed_origins: (env.CORS_ALLOWED_ORIGINS ?? "")
        .split(",")
        .map((s) => s.trim())
        .filter(Boolean),
      supports_credentials: env.CORS_SUPPORTS_CREDENTIALS ?? false,
      max_age: env.CORS_MAX_AGE ?? 7200,
    },
    captcha: {},
  };
}

/**
 * Merges the operator's file over the defaults, only at top-level keys (docs/requirements.md, "Configuration files").
 */
export const mergeStarterKit = (shipped: StarterKit, published: Partial<StarterKit>): StarterKit => ({
  ...shipped,
  ...published,
});

/** @throws ConfigurationError when the file is named but missing, isn't JSON, or doesn't match the schema */
export function readStarterKit(env: Environment): StarterKit {
  const file = env.STARTER_KIT_CONFIG ?? "starter-kit.config.json";
  const shipped = shippedStarterKit(env);
  if (!existsSync(file)) {
    if (env.STARTER_KIT_CONFIG === undefined) return shipped;
    throw new ConfigurationError([`STARTER_KIT_CONFIG: the file ${file} doesn't exist`]);
  }
  const merged = mergeStarterKit(shipped, parseFile(file));
  if (env.APP_ENV === "production") assertPublicVerifier(merged, file);
  return merged;
}

/** The verification URL must be public, because it receives the secret and decides about sign-in. */
function assertPublicVerifier({ captcha }: StarterKit, file: string): void {
  if (captcha.verify_url === undefined) return;
  const { protocol, hostname } = new URL(captcha.verify_url);
  if (protocol !== "https:" || isPrivateHost(hostname))
    throw new ConfigurationError([
      `${file}: captcha.verify_url must be https and a public address in production`,
    ]);
}

function parseFile(file: string): Partial<StarterKit> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new ConfigurationError([`${file} is not valid JSON: ${(error as Error).message}`]);
  }
  const result = fileSchema.partial().safeParse(json);
  if (result.success)
    return Object.fromEntries(Object.entries(result.data).filter(([, block]) => block !== undefined));
  throw new ConfigurationError(
    result.error.issues.map((issue) => `${file}: ${issue.path.join(".") || "the file"}: ${issue.message}`),
  );
}
