import { createRequire } from "node:module";
import { rejectUnreadableAuthorities } from "./certificates.js";
import { readEnvironment, type Environment, type Variables } from "./env.js";
import { readEnvFile } from "./env-file.js";
import { readStarterKit, type StarterKit } from "./starter-kit.js";
import { tokenRules, type TokenRules } from "./lifetimes.js";

export interface Config {
  env: Environment;
  starterKit: StarterKit;
  tokens: TokenRules;
  /** Whether the OAuth2 server library is installed. Without it the block `oauth` has no effect. */
  oauthInstalled: boolean;
}

/** The variables of `.env`, overridden by those of the process. */
export const processVariables = (): Variables => ({ ...readEnvFile(), ...process.env });

/** @throws ConfigurationError with all problems */
export function readConfig(variables: Variables = processVariables()): Config {
  const env = readEnvironment(variables);
  rejectUnreadableAuthorities(env);
  const file = readStarterKit(env);
  const oauthInstalled = isInstalled("@node-oauth/oauth2-server");
  const starterKit = oauthInstalled ? file : { ...file, oauth: {} };
  return { env, starterKit, tokens: tokenRules(starterKit.oauth), oauthInstalled };
}

function isInstalled(library: string): boolean {
  try {
    createRequire(import.meta.url).resolve(library);
    return true;
  } catch {
    return false;
  }
}
