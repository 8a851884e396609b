import { randomBytes } from "node:crypto";
import { lstat, mkdir, readdir, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AVATAR_NAME } from "../../domain/profile/avatars.js";
import { LOGO_NAME } from "../../domain/settings/branding-kinds.js";
import { openPlainFile } from "../../lib/plain-file.js";
import { openPlain, writeNew } from "../files/files.js";
import { asOperator, asOwnerOf, isRoot } from "../files/rights.js";

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
  copyPictures(
    { folder, rights: ownersOf(folder), open: (path) => asOwnerOf(folder, () => openPlainFile(path)) },
    join(backup, PICTURES),
    ownersOf(backup),
  );

/** Copies the pictures of a backup to the service. @returns the paths of those that aren't regular files */
export const restorePictures = (backup: string, folder: string): Promise<string[]> =>
  copyPictures(
    { folder: join(backup, PICTURES), rights: asOperator, open: openOwn },
    folder,
    ownersOf(folder),
  );

export const leftOutLines = (leftOut: readonly string[]): string[] =>
  leftOut.map((path) => `Left out ${path}, which isn't a regular file of the folder's owner.`);

const ownersOf =
  (path: string): Rights =>
  (work) =>
    asOwnerOf(path, work);

interface Source {
  folder: string;
  rights: Rights;
  /** @throws for anything but a regular file */
  open: (path: string) => Promise<FileHandle>;
}

async function copyPictures(from: Source, to: string, toWrite: Rights): Promise<string[]> {
  const leftOut: string[] = [];
  for (const [folder, names] of FOLDERS) {
    const source = join(from.folder, folder);
    const target = join(to, folder);
    const pictures = (await from.rights(() => filesIn(source))).filter((name) => names.test(name));
    if (pictures.length > 0) await toWrite(() => mkdir(target, { recursive: true, mode: 0o700 }));
    for (const name of pictures) {
      const picture = await contentOf(from.open, join(source, name));
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

/**
 * Opens a picture with the rights of root, for which another account could have put a hard link to a file of root into its
 * own folder.
 */
async function openOwn(path: string): Promise<FileHandle> {
  const file = await openPlain(path);
  const folder = await asOperator(() => lstat(dirname(path)));
  if (!isRoot() || folder.uid === 0 || folder.uid === (await file.stat()).uid) return file;
  await file.close();
  throw Object.assign(new Error("EINVAL: a file of another account"), { code: "EINVAL" });
}

/** Null for anything but a regular file; undefined if it was deleted since. */
async function contentOf(open: Source["open"], path: string): Promise<Buffer | null | undefined> {
  try {
    const file = await open(path);
    return await file.readFile().finally(() => file.close());
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
