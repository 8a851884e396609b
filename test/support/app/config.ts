import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnvironment, type Variables } from "../../../src/config/env.js";
import { tokenRules } from "../../../src/config/lifetimes.js";
import { mergeStarterKit, shippedStarterKit, type StarterKit } from "../../../src/config/starter-kit.js";
import type { Config } from "../../../src/config/config.js";

export const TEST_KEY = `base64:${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;

/** For tests of production mode, which rejects a guessable key. */
export const RANDOM_KEY = "base64:0qfksKbceM6WxCaQzrt8qG/7Nc7SzwNd8oayXwZyxN4=";

/** The database of this process: `TEST_DATABASE_URL`, of which hooks.ts gives each a copy, or SQLite in memory. */
export const testDatabaseUrl = (): string => process.env["TEST_DATABASE_URL"] ?? "sqlite::memory:";
export const onMariaDb = (): boolean => testDatabaseUrl().startsWith("mysql:");

/** Unique for each run, so that two runs don't share it. */
export const AVATAR_DIR = join(tmpdir(), `authdock-avatars-${process.pid}`);

export const TEST_VARIABLES: Variables = {
  APP_ENV: "test",
  APP_KEY: TEST_KEY,
  BCRYPT_COST: "4",
  LOG_LEVEL: "info",
  API_RATE_PER_MINUTE: "100000",
  TRUST_PROXY: "1",
  MAIL_URL: "file:var/test-mail",
  AVATAR_DIR,
};

/** For tests of metrics, which are measured only with a token. */
export const MEASURED = { METRICS_TOKEN: "metrics-token-of-the-tests" };

/** A configuration for tests. The operator's file, if given, is merged as in the product. */
export function testConfig(variables: Variables = {}, published: Partial<StarterKit> = {}): Config {
  const env = readEnvironment({ ...TEST_VARIABLES, DATABASE_URL: testDatabaseUrl(), ...variables });
  const starterKit = mergeStarterKit(shippedStarterKit(env), published);
  return { env, starterKit, tokens: tokenRules(starterKit.oauth), oauthInstalled: true };
}
