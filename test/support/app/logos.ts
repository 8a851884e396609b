import { existsSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { DAY, now, SECOND } from "../../../src/lib/clock.js";
import { AVATAR_DIR } from "./config.js";

/** The folder of the uploaded logos. */
export const LOGO_FOLDER = join(AVATAR_DIR, "logos");

/** Empties the folder before each test. @returns the names of the files in it */
export function useLogoFolder(): () => string[] {
  const empty = (): void => rmSync(LOGO_FOLDER, { recursive: true, force: true });
  beforeEach(empty);
  after(empty);
  return () => (existsSync(LOGO_FOLDER) ? readdirSync(LOGO_FOLDER) : []);
}

/** Makes the files old enough to be pruned. */
export function ageLogos(names: readonly string[]): void {
  const old = (now() - 2 * DAY) / SECOND;
  for (const name of names) utimesSync(join(LOGO_FOLDER, name), old, old);
}
