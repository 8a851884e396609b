import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import {
  readEnvironment,
  VARIABLES,
  type ConfigurationError,
  type Variables,
} from "../../../src/config/env.js";

/** The text of a file in `deploy`. */
export const deployFile = (file: string): string => readFileSync(join("deploy", file), "utf8");

/** Seconds; src/serve.ts. */
export const STOPS_WITHIN = 9;

/** What the image sets, so that the variables of an example are complete. */
export const IMAGE: Variables = { APP_ENV: "production", HOST: "0.0.0.0", AVATAR_DIR: "/data/avatars" };

/** A random secret, as production requires. */
export const RANDOM_SECRET = "9f1c2ab8e7d64053b1c7f0a29e58d341";

export function expectKnown(names: readonly string[]): void {
  for (const name of names) expect(VARIABLES, name).to.include(name);
}

/** Why the service wouldn't start with these variables. */
export function problemsOf(variables: Variables): string[] {
  try {
    readEnvironment(variables);
    return [];
  } catch (error) {
    return (error as ConfigurationError).problems;
  }
}
