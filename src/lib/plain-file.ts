import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";

/** Windows has neither flag. A pipe would otherwise wait for a writer. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a file of the service's own folders. A symbolic link, a device or a pipe there was planted, and must not lead to
 * other files of the machine.
 * @throws NodeJS.ErrnoException `ELOOP` for a link, `EINVAL` for anything else that isn't a regular file, `ENOENT`
 */
export async function openPlainFile(path: string): Promise<FileHandle> {
  const file = await open(path, FLAGS);
  const isPlain = await file.stat().then(
    (stats) => stats.isFile(),
    () => false,
  );
  if (isPlain) return file;
  await file.close();
  const problem = { code: "EINVAL", syscall: "open", path };
  throw Object.assign(new Error(`EINVAL: not a regular file, open '${path}'`), problem);
}

/** The content of a file that `openPlainFile` opens. @throws like it */
export async function readPlainFile(path: string): Promise<Buffer> {
  const file = await openPlainFile(path);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}
