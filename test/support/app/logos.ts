import { existsSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { DAY, now, SECOND } from "../../../src/lib/clock.js";
import type { Response } from "supertest";
import { AVATAR_DIR } from "./config.js";
import type { Visitor } from "./web.js";

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

/** Uploads a logo by the form on a page. @param place the address of the page */
export async function uploadLogo(visitor: Visitor, place: string, bytes: Buffer): Promise<Response> {
  await visitor.get(place);
  return visitor.send((agent) =>
    agent.post(`${place}/logo`).field("_csrf", visitor.csrfToken).attach("logo", bytes, "logo.png"),
  );
}
