import { join } from "node:path";
import type { ValidationFailed } from "../../lib/failures.js";
import { PictureFiles } from "../../lib/pictures/picture-files.js";
import { reencode, rejectPicture } from "../../lib/pictures/pictures.js";
import { MaintenanceBudget } from "../../lib/maintenance-budget.js";
import type { Services } from "../services.js";
import { LOGO_NAME } from "../settings/branding-kinds.js";
import { SCHEMES } from "../settings/branding.js";

/** The longer side of a stored logo, in pixels. */
const LONGEST_SIDE = 512;

/**
 * The logos of the service, of its OAuth2 clients and of organisations. They are in a folder of the avatars, which all machines share
 * already.
 */
export const logoFiles = ({ config, log }: Services): PictureFiles =>
  new PictureFiles(join(config.env.AVATAR_DIR, "logos"), LOGO_NAME, "png", log);

export const missingLogo = (): ValidationFailed => rejectPicture("logo", "missing");

/**
 * Stores a logo and runs `write` with the name of its file, which is deleted if that fails. The picture becomes a PNG,
 * which all mail programs show, of at most 512 × 512 pixels in its own proportions.
 * @throws ValidationFailed on `logo`, ServiceBusy
 */
export async function storeLogo(
  services: Services,
  bytes: Buffer,
  write: (name: string) => Promise<void>,
): Promise<void> {
  const picture = await reencode(bytes, "logo", (logo) =>
    logo.resize(LONGEST_SIDE, LONGEST_SIDE, { fit: "inside", withoutEnlargement: true }).png(),
  );
  const files = logoFiles(services);
  const name = await files.store(picture);
  try {
    await write(name);
  } catch (error) {
    await files.remove(name);
    throw error;
  }
}

/** Deletes files that no setting, no client and no organisation names. @returns how many files */
export const removeOrphanedLogos = (services: Services, budget = new MaintenanceBudget()): Promise<number> =>
  logoFiles(services).removeOrphans(async (names) => {
    const settings = await services.settings.read();
    const named = await Promise.all(
      ["oauth_clients", "organisations"].map(
        (table) => services.knex(table).whereIn("logo", names).pluck("logo") as Promise<string[]>,
      ),
    );
    return new Set([...SCHEMES.map((scheme) => settings.get(`branding.logo_${scheme}`)), ...named.flat()]);
  }, budget);
