import { createReadStream } from "node:fs";
import { lstat, mkdir, open, readdir, rm, type FileHandle } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { MINUTE, now } from "../../lib/clock.js";
import { openPlainFile } from "../../lib/plain-file.js";
import type { Services } from "../services.js";

/** Only the account of the service can read them: they have hashes of passwords. */
const PRIVATE = 0o600;
const NAME = /^([0-9a-f-]{36})\.(upload|report)$/;
/** A younger file can belong to an upload that still arrives. */
const ARRIVES_WITHIN = 30 * MINUTE;
/** The most uploaded files at a time, which limits the disk that they take to ten times the largest file. */
export const MOST_UPLOADS = 10;

export type ImportFileKind = "upload" | "report";

/**
 * The uploaded files and the reports of imports, named after their runs. They are in a folder of the avatars, which all
 * machines share already.
 */
export class ImportFiles {
  private readonly folder: string;

  constructor({ config }: Pick<Services, "config">) {
    this.folder = resolve(config.env.AVATAR_DIR, "imports");
  }

  /**
   * Writes the file while it arrives. An incomplete one is deleted.
   * @returns bytes; null when there are too many files, and this one was read without being stored
   */
  async store(run: string, content: Readable): Promise<number | null> {
    const file = await this.create(run, "upload");
    try {
      // counted after it was created, so that of several at a time none is overlooked
      if ((await this.list()).filter(({ kind }) => kind === "upload").length > MOST_UPLOADS) {
        await file.close();
        await this.remove(run, "upload");
        await finished(content.resume());
        return null;
      }
      await pipeline(content, file.createWriteStream({ flush: true }));
      return (await lstat(this.pathOf(run, "upload"))).size;
    } catch (error) {
      await this.remove(run, "upload");
      throw error;
    }
  }

  /** An empty file to write. */
  async create(run: string, kind: ImportFileKind): Promise<FileHandle> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.remove(run, kind);
    return open(this.pathOf(run, kind), "wx", PRIVATE);
  }

  /** @returns null when this machine doesn't have it */
  open(run: string): Promise<FileHandle | null> {
    return openPlainFile(this.pathOf(run, "upload")).catch(() => null);
  }

  /** The report while it is read; null when this machine doesn't have it. */
  async report(run: string): Promise<AsyncIterable<Buffer> | null> {
    const path = this.pathOf(run, "report");
    const found = await lstat(path).catch(() => null);
    return found?.isFile() ? createReadStream(path) : null;
  }

  remove(run: string, kind: ImportFileKind): Promise<void> {
    return rm(this.pathOf(run, kind), { force: true });
  }

  /** Deletes files that no run needs. @param needed the names among these that one does @returns how many */
  async removeOrphans(
    needed: (runs: string[]) => Promise<Record<ImportFileKind, Set<string>>>,
  ): Promise<number> {
    const files = await this.list();
    if (files.length === 0) return 0;
    const inUse = await needed(files.map(({ run }) => run));
    let removed = 0;
    for (const { run, kind } of files) {
      if (inUse[kind].has(run) || !(await this.isOld(run, kind))) continue;
      await this.remove(run, kind);
      removed++;
    }
    return removed;
  }

  private async list(): Promise<{ run: string; kind: ImportFileKind }[]> {
    const names = await readdir(this.folder).catch(() => [] as string[]);
    return names.flatMap((name) => {
      const [, run, kind] = NAME.exec(name) ?? [];
      return run === undefined ? [] : [{ run, kind: kind as ImportFileKind }];
    });
  }

  private async isOld(run: string, kind: ImportFileKind): Promise<boolean> {
    const found = await lstat(this.pathOf(run, kind)).catch(() => null);
    return found !== null && now() - found.mtimeMs > ARRIVES_WITHIN;
  }

  private pathOf(run: string, kind: ImportFileKind): string {
    return join(this.folder, `${run}.${kind}`);
  }
}
