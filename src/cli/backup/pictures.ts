import { randomBytes } from "node:crypto";
import { lstat, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { AVATAR_NAME } from "../../domain/profile/avatars.js";
import { LOGO_NAME } from "../../domain/settings/branding-kinds.js";
import { readPlainFile } from "../../lib/plain-file.js";
import { writeNew } from "../files/files.js";
import { asOperator, asOwnerOf } from "../files/rights.js";

/** The folder of pictures and logos in a backup. */
const PICTURES = "pictures";

/** The folders below AVATAR_DIR, with the names of the files that the service serves. */
const FOLDERS: readonly [folder: string, names: RegExp][] = [
  ["", AVATAR_NAME],
  ["logos", LOGO_NAME],
];

/** The rights to read or to write a folder. */
type Rights = <T>(work: () => T | Promise<T>) => Promise<T>;

/** Copies the pictures of the service to a backup. @returns the paths of those that aren't regular files */
export const backUpPictures = (folder: string, backup: string): Promise<string[]> =>
  copyPictures(folder, ownersOf(folder), join(backup, PICTURES), ownersOf(backup));

/** Copies the pictures of a backup to the service. @returns the paths of those that aren't regular files */
export const restorePictures = (backup: string, folder: string): Promise<string[]> =>
  copyPictures(join(backup, PICTURES), asOperator, folder, ownersOf(folder));

export const leftOutLines = (leftOut: readonly string[]): string[] =>
  leftOut.map((path) => `Left out ${path}, which isn't a regular file.`);

const ownersOf =
  (path: string): Rights =>
  (work) =>
    asOwnerOf(path, work);

async function copyPictures(from: string, toRead: Rights, to: string, toWrite: Rights): Promise<string[]> {
  const leftOut: string[] = [];
  for (const [folder, names] of FOLDERS) {
    const source = join(from, folder);
    const target = join(to, folder);
    const pictures = (await toRead(() => filesIn(source))).filter((name) => names.test(name));
    if (pictures.length > 0) await toWrite(() => mkdir(target, { recursive: true, mode: 0o700 }));
    for (const name of pictures) {
      const picture = await toRead(() => contentOf(join(source, name)));
      if (picture === null) leftOut.push(join(source, name));
      else if (picture !== undefined) await toWrite(() => replace(join(target, name), picture));
    }
  }
  return leftOut;
}

/** The names of the files; none in a folder that is missing or a link. */
async function filesIn(folder: string): Promise<string[]> {
  const isFolder = await lstat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder ? readdir(folder) : [];
}

const NOT_REGULAR = ["ELOOP", "EINVAL", "EISDIR", "ENXIO"];

/** Null for anything but a regular file; undefined if it was deleted since. */
async function contentOf(path: string): Promise<Buffer | null | undefined> {
  try {
    return await readPlainFile(path);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (NOT_REGULAR.includes(code)) return null;
    throw error;
  }
}

/** A link with the name of the picture is replaced, not followed. */
async function replace(path: string, picture: Buffer): Promise<void> {
  const incoming = `${path}.${randomBytes(8).toString("hex")}.part`;
  try {
    await writeNew(incoming, picture);
    await rename(incoming, path);
  } catch (error) {
    await rm(incoming, { force: true });
    throw error;
  }
}
