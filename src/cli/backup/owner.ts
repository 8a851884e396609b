import { chownSync, existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

interface Owner {
  uid: number;
  gid: number;
}

/** The owner of the file or folder, or of the nearest folder that exists. */
export function ownerOf(path: string): Owner {
  return existsSync(path) ? statSync(path) : ownerOf(dirname(path));
}

/**
 * Gives a file, or a folder with everything in it, to its former owner: the operator restores as root, and the service
 * must be able to read it. Only root can do that.
 */
export function giveTo(owner: Owner, path: string): void {
  if (process.getuid?.() !== 0) return;
  chownSync(path, owner.uid, owner.gid);
  if (!statSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveTo(owner, join(path, name));
}
