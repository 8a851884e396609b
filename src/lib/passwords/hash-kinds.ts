import { createHash, createHmac } from "node:crypto";
import { inEnglish, text, type Text } from "../../texts/translate.js";

/** A hash that can't be used. The sentence doesn't have the hash. */
export class HashRejected extends Error {
  constructor(readonly sentence: Text) {
    super(inEnglish(sentence));
  }
}

/** A hash of another application, by the function that computes it. */
export type ImportedHash = Bcrypt | Argon2 | Pbkdf2 | Scrypt | SaltedDigest | Phpass | ShaCrypt;

interface Bcrypt {
  kind: "bcrypt";
  hash: string;
  cost: number;
  /** What the application hashed in place of the password. */
  input: (password: string) => string;
}

interface Bytes {
  salt: Buffer;
  hash: Buffer;
}

interface Argon2 extends Bytes {
  kind: "argon2";
  variant: "id" | "i" | "d";
  /** KiB. */
  memory: number;
  iterations: number;
  parallelism: number;
}

/** The hash has at most one block of the output. */
interface Pbkdf2 extends Bytes {
  kind: "pbkdf2";
  digest: Digest;
  iterations: number;
}

interface Scrypt extends Bytes {
  kind: "scrypt";
  cost: number;
  blockSize: number;
  parallelism: number;
  /** Whether the application hashed the NFKC form of the password. */
  isNfkc: boolean;
}

/** A digest of the password and the salt, as LDAP servers store it, or the digest of that one again. */
interface SaltedDigest extends Bytes {
  kind: "salted-digest";
  digest: Digest;
  iterations: number;
}

/** Iterated MD5, as WordPress before 6.8 and phpBB store it. */
interface Phpass extends Bytes {
  kind: "phpass";
  /** The logarithm of the iterations. */
  cost: number;
}

/** SHA-256 or SHA-512 in many rounds, as `crypt(3)` stores it. */
interface ShaCrypt {
  kind: "sha-crypt";
  text: string;
  rounds: number;
}

/** The length of a block of the output, in bytes. */
const DIGESTS = { sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 };
export type Digest = keyof typeof DIGESTS;
const [SHORTEST_HASH, LONGEST_HASH] = [16, 64];
const LONGEST_SALT = 96;
/** The largest number that the algorithms take. */
const MAX_NUMBER = 2 ** 31 - 1;

type Input = (password: string) => string;
const asTyped: Input = (password) => password;

export function bcrypt(hash: string, input = asTyped): ImportedHash {
  const cost = Number(hash.slice(4, 6));
  within("cost", cost, 4, 31);
  return { kind: "bcrypt", hash, cost, input };
}

/** What applications hash because bcrypt reads only 72 bytes. */
export const sha256Hex: Input = (password) => createHash("sha256").update(password).digest("hex");
export const hmacOf =
  (digest: string, key: string): Input =>
  (password) =>
    createHmac(digest, key).update(password).digest("base64");

export function argon2(
  variant: Argon2["variant"],
  { memory, iterations, parallelism }: Pick<Argon2, "memory" | "iterations" | "parallelism">,
  bytes: Bytes,
): ImportedHash {
  checkBytes(bytes, 8);
  within("parallelism", parallelism, 1, MAX_NUMBER);
  within("memory", memory, 8 * parallelism, MAX_NUMBER);
  within("iterations", iterations, 1, MAX_NUMBER);
  return { kind: "argon2", variant, memory, iterations, parallelism, ...bytes };
}

/**
 * Each block of the output takes all iterations again (RFC 8018, section 5.2), and none depends on another one. Only the
 * first is compared: it is as hard to guess, and a long hash would multiply the work. The output of Argon2 and scrypt is
 * stretched in the last step, where its length costs nothing.
 */
export function pbkdf2(digest: Digest, iterations: number, bytes: Bytes): ImportedHash {
  checkBytes(bytes, 1);
  within("iterations", iterations, 1, MAX_NUMBER);
  const hash = bytes.hash.subarray(0, DIGESTS[digest]);
  return { kind: "pbkdf2", digest, iterations, salt: bytes.salt, hash };
}

/** @param exponent of the cost, a power of two */
export function scrypt(
  { exponent, blockSize, parallelism }: { exponent: number; blockSize: number; parallelism: number },
  bytes: Bytes,
  isNfkc = false,
): ImportedHash {
  checkBytes(bytes, 1);
  within("block_size", blockSize, 1, MAX_NUMBER);
  // RFC 7914, section 2: the cost is less than 2^(128 * r / 8)
  within("cost", exponent, 1, Math.min(16 * blockSize - 1, 31));
  within("parallelism", parallelism, 1, MAX_NUMBER);
  if (!Number.isInteger(exponent)) throw new HashRejected(text("import.hash.power"));
  return { kind: "scrypt", cost: 2 ** exponent, blockSize, parallelism, ...bytes, isNfkc };
}

/** @param value the digest, followed by the salt */
export function saltedDigest(digest: Digest, value: Buffer, iterations = 1): ImportedHash {
  const hash = value.subarray(0, DIGESTS[digest]);
  const bytes = { hash, salt: value.subarray(hash.length) };
  within("hash", hash.length, DIGESTS[digest], DIGESTS[digest]);
  within("salt", bytes.salt.length, 1, LONGEST_SALT);
  within("iterations", iterations, 1, MAX_NUMBER);
  return { kind: "salted-digest", digest, iterations, ...bytes };
}

export function phpass(cost: number, bytes: Bytes): ImportedHash {
  within("cost", cost, 7, 30);
  return { kind: "phpass", cost, ...bytes };
}

export function shaCrypt(text: string, rounds: number): ImportedHash {
  within("rounds", rounds, 1000, 999_999_999);
  return { kind: "sha-crypt", text, rounds };
}

function checkBytes({ salt, hash }: Bytes, shortestSalt: number): void {
  within("salt", salt.length, shortestSalt, LONGEST_SALT);
  within("hash", hash.length, SHORTEST_HASH, LONGEST_HASH);
}

/** A missing or malformed number is NaN, which no range contains. */
function within(name: Part, value: number, least: number, most: number): void {
  if (value >= least && value <= most) return;
  throw new HashRejected(text(`import.hash.range.${name}`, { least, most }));
}

type Part = "cost" | "memory" | "iterations" | "parallelism" | "block_size" | "rounds" | "salt" | "hash";
