/**
 * Password hashes of other applications, in the form in which they are stored until the next sign-in: bcrypt as it is,
 * the others as PHC strings (github.com/P-H-C/phc-string-format).
 */
export type ImportedHash =
  | { kind: "bcrypt"; hash: string; cost: number }
  | {
      kind: "argon2";
      variant: "id" | "i";
      /** KiB. */
      memory: number;
      iterations: number;
      parallelism: number;
      salt: Buffer;
      hash: Buffer;
    }
  | {
      kind: "pbkdf2";
      digest: keyof typeof DIGESTS;
      iterations: number;
      salt: Buffer;
      /** At most one block of the output. */
      hash: Buffer;
    }
  | {
      kind: "scrypt";
      cost: number;
      blockSize: number;
      parallelism: number;
      salt: Buffer;
      hash: Buffer;
      /** Whether the application hashed the NFKC form of the password. */
      isNfkc: boolean;
    };

/** The hash can't be used. The message is a sentence without the hash. */
export class HashRejected extends Error {}

const MEBIBYTE = 1024 * 1024;
/** The longest that the column stores. */
const LONGEST = 255;
/** Limits for one comparison, so that a hostile file can't stop the sign-in of others. */
const MAX_MS = 10_000;
const MAX_BYTES = 256 * 1024 * 1024;
/** A comparison above this estimate waits in a queue of its own. */
const SLOW_MS = 1000;
/** What one comparison takes on a slow core, in milliseconds. */
const COST_MS = {
  /** Of 2^cost. */
  bcrypt: 0.12,
  /** Of each MiB of an iteration. */
  argon2: 3.5,
  /** Of each iteration. */
  pbkdf2: { sha1: 0.0005, sha256: 0.0005, sha512: 0.0011 },
  /** Of each MiB. */
  scrypt: 5,
};
/** The length of a block of PBKDF2, in bytes. */
const DIGESTS = { sha1: 20, sha256: 32, sha512: 64 };
const [SHORTEST_HASH, LONGEST_HASH] = [16, 64];
const LONGEST_SALT = 96;
/** The largest number that the algorithms take. */
const MAX_NUMBER = 2 ** 31 - 1;

/** @throws HashRejected for an unknown format, and for parameters that can't be computed or are above the limits */
export function parseImportedHash(stored: string): ImportedHash {
  if (stored.length > LONGEST) throw new HashRejected("The password hash is too long.");
  const parsed = parseBcrypt(stored) ?? parsePhc(stored);
  if (parsed === null) throw new HashRejected("The format of the password hash isn't supported.");
  if (bytesOf(parsed) > MAX_BYTES)
    throw new HashRejected(`The password hash takes more than ${MAX_BYTES / MEBIBYTE} MiB of memory.`);
  if (millisecondsOf(parsed) > MAX_MS)
    throw new HashRejected(`The password hash takes more than an estimated ${MAX_MS / 1000} seconds.`);
  return parsed;
}

/** Whether a comparison takes so long that the ordinary ones shouldn't wait for it. */
export const isSlow = (hash: ImportedHash): boolean => millisecondsOf(hash) > SLOW_MS;

/** The estimated time of one comparison on one core. */
function millisecondsOf(hash: ImportedHash): number {
  if (hash.kind === "bcrypt") return COST_MS.bcrypt * 2 ** hash.cost;
  if (hash.kind === "pbkdf2") return COST_MS.pbkdf2[hash.digest] * hash.iterations;
  if (hash.kind === "argon2") return COST_MS.argon2 * (hash.memory / 1024) * hash.iterations;
  return COST_MS.scrypt * ((128 * hash.cost * hash.blockSize * hash.parallelism) / MEBIBYTE);
}

function bytesOf(hash: ImportedHash): number {
  if (hash.kind === "argon2") return hash.memory * 1024;
  return hash.kind === "scrypt" ? 128 * hash.blockSize * Math.max(hash.cost, hash.parallelism) : 0;
}

function parseBcrypt(stored: string): ImportedHash | null {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(stored) ?? [];
  if (cost === undefined) return null;
  within("cost", Number(cost), 4, 31);
  return { kind: "bcrypt", hash: stored, cost: Number(cost) };
}

