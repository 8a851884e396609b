// JavaScript, because a worker thread starts without the TypeScript loader that tests run under.
// @ts-check
import { createCipheriv, createHash, pbkdf2Sync, scryptSync, timingSafeEqual } from "node:crypto";
import bcrypt from "bcryptjs";

/**
 * Adds when the task started, by the clock that all threads share.
 * @template Task, Result
 * @param {(task: Task) => Promise<Result>} work
 */
const timed = (work) => async (/** @type {Task} */ task) => {
  const startedAt = Date.now();
  return { result: await work(task), startedAt };
};

export const compare = timed((/** @type {{ password: string, hash: string }} */ task) =>
  bcrypt.compare(task.password, task.hash),
);

export const hash = timed((/** @type {{ password: string, cost: number }} */ task) =>
  bcrypt.hash(task.password, task.cost),
);

export const compareImported = timed(matchesImported);

/**
 * Compares with a hash of another application. Bytes arrive as Uint8Array.
 * @param {{
 *   password: string,
 *   imported: Exclude<import("./imported-hashes.js").ImportedHash, { kind: "bcrypt" }>,
 *   signerKey: Uint8Array | null,
 * }} task
 */
async function matchesImported({ password, imported, signerKey }) {
  if (imported.kind === "sha-crypt") return (await import("unixcrypt")).verify(password, imported.text);
  const derived = await derive(password, imported);
  const computed = signerKey === null ? derived : encrypted(signerKey, derived.subarray(0, 32));
  return computed.length === imported.hash.length && timingSafeEqual(computed, imported.hash);
}

/** AES-256-CTR with zeros as its first counter, as Firebase has it. */
const encrypted = (/** @type {Uint8Array} */ text, /** @type {Uint8Array} */ key) =>
  createCipheriv("aes-256-ctr", key, Buffer.alloc(16)).update(text);

/**
 * @param {string} password
 * @param {Exclude<import("./imported-hashes.js").ImportedHash, { kind: "bcrypt" | "sha-crypt" }>} imported
 */
async function derive(password, imported) {
  const { salt, hash } = imported;
  if (imported.kind === "salted-digest") {
    let digest = createHash(imported.digest).update(password).update(salt).digest();
    for (let left = imported.iterations - 1; left > 0; left--)
      digest = createHash(imported.digest).update(digest).digest();
    return digest;
  }
  if (imported.kind === "phpass") {
    const typed = Buffer.from(password);
    let digest = createHash("md5").update(salt).update(typed).digest();
    for (let left = 2 ** imported.cost; left > 0; left--)
      digest = createHash("md5").update(digest).update(typed).digest();
    return digest;
  }
  if (imported.kind === "pbkdf2")
    return pbkdf2Sync(password, salt, imported.iterations, hash.length, imported.digest);
  if (imported.kind === "scrypt") {
    const { cost, blockSize, parallelism, isNfkc } = imported;
    // what OpenSSL counts: the blocks, the table, and two blocks more
    const maxmem = 128 * blockSize * (cost + parallelism + 2);
    const typed = isNfkc ? password.normalize("NFKC") : password;
    return scryptSync(typed, salt, hash.length, { cost, blockSize, parallelization: parallelism, maxmem });
  }
  // loaded with the first such hash, because most services have none
  const { argon2d, argon2i, argon2id } = await import("hash-wasm");
  const { variant, memory: memorySize, iterations, parallelism } = imported;
  const options = { password, salt, memorySize, iterations, parallelism, hashLength: hash.length };
  return { id: argon2id, i: argon2i, d: argon2d }[variant]({ ...options, outputType: "binary" });
}
