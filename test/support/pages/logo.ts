import sharp from "sharp";
import { logoFiles } from "../../../src/domain/administration/logo-files.js";
import type { Services } from "../../../src/domain/services.js";

/** Stores a ring as a logo. @param color red, green, blue @returns the name of the file */
export const storeRing = async (services: Services, color = [255, 212, 59]): Promise<string> =>
  logoFiles(services).store(await ring(color));

/** A ring of 128 × 128 pixels. */
function ring(color: readonly number[]): Promise<Buffer> {
  const side = 128;
  const pixels = Buffer.alloc(side * side * 4);
  for (let at = 0; at < side * side; at++) {
    const distance = Math.hypot((at % side) - side / 2, Math.floor(at / side) - side / 2);
    if (distance > 30 && distance < 62) pixels.set([...color, 255], at * 4);
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer();
}
