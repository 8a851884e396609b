import { randomBytes } from "node:crypto";
import { lstat, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DAY, now } from "../clock.js";
import type { Logger } from "../telemetry/log.js";
import { readPlainFile } from "../plain-file.js";
import type { MaintenanceBudget } from "../maintenance-budget.js";

/** The number of files per query. */
const BATCH = 500;

/** A folder of uploaded pictures under random names. */
export class PictureFiles {
  private readonly folder: string;

  /** @param names the pattern of the names; nothing else in the folder is read or deleted */
  constructor(
    folder: string,
    private readonly names: RegExp,
    private readonly extension: "webp" | "png",
    private readonly log: Logger,
  ) {
    this.folder = resolve(folder);
  }

  /** The picture; null for another name, a missing file, and anything but a regular file. */
  async read(name: string): Promise<Buffer | null> {
    return this.names.test(name) ? readPlainFile(this.fileOf(name)).catch(() => null) : null;
  }

  /** Renames the file when it is complete, so that a reader never sees half of it. @returns the name */
  async store(picture: Buffer): Promise<string> {
    // 128 random bits, so that the address can't be guessed
    const name = `${randomBytes(16).toString("hex")}.${this.extension}`;
    const file = this.fileOf(name);
    await mkdir(this.folder, { recursive: true });
    try {
      await writeFile(`${file}.part`, picture, { flag: "wx", flush: true });
      await rename(`${file}.part`, file);
    } catch (error) {
      await rm(`${file}.part`, { force: true });
      throw error;
    }
    return name;
  }

  /**
   * Deletes the old file after the commit. Errors are only logged: the change has succeeded, and the prune command
   * deletes leftover files.
   */
  async remove(name: string | null): Promise<void> {
    if (name === null || !this.names.test(name)) return;
    await rm(this.fileOf(name), { force: true }).catch((error: unknown) => {
      this.log.warn({ err: error }, "could not delete the file of a picture");
    });
  }

  /**
   * Deletes files that nothing refers to, which are left when a process ends between storing the file and updating the
   * row.
   * @param inUse the names among these that a row has
   * @returns how many files
   */
  async removeOrphans(
    inUse: (names: string[]) => Promise<ReadonlySet<string>>,
    budget: MaintenanceBudget,
  ): Promise<number> {
    const files = (await readdir(this.folder).catch(() => [])).filter((file) => this.isPicture(file));
    let removed = 0;
    for (let start = 0; start < files.length && !budget.isOver; start += BATCH) {
      const batch = files.slice(start, start + BATCH);
      const used = await inUse(batch);
      for (const file of batch)
        if (!used.has(file) && (await isOld(this.fileOf(file)))) {
          await rm(this.fileOf(file), { force: true });
          removed++;
        }
      await budget.pause();
    }
    return removed;
  }

  private fileOf(name: string): string {
    return join(this.folder, name);
  }

  /** Incomplete files included. */
  private isPicture(file: string): boolean {
    return this.names.test(file.replace(/\.part$/, ""));
  }
}

/** A recent file can belong to an upload whose row isn't updated yet. */
async function isOld(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => null);
  return found !== null && now() - found.mtimeMs > DAY;
}
