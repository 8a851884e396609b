import { accessSync, constants } from "node:fs";
import { isEmbedded } from "./addresses.js";
import { ConfigurationError, type Environment } from "./env.js";

/**
 * Checks the files of certificate authorities at the start, because a connection would report a missing one without the
 * name of its variable.
 * @throws ConfigurationError
 */
export function rejectUnreadableAuthorities({ DATABASE_URL, REDIS_URL }: Environment): void {
  const query = isEmbedded(DATABASE_URL) ? "" : DATABASE_URL.split("?")[1];
  const files = {
    DATABASE_URL: new URLSearchParams(query).get("ssl-ca"),
    REDIS_URL: REDIS_URL?.tls?.authority ?? null,
  };
  const problems = Object.entries(files).flatMap(([variable, file]) =>
    file === null || isReadable(file) ? [] : [`${variable}: the file of ssl-ca, ${file}, can't be read`],
  );
  if (problems.length > 0) throw new ConfigurationError(problems);
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
