import { openToRead } from "./files/files.js";
import { CommandFailed, EXIT } from "./failures.js";
import type { CommandLine } from "./command-line.js";
import { FormerHashes } from "../domain/import/sources/former-hashes.js";
import { readHashKey, type HashKey } from "../domain/import/sources/hash-key.js";
import { fieldNames } from "../domain/import/field-names.js";
import { formatOf, ImportFile, type Format } from "../domain/import/import-file.js";
import type { FileOptions } from "../domain/import/import-passes.js";
import { PasswordCheck } from "../domain/import/password-check.js";
import { keySchemeOf, type SourceName } from "../domain/import/sources/sources.js";

/** The options that say how the rows are read. */
export interface ReadingOptions {
  map?: string;
  hashKeyFile?: string;
  hashes?: string;
}

/** @throws CommandFailed, FileRejected */
export async function readingOptions(
  source: SourceName,
  { map, hashKeyFile, hashes }: ReadingOptions,
): Promise<Pick<FileOptions, "names" | "hashKey" | "hashes">> {
  if (hashes !== undefined && source !== "auth0")
    throw new CommandFailed("Only auth0 has hashes in a file of their own.", EXIT.usage);
  return {
    ...(map !== undefined && { names: namesIn(map) }),
    ...(hashKeyFile !== undefined && { hashKey: await hashKeyIn(source, hashKeyFile) }),
    ...(hashes !== undefined && {
      hashes: await withImportFile(hashes, "json", (file) => FormerHashes.read(file)),
    }),
  };
}

function namesIn(pairs: string): Map<string, string> {
  const names = fieldNames(pairs);
  if (names === null)
    throw new CommandFailed("Enter --map as email=mail,first_name=profile.first", EXIT.usage);
  return names;
}

/** Such a file is short; anything longer is another one. */
const LONGEST_KEY = 64 * 1024;

async function hashKeyIn(source: SourceName, path: string): Promise<HashKey> {
  const scheme = keySchemeOf(source);
  if (scheme === null) throw new CommandFailed(`The hashes of ${source} need no secret.`, EXIT.usage);
  return withFile(path, async (file, size) => {
    if (size > LONGEST_KEY) throw new CommandFailed(`${path} is too long for a secret.`, EXIT.usage);
    return readHashKey(scheme, await file.readFile("utf8"));
  });
}

/** Opens a file with accounts for some work. @throws CommandFailed when it can't be read */
export const withImportFile = <T>(
  path: string,
  format: Format | undefined,
  work: (file: ImportFile) => Promise<T>,
): Promise<T> =>
  withFile(path, async (handle, size) => {
    const known = format ?? formatOf(path);
    if (known === null)
      throw new CommandFailed(`Enter --format csv or --format json for ${path}.`, EXIT.usage);
    return work(new ImportFile(handle, path, known, size));
  });

type FileHandle = Awaited<ReturnType<typeof openToRead>>;

async function withFile<T>(path: string, work: (file: FileHandle, size: number) => Promise<T>): Promise<T> {
  const file = await openToRead(path).catch(() => null);
  try {
    const stats = await file?.stat();
    if (file && stats?.isFile()) return await work(file, stats.size);
    throw new CommandFailed(`${path} can't be read${stats ? ": it isn't a file" : ""}.`, EXIT.usage);
  } finally {
    await file?.close();
  }
}

/** Asks for the password of the account. */
export async function askedCheck(
  line: CommandLine,
  email: string | undefined,
): Promise<PasswordCheck | undefined> {
  if (email === undefined) return undefined;
  return new PasswordCheck(email, await line.terminal.secret(`Password of ${email}: `));
}
