import { join } from "node:path";
import type { ValidationFailed } from "../../lib/failures.js";
import { PictureFiles } from "../../lib/picture-files.js";
import { reencode, refusePicture } from "../../lib/pictures.js";
import { Round } from "../../lib/round.js";
import type { Caller } from "../context.js";
import type { Services } from "../services.js";
import { LOGO_NAME } from "../settings/branding-kinds.js";
import { replaceSettings } from "./settings-changes.js";

/** The colour schemes of the pages, each of which can have a logo. */
export const SCHEMES = ["light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];
export const isScheme = (name: string): name is Scheme => SCHEMES.some((scheme) => scheme === name);

/** The longer side of a stored logo, in pixels. */
const LONGEST_SIDE = 512;

/** The logos are in a folder of the avatars, which all machines share already. */
export const logoFiles = ({ config, log }: Services): PictureFiles =>
  new PictureFiles(join(config.env.AVATAR_DIR, "logos"), LOGO_NAME, "png", log);

export const missingLogo = (): ValidationFailed => refusePicture("logo", "missing");

/**
 * Replaces a logo: stores the new file, updates the setting, then deletes the old file. The picture becomes a PNG, which
 * all mail programs show, of at most 512 × 512 pixels in its own proportions.
 * @throws ValidationFailed on `logo`, ServiceBusy; ActionForbidden without the permission
 */
export async function changeLogo(caller: Caller, scheme: Scheme, bytes: Buffer): Promise<void> {
  const picture = await reencode(bytes, "logo", (logo) =>
    logo.resize(LONGEST_SIDE, LONGEST_SIDE, { fit: "inside", withoutEnlargement: true }).png(),
  );
  const files = logoFiles(caller.services);
  const name = await files.store(picture);
  try {
    await replaceLogo(caller, scheme, name);
  } catch (error) {
    await files.remove(name);
    throw error;
  }
}

/** @throws ActionForbidden without the permission */
export const removeLogo = (caller: Caller, scheme: Scheme): Promise<void> => replaceLogo(caller, scheme, "");

async function replaceLogo(caller: Caller, scheme: Scheme, name: string): Promise<void> {
  const key = `branding.logo_${scheme}` as const;
  const { before, changed } = await replaceSettings(caller, { values: { [key]: name } });
  if (changed.length > 0) await logoFiles(caller.services).remove(before.get(key));
}

/** Deletes files that no setting names. @returns how many files */
export const removeOrphanedLogos = (services: Services, round = new Round()): Promise<number> =>
  logoFiles(services).removeOrphans(async () => {
    const settings = await services.settings.read();
    return new Set(SCHEMES.map((scheme) => settings.get(`branding.logo_${scheme}`)));
  }, round);
