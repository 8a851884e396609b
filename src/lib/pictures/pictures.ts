import type { Sharp, SharpOptions } from "sharp";
import { SECOND } from "../clock.js";
import { ServiceBusy, ValidationFailed } from "../failures.js";
import { text } from "../../texts/translate.js";

const MAX_SIDE = 4096;

/** The accepted formats by their first bytes; name and declared type are ignored. */
const SIGNATURES: Record<string, (bytes: Buffer) => boolean> = {
  jpeg: (bytes) => startsWith(bytes, "ffd8ff"),
  png: (bytes) => startsWith(bytes, "89504e470d0a1a0a"),
  webp: (bytes) => startsWith(bytes, "52494646") && bytes.subarray(8, 12).toString("latin1") === "WEBP",
};
const LOADERS = ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"];

const startsWith = (bytes: Buffer, hex: string): boolean =>
  bytes.subarray(0, hex.length / 2).toString("hex") === hex;

type Problem = "missing" | "type" | "pixels" | "animated" | "damaged";

export const rejectPicture = (field: string, problem: Problem): ValidationFailed =>
  new ValidationFailed({ [field]: [text(`validation.avatar.${problem}`)] });

type Open = (bytes: Buffer, options: SharpOptions) => Sharp;
let opening: Promise<Open> | undefined;

/** Loaded with the first upload: most processes never need the library, and it is slow to load. */
const opener = (): Promise<Open> => (opening ??= load());

async function load(): Promise<Open> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  // restricts the decoder to the detected format, whatever the rest of the file contains
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: LOADERS });
  return sharp;
}

const MAX_WAITING = 32;
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Decodes one picture at a time, because the largest takes 64 MiB. @throws ServiceBusy instead of queueing */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING) throw new ServiceBusy(SECOND);
  waiting++;
  const task = last.then(work).finally(() => waiting--);
  last = task.catch(() => undefined);
  return task;
}

/**
 * Decodes an uploaded picture upright and encodes it again, without metadata.
 * @param field the name of the upload, for errors
 * @param encode sets the size and the format
 * @throws ValidationFailed on the field, ServiceBusy
 */
export async function reencode(
  bytes: Buffer,
  field: string,
  encode: (picture: Sharp) => Sharp,
): Promise<Buffer> {
  if (bytes.length === 0) throw rejectPicture(field, "missing");
  const format = Object.keys(SIGNATURES).find((name) => SIGNATURES[name]!(bytes));
  if (format === undefined) throw rejectPicture(field, "type");
  const open = await opener();
  return oneAtATime(async () => {
    await assertDimensions(open(bytes, { limitInputPixels: false, failOn: "error" }), format, field);
    try {
      const picture = open(bytes, { limitInputPixels: MAX_SIDE * MAX_SIDE, failOn: "error" });
      return await encode(picture.autoOrient()).toBuffer();
    } catch {
      throw rejectPicture(field, "damaged");
    }
  });
}

/** Reads only the header: a small file can declare billions of pixels. */
async function assertDimensions(picture: Sharp, expected: string, field: string): Promise<void> {
  const head = await picture.metadata().catch(() => null);
  if (head?.format !== expected) throw rejectPicture(field, "damaged");
  if (head.width > MAX_SIDE || head.height > MAX_SIDE) throw rejectPicture(field, "pixels");
  if ((head.pages ?? 1) > 1) throw rejectPicture(field, "animated");
}
