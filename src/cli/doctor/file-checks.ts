import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { sqliteFile } from "../../config/addresses.js";
import { envFileWarnings, environmentWarnings } from "../../config/env-file.js";
import type { Environment } from "../../config/env.js";
import { mailFolderOf } from "../../lib/mail/mailer.js";
import { failed, ok, warning, type Finding } from "./finding.js";

const ENV_FILE = ".env";

/** The variables that have no effect. */
export function checkNames(): Finding[] {
  const inFile = envFileWarnings().map((problem) => [problem, "Correct or remove the line."] as const);
  const inProcess = environmentWarnings().map((problem) => [problem, MISSPELT] as const);
  return [...inFile, ...inProcess].map(([problem, advice]) => warning("configuration", problem, advice));
}

const MISSPELT = "Correct the name in the unit, the container or the file that sets it.";

/** Whether secrets are private and folders writable. */
export function checkFiles(env: Environment): Finding[] {
  const { DATABASE_URL, AVATAR_DIR, MAIL_URL } = env;
  const database = sqliteFile(DATABASE_URL);
  const mailFolder = mailFolderOf(MAIL_URL);
  return [
    ...privateFile(ENV_FILE),
    ...(database === null ? [] : [...privateFile(database), ...folder(dirname(database))]),
    ...folder(AVATAR_DIR),
    ...(mailFolder === null ? [] : folder(mailFolder)),
  ];
}

/** Windows has no such permissions. */
function privateFile(file: string): Finding[] {
  if (process.platform === "win32" || !existsSync(file)) return [];
  const mode = statSync(file).mode & 0o777;
  if ((mode & 0o007) === 0) return [ok("files", `${file} is private`)];
  return [warning("files", `every account of this machine can read ${file}`, `Run: chmod o= ${file}`)];
}

/** A missing folder is made by its first user, because it would otherwise belong to whoever runs the command. */
function folder(path: string): Finding[] {
  try {
    accessSync(nearest(path), constants.R_OK | constants.W_OK | constants.X_OK);
    return [ok("files", existsSync(path) ? `${path} is writable` : `${path} can be created`)];
  } catch {
    return [
      failed("files", `${path} isn't writable`, "Give the service's account the right to write to it."),
    ];
  }
}

const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)));
