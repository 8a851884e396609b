import * as kinds from "./hash-kinds.js";
import type { Digest, ImportedHash } from "./hash-kinds.js";
import {
  aspNet,
  base64,
  hex,
  passlibBase64,
  PHPASS,
  phpassBytes,
  saltAndHash,
  withoutOuterBlanks,
} from "./hash-texts.js";

type Groups = Record<string, string>;

/** A text in which applications store a hash. */
interface Format {
  pattern: RegExp;
  /** @throws HashRejected for parameters that can't be computed */
  read: (groups: Groups) => ImportedHash;
}

/** One row per text. Salts that are text are hashed as their bytes. */
const FORMATS: readonly Format[] = [
  // bcrypt as it is
  { pattern: /^(?<hash>\$2[aby]\$\d\d\$[./A-Za-z0-9]{53})$/, read: ({ hash }) => kinds.bcrypt(hash!) },
  // Django: BCryptPasswordHasher, BCryptSHA256PasswordHasher
  {
    pattern: /^bcrypt\$(?<hash>\$2[aby]\$\d\d\$[./A-Za-z0-9]{53})$/,
    read: ({ hash }) => kinds.bcrypt(hash!),
  },
  {
    pattern: /^bcrypt_sha256\$(?<hash>\$2[aby]\$\d\d\$[./A-Za-z0-9]{53})$/,
    read: ({ hash }) => kinds.bcrypt(hash!, kinds.sha256Hex),
  },
  // passlib: bcrypt_sha256, version 2
  {
    pattern:
      /^\$bcrypt-sha256\$v=2,t=2b,r=(?<cost>\d+)\$(?<salt>[./A-Za-z0-9]{22})\$(?<hash>[./A-Za-z0-9]{31})$/,
    read: ({ cost, salt, hash }) =>
      kinds.bcrypt(`$2b$${cost!.padStart(2, "0")}$${salt}${hash}`, kinds.hmacOf("sha256", salt!)),
  },
  // WordPress since 6.8, which cuts blanks off at the sign-in
  {
    pattern: /^\$wp(?<hash>\$2[aby]\$\d\d\$[./A-Za-z0-9]{53})$/,
    read: ({ hash }) =>
      kinds.bcrypt(hash!, (password) => kinds.hmacOf("sha384", "wp-sha384")(withoutOuterBlanks(password))),
  },
  // WordPress before 6.8, phpBB
  {
    pattern: /^\$[PH]\$(?<cost>[./0-9A-Za-z])(?<salt>.{8})(?<hash>[./0-9A-Za-z]{22})$/,
    read: ({ cost, salt, hash }) =>
      kinds.phpass(PHPASS.indexOf(cost!), { salt: Buffer.from(salt!), hash: phpassBytes(hash!) }),
  },
  // the string format of PHC; Django writes it after "argon2"
  {
    pattern:
      /^(?:argon2)?\$argon2(?<variant>id|i|d)\$v=19\$m=(?<memory>\d+),t=(?<iterations>\d+),p=(?<parallelism>\d+)\$(?<salt>[A-Za-z0-9+/]+={0,2})\$(?<hash>[A-Za-z0-9+/]+={0,2})$/,
    read: ({ variant, memory, iterations, parallelism, salt, hash }) =>
      kinds.argon2(
        variant as "id" | "i" | "d",
        { memory: Number(memory), iterations: Number(iterations), parallelism: Number(parallelism) },
        { salt: base64(salt!), hash: base64(hash!) },
      ),
  },
  {
    pattern:
      /^\$pbkdf2-(?<digest>sha(?:1|224|256|384|512))\$i=(?<iterations>\d+)(?:,l=\d+)?\$(?<salt>[A-Za-z0-9+/]+={0,2})\$(?<hash>[A-Za-z0-9+/]+={0,2})$/,
    read: ({ digest, iterations, salt, hash }) =>
      kinds.pbkdf2(digest as Digest, Number(iterations), { salt: base64(salt!), hash: base64(hash!) }),
  },
  {
    pattern:
      /^\$scrypt(?<nfkc>-nfkc)?\$ln=(?<exponent>\d{1,2}),r=(?<blockSize>\d+),p=(?<parallelism>\d+)\$(?<salt>[A-Za-z0-9+/]+={0,2})\$(?<hash>[A-Za-z0-9+/]+={0,2})$/,
    read: ({ nfkc, exponent, blockSize, parallelism, salt, hash }) =>
      kinds.scrypt(
        { exponent: Number(exponent), blockSize: Number(blockSize), parallelism: Number(parallelism) },
        { salt: base64(salt!), hash: base64(hash!) },
        nfkc !== undefined,
      ),
  },
  // Kratos, which writes the cost where others have its logarithm
  {
    pattern:
      /^\$scrypt\$ln=(?<cost>\d{3,}),r=(?<blockSize>\d+),p=(?<parallelism>\d+)\$(?<salt>[A-Za-z0-9+/]+={0,2})\$(?<hash>[A-Za-z0-9+/]+={0,2})$/,
    read: ({ cost, blockSize, parallelism, salt, hash }) =>
      kinds.scrypt(
        { exponent: Math.log2(Number(cost)), blockSize: Number(blockSize), parallelism: Number(parallelism) },
        { salt: base64(salt!), hash: base64(hash!) },
      ),
  },
  // FusionAuth
  {
    pattern:
      /^\$salted-sha256\$i=(?<iterations>\d+)\$(?<salt>[A-Za-z0-9+/]+={0,2})\$(?<hash>[A-Za-z0-9+/]+={0,2})$/,
    read: ({ iterations, salt, hash }) =>
      kinds.saltedDigest("sha256", Buffer.concat([base64(hash!), base64(salt!)]), Number(iterations)),
  },
  // Gitea: passwd_hash_algo, salt and passwd, joined by $
  {
    pattern: /^pbkdf2\$(?<iterations>\d+)\$\d+\$(?<salt>(?:[0-9a-f]{2}){16,})\$(?<hash>[0-9a-f]+)$/,
    read: ({ iterations, salt, hash }) =>
      kinds.pbkdf2("sha256", Number(iterations), { salt: hex(salt!), hash: hex(hash!) }),
  },
  {
    pattern:
      /^argon2\$(?<iterations>\d+)\$(?<memory>\d+)\$(?<parallelism>\d+)\$\d+\$(?<salt>(?:[0-9a-f]{2}){16,})\$(?<hash>[0-9a-f]+)$/,
    read: ({ iterations, memory, parallelism, salt, hash }) =>
      kinds.argon2(
        "id",
        { memory: Number(memory), iterations: Number(iterations), parallelism: Number(parallelism) },
        { salt: hex(salt!), hash: hex(hash!) },
      ),
  },
  // Django
  {
    pattern:
      /^pbkdf2_(?<digest>sha(?:1|256))\$(?<iterations>\d+)\$(?<salt>[^$]+)\$(?<hash>[A-Za-z0-9+/]+={0,2})$/,
    read: ({ digest, iterations, salt, hash }) =>
      kinds.pbkdf2(digest as Digest, Number(iterations), { salt: Buffer.from(salt!), hash: base64(hash!) }),
  },
  {
    pattern:
      /^scrypt\$(?<cost>\d+)\$(?<salt>[^$]+)\$(?<blockSize>\d+)\$(?<parallelism>\d+)\$(?<hash>[A-Za-z0-9+/]+={0,2})$/,
    read: ({ cost, salt, blockSize, parallelism, hash }) =>
      kinds.scrypt(
        { exponent: Math.log2(Number(cost)), blockSize: Number(blockSize), parallelism: Number(parallelism) },
        { salt: Buffer.from(salt!), hash: base64(hash!) },
      ),
  },
  // Werkzeug (Flask)
  {
    pattern: /^pbkdf2:(?<digest>sha(?:1|256|512)):(?<iterations>\d+)\$(?<salt>[^$]+)\$(?<hash>[0-9a-f]+)$/,
    read: ({ digest, iterations, salt, hash }) =>
      kinds.pbkdf2(digest as Digest, Number(iterations), { salt: Buffer.from(salt!), hash: hex(hash!) }),
  },
  {
    pattern:
      /^scrypt:(?<cost>\d+):(?<blockSize>\d+):(?<parallelism>\d+)\$(?<salt>[^$]+)\$(?<hash>[0-9a-f]+)$/,
    read: ({ cost, salt, blockSize, parallelism, hash }) =>
      kinds.scrypt(
        { exponent: Math.log2(Number(cost)), blockSize: Number(blockSize), parallelism: Number(parallelism) },
        { salt: Buffer.from(salt!), hash: hex(hash!) },
      ),
  },
  // passlib, go-crypt, Zitadel, and LDAP servers with its layout
  {
    pattern:
      /^\$pbkdf2(?:-(?<digest>sha(?:1|224|256|384|512)))?\$(?<iterations>\d+)\$(?<salt>[./A-Za-z0-9]+)\$(?<hash>[./A-Za-z0-9]+)$/,
    read: ({ digest = "sha1", iterations, salt, hash }) =>
      kinds.pbkdf2(digest as Digest, Number(iterations), {
        salt: passlibBase64(salt!),
        hash: passlibBase64(hash!),
      }),
  },
  {
    pattern:
      /^\{PBKDF2(?:-(?<digest>SHA1|SHA256|SHA512))?\}(?<iterations>\d+)\$(?<salt>[./A-Za-z0-9]+)\$(?<hash>[./A-Za-z0-9]+)$/,
    read: ({ digest = "SHA1", iterations, salt, hash }) =>
      kinds.pbkdf2(digest.toLowerCase() as Digest, Number(iterations), {
        salt: passlibBase64(salt!),
        hash: passlibBase64(hash!),
      }),
  },
  // crypt(3); Kratos has longer names
  {
    pattern:
      /^\$(?<function>5|6|sha256-crypt|sha512-crypt)(?<rest>\$(?:rounds=(?<rounds>\d+)\$)?[./A-Za-z0-9]{1,16}\$(?:[./A-Za-z0-9]{43}|[./A-Za-z0-9]{86}))$/,
    read: ({ function: name, rest, rounds = "5000" }) =>
      kinds.shaCrypt(`$${/5$|256/.test(name!) ? 5 : 6}${rest}`, Number(rounds)),
  },
  // LDAP servers
  {
    pattern: /^\{SSHA\}(?<value>[A-Za-z0-9+/]+={0,2})$/,
    read: ({ value }) => kinds.saltedDigest("sha1", base64(value!)),
  },
  {
    pattern: /^\{SSHA(?<bits>256|512)\}(?<value>[A-Za-z0-9+/]+={0,2})$/,
    read: ({ bits, value }) => kinds.saltedDigest(`sha${bits as "256" | "512"}`, base64(value!)),
  },
  // Atlassian
  {
    pattern: /^\{PKCS5S2\}(?<value>[A-Za-z0-9+/]+={0,2})$/,
    read: ({ value }) => kinds.pbkdf2("sha1", 10_000, saltAndHash(base64(value!), 16)),
  },
  // Spring Security: Pbkdf2PasswordEncoder and SCryptPasswordEncoder with their defaults
  {
    pattern: /^\{pbkdf2@SpringSecurity_v5_8\}(?<value>[0-9a-f]+)$/,
    read: ({ value }) => kinds.pbkdf2("sha256", 310_000, saltAndHash(hex(value!), 16)),
  },
  {
    pattern: /^\{pbkdf2\}(?<value>[0-9a-f]+)$/,
    read: ({ value }) => kinds.pbkdf2("sha1", 185_000, saltAndHash(hex(value!), 8)),
  },
  {
    pattern:
      /^\$(?<exponent>[0-9a-f]{1,2})(?<blockSize>[0-9a-f]{2})(?<parallelism>[0-9a-f]{2})\$(?<salt>[A-Za-z0-9+/]+={0,2})\$(?<hash>[A-Za-z0-9+/]+={0,2})$/,
    read: ({ exponent, blockSize, parallelism, salt, hash }) =>
      kinds.scrypt(
        {
          exponent: parseInt(exponent!, 16),
          blockSize: parseInt(blockSize!, 16),
          parallelism: parseInt(parallelism!, 16),
        },
        { salt: base64(salt!), hash: base64(hash!) },
      ),
  },
  // ASP.NET Core Identity, version 3
  { pattern: /^(?<value>AQ[A-Za-z0-9+/]{30,}={0,2})$/, read: ({ value }) => aspNet(base64(value!)) },
];

/** The names that Spring Security and LDAP servers write before a text that says itself what it is. */
const PREFIX =
  /^\{(?:bcrypt|scrypt|scrypt@SpringSecurity_v5_8|argon2|argon2@SpringSecurity_v5_8|ARGON2|CRYPT)\}/;

/** @returns null for an unknown text @throws HashRejected for parameters that can't be computed */
export function readHash(stored: string): ImportedHash | null {
  const text = stored.replace(PREFIX, "");
  for (const { pattern, read } of FORMATS) {
    const found = pattern.exec(text);
    if (found) return read(found.groups as Groups);
  }
  return null;
}
