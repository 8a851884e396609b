import { cpSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";

/** What the compiler remembers of a build. It saves most of the time of the next one, and changes no result. */
const CACHE = "var/build.tsbuildinfo";

/** Gives a copy of the product the cache of this one. */
export const lendBuildCache = (folder: string): void => copy(".", folder);

/** Keeps the cache of a copy that was built from the same sources, for later tests. */
export const keepBuildCache = (folder: string): void => copy(folder, ".");

function copy(from: string, to: string): void {
  if (!existsSync(join(from, CACHE))) return;
  mkdirSync(join(to, "var"), { recursive: true });
  // renamed, because a test of another lane can read the file at the same time
  const copied = join(to, `${CACHE}.${process.pid}`);
  cpSync(join(from, CACHE), copied);
  renameSync(copied, join(to, CACHE));
}
