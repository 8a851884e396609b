/**
 * Password hashes of other applications, in the form in which they are stored until the next sign-in: bcrypt as it is,
 * the others as PHC strings (github.com/P-H-C/phc-string-format).
 */
export type ImportedHash =
  | { kind: "bcrypt"; hash: string }
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

/** The longest that the column stores. */
const LONGEST = 255;
/**
 * Limits for one comparison, about a second of CPU time, so that a hostile file can't stop the sign-in of others. They
 * are above the defaults of all applications that are named in docs/operations.md.
 */
const MAX = {
  bcryptCost: 14,
  argonMemory: 128 * 1024,
  argonWork: 512 * 1024,
  argonParallelism: 8,
  /** By digest, because SHA-512 takes longer. */
  pbkdf2Iterations: { sha1: 1_300_000, sha256: 1_300_000, sha512: 700_000 },
  scryptBytes: 128 * 1024 * 1024,
  scryptParallelism: 8,
  scryptWork: 2 * 128 * 1024 * 1024,
};
/** The length of a block of PBKDF2, in bytes. */
const DIGESTS = { sha1: 20, sha256: 32, sha512: 64 };
const [SHORTEST_HASH, LONGEST_HASH] = [16, 64];
const LONGEST_SALT = 96;

/** @throws HashRejected for an unknown format, and for parameters above the limits */
export function parseImportedHash(stored: string): ImportedHash {
  if (stored.length > LONGEST) throw new HashRejected("The password hash is too long.");
  const parsed = parseBcrypt(stored) ?? parsePhc(stored);
  if (parsed === null) throw new HashRejected("The format of the password hash isn't supported.");
  return parsed;
}

function parseBcrypt(stored: string): ImportedHash | null {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(stored) ?? [];
  if (cost === undefined) return null;
  within("cost", Number(cost), 4, MAX.bcryptCost);
  return { kind: "bcrypt", hash: stored };
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
  within("parallelism", parallelism, 1, MAX.argonParallelism);
  within("memory", memory, 8 * parallelism, MAX.argonMemory);
  within("iterations", iterations, 1, Math.floor(MAX.argonWork / memory));
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
  within("iterations", iterations, 1, MAX.pbkdf2Iterations[digest]);
  const hash = bytes.hash.subarray(0, DIGESTS[digest]);
  return { kind: "pbkdf2", digest, iterations, salt: bytes.salt, hash };
}

function parseScrypt(name: string, number: Parameters, bytes: Bytes): ImportedHash {
  const [exponent, blockSize, parallelism] = [number("ln"), number("r"), number("p")];
  checkBytes(bytes, 1);
  within("cost", exponent, 1, 20);
  within("block size", blockSize, 1, 64);
  within("parallelism", parallelism, 1, MAX.scryptParallelism);
  const cost = 2 ** exponent;
  within("memory", 128 * cost * blockSize, 1, MAX.scryptBytes);
  within("work", 128 * cost * blockSize * parallelism, 1, MAX.scryptWork);
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
