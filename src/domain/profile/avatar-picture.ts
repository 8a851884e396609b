import type { ValidationFailed } from "../../lib/failures.js";
import { reencode, rejectPicture } from "../../lib/pictures/pictures.js";

const SIDE = 256;

export const missingAvatar = (): ValidationFailed => rejectPicture("avatar", "missing");

/**
 * Converts the picture to an upright 256 × 256 webp without metadata.
 * @throws ValidationFailed on `avatar`, ServiceBusy
 */
export const avatarPicture = (bytes: Buffer): Promise<Buffer> =>
  reencode(bytes, "avatar", (picture) => picture.resize(SIDE, SIDE, { fit: "cover" }).webp({ quality: 85 }));
