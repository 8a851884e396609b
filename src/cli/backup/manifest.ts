import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { CommandFailed, EXIT } from "../failures.js";
import { openPlain, writeNew } from "../files/files.js";

const FILE = "backup.json";

const MANIFEST = z.object({
  /** The format of the folder. */
  format: z.literal(1),
  version: z.string(),
  created_at: z.string(),
  database: z.enum(["sqlite", "mysql"]),
  /** The file of the database in the folder. */
  file: z.string().regex(/^[a-z]+\.[a-z]+$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The migrations that had run. */
  migrations: z.array(z.string()),
  tables: z.array(z.string()),
  /** A text that APP_KEY decrypts; null in a backup of a service that never started, absent in those of earlier versions. */
  app_key_check: z.string().nullish(),
});

/** What a backup has, in a file beside it. */
export type Manifest = z.infer<typeof MANIFEST>;

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeNew(join(folder, FILE), `${JSON.stringify(manifest, null, 2)}\n`);

/**
 * Reads the manifest and compares the checksum.
 * @returns it with the file of the database, which stays open, so that what is restored is what was checked
 * @throws CommandFailed
 */
export async function openBackup(folder: string): Promise<{ manifest: Manifest; database: FileHandle }> {
  const manifest = MANIFEST.safeParse(await contentOf(join(folder, FILE)));
  if (!manifest.success) throw new CommandFailed(`${folder} has no valid ${FILE}.`, EXIT.usage);
  const path = join(folder, manifest.data.file);
  const database = await openPlain(path).catch(() => null);
  if (database !== null && (await sha256Of(database)) === manifest.data.sha256)
    return { manifest: manifest.data, database };
  await database?.close();
  throw new CommandFailed(`${path} is missing, damaged, a link, or was changed.`);
}

async function contentOf(path: string): Promise<unknown> {
  const file = await openPlain(path).catch(() => null);
  if (file === null) return null;
  try {
    return JSON.parse(await file.readFile("utf8"));
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

/** In hexadecimal digits. */
export async function sha256Of(file: FileHandle): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(file.createReadStream(FROM_START), hash);
  return hash.digest("hex");
}

/** The whole file, which stays open. */
export const FROM_START = { start: 0, autoClose: false };

const NEEDED = ["users", "role_user", "roles", "settings", "migrations"];

/** @throws CommandFailed for a file that can't be this service's database */
export function assertComplete(tables: readonly string[], path: string): void {
  const missing = NEEDED.filter((table) => !tables.includes(table));
  if (missing.length > 0) throw new CommandFailed(`${path} lacks the tables ${missing.join(", ")}.`);
}
