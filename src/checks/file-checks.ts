import { randomUUID } from "node:crypto";
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sqliteFile } from "../config/addresses.js";
import { envFileWarnings, environmentWarnings } from "../config/env-file.js";
import type { Environment } from "../config/env.js";
import { mailFolderOf } from "../lib/mail/mailer.js";
import { failed, ok, warning, type Finding } from "./finding.js";

const ENV_FILE = ".env";

/** The variables that have no effect. */
export function checkNames(): Finding[] {
  const inFile = envFileWarnings().map((problem) => [problem, "Correct or remove the line."] as const);
  const inProcess = environmentWarnings().map((problem) => [problem, MISSPELT] as const);
  return [...inFile, ...inProcess].map(([problem, advice]) => warning("configuration", problem, advice));
}

const MISSPELT = "Correct the name in the unit, the container or the file that sets it.";

/** Whether the files with secrets are private. */
export function checkPrivateFiles({ DATABASE_URL }: Environment): Finding[] {
  const database = sqliteFile(DATABASE_URL);
  return [...privateFile(ENV_FILE), ...(database === null ? [] : privateFile(database))];
}

/** Whether this account can write to the folders, which only a file proves: a volume can be full or read-only. */
export function checkFolders({ DATABASE_URL, AVATAR_DIR, MAIL_URL }: Environment): Finding[] {
  const database = sqliteFile(DATABASE_URL);
  const folders = [database === null ? null : dirname(database), AVATAR_DIR, mailFolderOf(MAIL_URL)];
  return folders.filter((path) => path !== null).map(folder);
}

/** Windows has no such permissions. */
function privateFile(file: string): Finding[] {
  if (process.platform === "win32" || !existsSync(file)) return [];
  const mode = statSync(file).mode & 0o777;
  if ((mode & 0o007) === 0) return [ok("files", `${file} is private`)];
  return [warning("files", `every account of this machine can read ${file}`, `Run: chmod o= ${file}`)];
}

/** A missing folder is made by its first user, because it would otherwise belong to whoever runs the command. */
function folder(path: string): Finding {
  const file = join(nearest(path), `.authdock-check-${randomUUID()}`);
  try {
    writeFileSync(file, "A check of Authdock. It can be deleted.\n", { flag: "wx", mode: 0o600 });
    rmSync(file);
    return ok("files", existsSync(path) ? `${path} is writable` : `${path} can be created`);
  } catch (error) {
    if (existsSync(file)) rmSync(file); // the disk was full
    const { code = "" } = error as NodeJS.ErrnoException;
    return failed("files", `${path} isn't writable (${code})`, ADVICE[code] ?? RIGHTS);
  }
}

const RIGHTS = "Give the service's account the right to write to it.";
const ADVICE: Record<string, string> = {
  ENOSPC: "Make space on the disk.",
  EDQUOT: "Make space, or raise the quota of the service's account.",
  EROFS: "Mount it for writing, or name it in ReadWritePaths of the unit.",
};

const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)));
