import { open, type FileHandle } from "node:fs/promises";
import { openPlainFile } from "../../lib/plain-file.js";
import { asOperator, asOwnerOf } from "./rights.js";

/** Only the owner can read a file that the command line creates. */
const PRIVATE = 0o600;

/** Opens a file that the user named, which can be a link or a pipe. */
export const openToRead = (path: string): Promise<FileHandle> => asOperator(() => open(path, "r"));

/** Opens a regular file that the user named. @throws for a link */
export const openPlain = (path: string): Promise<FileHandle> => asOperator(() => openPlainFile(path));

/** Opens a file that the user named, which can be a pipe, and empties it. */
export const openToWrite = (path: string): Promise<FileHandle> =>
  asOwnerOf(path, () => open(path, "w", PRIVATE));

/** Creates a file with the current rights. @throws when there is anything at this path, a link included */
export const openNew = (path: string): Promise<FileHandle> => open(path, "wx", PRIVATE);

/** Like `openNew`, with this content. */
export async function writeNew(path: string, content: string | Buffer): Promise<void> {
  const file = await openNew(path);
  await file.writeFile(content).finally(() => file.close());
}