function parsePhc(stored: string): ImportedHash | null {
  const [, name = "", version, list = "", salt = "", hash = ""] =
    /^\$([a-z0-9-]+)(?:\$v=(\d+))?\$([a-z]+=\d+(?:,[a-z]+=\d+)*)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(
      stored,
    ) ?? [];
  const parameters = new Map(list.split(",").map((pair) => pair.split("=") as [string, string]));
  const number = (key: string): number => Number(parameters.get(key) ?? NaN);
  const bytes = { salt: Buffer.from(salt, "base64"), hash: Buffer.from(hash, "base64") };
  if (name === "argon2id" || name === "argon2i") return parseArgon2(name, version, number, bytes);
  if (/^pbkdf2-sha(1|256|512)$/.test(name)) return parsePbkdf2(name, number, bytes);
  return name === "scrypt" || name === "scrypt-nfkc" ? parseScrypt(name, number, bytes) : null;
}

type Parameters = (key: string) => number;
interface Bytes {
  salt: Buffer;
  hash: Buffer;
}

function parseArgon2(
  name: string,
  version: string | undefined,
  number: Parameters,
  bytes: Bytes,
): ImportedHash {
  const [memory, iterations, parallelism] = [number("m"), number("t"), number("p")];
  if (version !== "19") throw new HashRejected("Only version 1.3 of Argon2 is supported.");
  checkBytes(bytes, 8);
  within("parallelism", parallelism, 1, MAX_NUMBER);
  within("memory", memory, 8 * parallelism, MAX_NUMBER);
  within("iterations", iterations, 1, MAX_NUMBER);
  const variant = name === "argon2id" ? "id" : "i";
  return { kind: "argon2", variant, memory, iterations, parallelism, ...bytes };
}

/**
 * Each block of the output takes all iterations again (RFC 8018, section 5.2), and none depends on another one. Only the
 * first is compared: it is as hard to guess, and a long hash would multiply the work. The output of Argon2 and scrypt is
 * stretched in the last step, where its length costs nothing.
 */
function parsePbkdf2(name: string, number: Parameters, bytes: Bytes): ImportedHash {
  const digest = name.slice("pbkdf2-".length) as keyof typeof DIGESTS;
  const iterations = number("i");
  checkBytes(bytes, 1);
  within("iterations", iterations, 1, MAX_NUMBER);
  const hash = bytes.hash.subarray(0, DIGESTS[digest]);
  return { kind: "pbkdf2", digest, iterations, salt: bytes.salt, hash };
}

function parseScrypt(name: string, number: Parameters, bytes: Bytes): ImportedHash {
  const [exponent, blockSize, parallelism] = [number("ln"), number("r"), number("p")];
  checkBytes(bytes, 1);
  within("block size", blockSize, 1, MAX_NUMBER);
  // RFC 7914, section 2: the cost is less than 2^(128 * r / 8)
  within("cost", exponent, 1, Math.min(16 * blockSize - 1, 31));
  within("parallelism", parallelism, 1, MAX_NUMBER);
  const cost = 2 ** exponent;
  return { kind: "scrypt", cost, blockSize, parallelism, ...bytes, isNfkc: name === "scrypt-nfkc" };
}

function checkBytes({ salt, hash }: Bytes, shortestSalt: number): void {
  within("length of the salt", salt.length, shortestSalt, LONGEST_SALT);
  within("length of the hash", hash.length, SHORTEST_HASH, LONGEST_HASH);
}

/** A missing or malformed number is NaN, which no range contains. */
function within(name: string, value: number, least: number, most: number): void {
  if (value >= least && value <= most) return;
  throw new HashRejected(`The ${name} of the password hash must be between ${least} and ${most}.`);
}

const base64 = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

/** The stored form of a hash other than bcrypt. */
export const phc = (name: string, parameters: Record<string, number>, { salt, hash }: Bytes): string => {
  const list = Object.entries(parameters).map(([key, value]) => `${key}=${value}`);
  const version = name.startsWith("argon2") ? "$v=19" : "";
  return `$${name}${version}$${list.join(",")}$${base64(salt)}$${base64(hash)}`;
};
