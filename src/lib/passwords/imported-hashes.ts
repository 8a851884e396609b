import { text } from "../../texts/translate.js";
import { readHash } from "./hash-formats.js";
import { HashRejected, type ImportedHash } from "./hash-kinds.js";
import { readKeyedHash, type KeyScheme } from "./keyed-hashes.js";

/**
 * Password hashes of other applications. They are stored as they came until the next sign-in (`hash-formats.ts`); what an
 * export has in fields of its own becomes a PHC string (github.com/P-H-C/phc-string-format).
 */
export { HashRejected, type ImportedHash } from "./hash-kinds.js";

const MEBIBYTE = 1024 * 1024;
/** The longest that the column stores. */
const LONGEST = 255;
/** Limits for one comparison, so that a hostile file can't stop the sign-in of others. */
const MAX_MS = 10_000;
const MAX_BYTES = 256 * MEBIBYTE;
/** A comparison above this estimate waits in a queue of its own. */
const SLOW_MS = 1000;
/** What one comparison takes on a slow core, in milliseconds. */
const COST_MS = {
  /** Of 2^cost. */
  bcrypt: 0.12,
  /** Of each MiB of an iteration. */
  argon2: 3.5,
  /** Of each iteration. */
  pbkdf2: { sha1: 0.0005, sha224: 0.0005, sha256: 0.0005, sha384: 0.0011, sha512: 0.0011 },
  /** Of each MiB. */
  scrypt: 5,
  /** Of 2^cost. */
  phpass: 0.005,
  /** Of each round. */
  shaCrypt: 0.009,
  /** Of each iteration. */
  saltedDigest: 0.005,
};

/** @throws HashRejected for an unknown format, and for parameters that can't be computed or are above the limits */
export function parseImportedHash(stored: string): ImportedHash {
  if (stored.length > LONGEST) throw new HashRejected(text("import.hash.too_long"));
  const keyed = readKeyedHash(stored);
  const parsed = readHash(keyed === null ? stored : keyed.text);
  if (parsed === null || (keyed !== null && !isOf(keyed.scheme, parsed)))
    throw new HashRejected(text("import.hash.format"));
  if (bytesOf(parsed) > MAX_BYTES)
    throw new HashRejected(text("import.hash.memory", { mib: MAX_BYTES / MEBIBYTE }));
  if (millisecondsOf(parsed) > MAX_MS)
    throw new HashRejected(text("import.hash.time", { seconds: MAX_MS / 1000 }));
  return parsed;
}

/** Whether the application makes hashes of this kind. Firebase encrypts with the first 32 bytes. */
function isOf(scheme: KeyScheme, hash: ImportedHash): boolean {
  if (scheme === "firebase") return hash.kind === "scrypt" && hash.hash.length >= 32;
  return scheme === "devise" ? hash.kind === "bcrypt" : true;
}

/** Whether a comparison takes so long that the ordinary ones shouldn't wait for it. */
export const isSlow = (hash: ImportedHash): boolean => millisecondsOf(hash) > SLOW_MS;

/** The estimated time of one comparison on one core. */
function millisecondsOf(hash: ImportedHash): number {
  switch (hash.kind) {
    case "bcrypt":
      return COST_MS.bcrypt * 2 ** hash.cost;
    case "pbkdf2":
      return COST_MS.pbkdf2[hash.digest] * hash.iterations;
    case "argon2":
      return COST_MS.argon2 * (hash.memory / 1024) * hash.iterations;
    case "scrypt":
      return COST_MS.scrypt * ((128 * hash.cost * hash.blockSize * hash.parallelism) / MEBIBYTE);
    case "phpass":
      return COST_MS.phpass * 2 ** hash.cost;
    case "sha-crypt":
      return COST_MS.shaCrypt * hash.rounds;
    case "salted-digest":
      return COST_MS.saltedDigest * hash.iterations;
  }
}

function bytesOf(hash: ImportedHash): number {
  if (hash.kind === "argon2") return hash.memory * 1024;
  return hash.kind === "scrypt" ? 128 * hash.blockSize * Math.max(hash.cost, hash.parallelism) : 0;
}

const base64 = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

/** A PHC string. */
export const phc = (
  name: string,
  parameters: Record<string, number>,
  { salt, hash }: { salt: Buffer; hash: Buffer },
): string => {
  const list = Object.entries(parameters).map(([key, value]) => `${key}=${value}`);
  const version = name.startsWith("argon2") ? "$v=19" : "";
  return `$${name}${version}$${list.join(",")}$${base64(salt)}$${base64(hash)}`;
};
