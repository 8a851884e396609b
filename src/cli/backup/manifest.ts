import { createHash } from "node:crypto";
import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { CommandFailed, EXIT } from "../failures.js";

const FILE = "backup.json";
/** The folder of pictures and logos in a backup. */
export const PICTURES = "pictures";

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

export function writeManifest(folder: string, manifest: Manifest): void {
  writeFileSync(join(folder, FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
}

/** Reads the manifest and compares the checksum. @throws CommandFailed */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = MANIFEST.safeParse(contentOf(join(folder, FILE)));
  if (!manifest.success) throw new CommandFailed(`${folder} has no valid ${FILE}.`, EXIT.usage);
  const { file, sha256 } = manifest.data;
  const found = await sha256OfFile(join(folder, file)).catch(() => null);
  if (found !== sha256) throw new CommandFailed(`${join(folder, file)} is missing, damaged or was changed.`);
  return manifest.data;
}

function contentOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/** In hexadecimal digits. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

const NEEDED = ["users", "role_user", "roles", "settings", "migrations"];

/** @throws CommandFailed for a file that can't be this service's database */
export function assertComplete(tables: readonly string[], path: string): void {
  const missing = NEEDED.filter((table) => !tables.includes(table));
  if (missing.length > 0) throw new CommandFailed(`${path} lacks the tables ${missing.join(", ")}.`);
}
