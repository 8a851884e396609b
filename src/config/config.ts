import { readFileSync } from "node:fs";
import { parse } from "dotenv";
import { readEnvironment, type Environment, type Variables } from "./env.js";
import { readStarterKit, type StarterKit } from "./starter-kit.js";
import { tokenRules, type TokenRules } from "./lifetimes.js";

export interface Config {
  env: Environment;
  starterKit: StarterKit;
  tokens: TokenRules;
}

/** Variables of the process over those of `.env`. */
export function processVariables(): Variables {
  let file: Variables = {};
  try {
    file = parse(readFileSync(".env"));
  } catch {
    // no .env: the environment alone decides
  }
  return { ...file, ...process.env };
}

/** @throws ConfigurationError with every problem at once. */
export function readConfig(variables: Variables = processVariables()): Config {
  const env = readEnvironment(variables);
  const starterKit = readStarterKit(env);
  return { env, starterKit, tokens: tokenRules(starterKit.oauth) };
}
