import { pbkdf2Sync, randomBytes, scryptSync } from "node:crypto";
import { expect } from "chai";
import { TooManyAttempts } from "../../../src/lib/failures.js";
import { HashRejected, isSlow, parseImportedHash, phc } from "../../../src/lib/passwords/imported-hashes.js";
import { Passwords } from "../../../src/lib/passwords/passwords.js";
import { bcryptWork } from "../../support/app/bcrypt-work.js";

const COST = 6;
const salt = randomBytes(16);
const scrypt = (password: string): string =>
  phc(
    "scrypt",
    { ln: 10, r: 8, p: 1 },
    { salt, hash: scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 }) },
  );
const pbkdf2 = (password: string, digest = "sha256", bytes = 32): string =>
  phc(`pbkdf2-${digest}`, { i: 1000 }, { salt, hash: pbkdf2Sync(password, salt, 1000, bytes, digest) });
/** From the reference implementation of Argon2, and from the template of Laravel. */
const ARGON2I = "$argon2i$v=19$m=65536,t=2,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b+dWRWJTmaaJObG";
const PHP = "$2y$10$92IXUNpkjO0rOQ5byMi.Ye4oKoEa3Ro9llC/.og/at2.uheWG/igi";

describe("Hashes of other applications", function () {
  this.timeout(30_000);
  let passwords: Passwords;
  before(() => (passwords = new Passwords(COST)));
  after(() => passwords.close());

  it("verify the passwords they were made of, and no others", async () => {
    for (const [password, hash] of [
      ["password", ARGON2I],
      ["password", PHP],
      ["correct-horse", scrypt("correct-horse")],
      ["correct-horse", pbkdf2("correct-horse")],
      ["correct-horse", pbkdf2("correct-horse", "sha1")],
      ["correct-horse", pbkdf2("correct-horse", "sha512")],
    ] as const) {
      expect(await passwords.verifyImported(password, hash), hash).to.equal(true);
      expect(await passwords.verifyImported(`${password}x`, hash), hash).to.equal(false);
    }
  });

  it("are compared with the password as typed, also in the format of this service", async () => {
    const [composed, decomposed] = ["caf\u00e9-au-lait", "cafe\u0301-au-lait"];
    const own = await passwords.hash(composed);
    expect(await passwords.verify(decomposed, own)).to.equal(true);
    expect(await passwords.verifyImported(decomposed, own)).to.equal(false);
    expect(await passwords.verifyImported(decomposed, scrypt(decomposed))).to.equal(true);
    expect(await passwords.verifyImported(composed, scrypt(decomposed))).to.equal(false);
  });

  it("take at least the work of an unknown account when the password is wrong", async () => {
    const expected = 2 ** COST;
    for (const hash of [
      scrypt("right"),
      pbkdf2("right"),
      (await passwords.hash("right")).replace("$06$", "$04$"),
    ])
      expect(await bcryptWork(() => passwords.verifyImported("wrong", hash)), hash).to.be.at.least(expected);
    expect(await bcryptWork(() => passwords.verifyImported("a".repeat(73), scrypt("right")))).to.equal(
      expected,
    );
  });

  it("of PBKDF2 take the work of one block, however long they are", async () => {
    for (const [digest, block] of [
      ["sha1", 20],
      ["sha256", 32],
      ["sha512", 64],
    ] as const)
      for (const length of [16, 20, 32, 64]) {
        const stored = pbkdf2("right", digest, length);
        const parsed = parseImportedHash(stored) as { hash: Buffer };
        expect(parsed.hash.length, `${digest}, ${length}`).to.equal(Math.min(length, block));
        expect(await passwords.verifyImported("right", stored), stored).to.equal(true);
        expect(await passwords.verifyImported("wrong", stored), stored).to.equal(false);
      }
  });

  it("that take seconds wait for each other, and nobody else waits for them", async () => {
    const slow = phc("pbkdf2-sha512", { i: 1_000_000 }, { salt, hash: Buffer.alloc(64, 1) });
    const ordinary = pbkdf2("right");
    expect(isSlow(parseImportedHash(slow))).to.equal(true);
    expect(isSlow(parseImportedHash(ordinary))).to.equal(false);
    const finished: string[] = [];
    const check = async (name: string, stored: string): Promise<void> => {
      await passwords.verifyImported("right", stored, "192.0.2.1");
      finished.push(name);
    };
    await Promise.all([check("slow", slow), check("slow", slow), check("ordinary", ordinary)]);
    expect(finished).to.deep.equal(["ordinary", "slow", "slow"]);
  });

  it("are accepted up to the defaults of today, and all that are accepted can be computed", async () => {
    const b = Buffer.alloc(16, 1);
    for (const stored of [
      phc("pbkdf2-sha256", { i: 1_500_000 }, { salt: b, hash: b }), // Django 6.1
      phc("argon2i", { m: 4096, t: 256, p: 1 }, { salt: b, hash: b }), // Logto
      phc("argon2id", { m: 131_072, t: 1, p: 16 }, { salt: b, hash: b }), // Kratos
      phc("scrypt", { ln: 18, r: 8, p: 1 }, { salt: b, hash: b }),
      PHP.replace("$10$", "$15$"),
    ])
      expect(() => parseImportedHash(stored), stored).not.to.throw();
    for (const [name, parameters] of [
      ["argon2id", { m: 1024, t: 1, p: 128 }],
      ["scrypt", { ln: 1, r: 1, p: 8 }],
      ["scrypt", { ln: 2, r: 8, p: 8 }],
      ["scrypt", { ln: 3, r: 8, p: 8 }],
      ["scrypt", { ln: 15, r: 1, p: 1 }],
      ["scrypt", { ln: 1, r: 2, p: 1000 }],
    ] as const) {
      const stored = phc(name, parameters, { salt: b, hash: b });
      expect(await passwords.verifyImported("x", stored), stored).to.equal(false);
    }
  });

  it("of one network take at most a quarter of the queue of the slow ones", async () => {
    const slow = phc("pbkdf2-sha512", { i: 1_000_000 }, { salt, hash: Buffer.alloc(64, 1) });
    const running = [1, 2].map(() => passwords.verifyImported("x", slow, "192.0.2.1"));
    const rejected = await passwords.verifyImported("x", slow, "192.0.2.2").catch((error: unknown) => error);
    expect(rejected).to.be.instanceOf(TooManyAttempts).and.include({ retryAfterMs: 10_000 });
    expect(await Promise.all(running)).to.deep.equal([false, false]);
  });

  it("aren't accepted when they can't be computed, or take too long or too much memory", () => {
    const b = Buffer.alloc(16, 1);
    const bytes = { salt: b, hash: b };
    for (const [hash, reason] of [
      [PHP.replace("$10$", "$31$"), /an estimated 10 seconds/],
      [PHP.replace("$10$", "$03$"), /cost .* between 4 and 31/],
      [phc("argon2id", { m: 4_194_304, t: 1, p: 1 }, bytes), /256 MiB/],
      [phc("argon2id", { m: 65_536, t: 1000, p: 1 }, bytes), /10 seconds/],
      [phc("argon2id", { m: 64, t: 1, p: 9 }, bytes), /memory .* between 72 and/],
      [phc("argon2id", { m: 64, t: 1, p: 0 }, bytes), /parallelism/],
      [phc("pbkdf2-sha256", { i: 1_000_000_000 }, bytes), /10 seconds/],
      [phc("pbkdf2-sha256", { i: 1_000_000_000_000 }, bytes), /iterations .* between/],
      [phc("scrypt", { ln: 17, r: 8, p: 32 }, bytes), /10 seconds/],
      [phc("scrypt", { ln: 19, r: 8, p: 1 }, bytes), /256 MiB/],
      [phc("scrypt", { ln: 1, r: 8, p: 1_000_000 }, bytes), /256 MiB/],
      [phc("scrypt", { ln: 16, r: 1, p: 1 }, bytes), /cost .* between 1 and 15/],
      [phc("scrypt", { ln: 14, p: 1 }, bytes), /format/],
      [phc("scrypt", { ln: 14, r: 0, p: 1 }, bytes), /block size/],
      [phc("pbkdf2-sha256", { i: 1 }, { salt: b, hash: Buffer.alloc(4) }), /length of the hash/],
      [phc("pbkdf2-sha256", { i: 1 }, { salt: Buffer.alloc(100), hash: b }), /length of the salt/],
    ] as const)
      expect(() => parseImportedHash(hash), hash).to.throw(HashRejected, reason);
  });

  it("aren't accepted in an unknown format", async () => {
    const long = `$2y$${"1".repeat(300)}`;
    for (const hash of [
      "",
      "plain",
      "5f4dcc3b5aa765d61d8327deb882cf99",
      "$1$salt$hash",
      "$2x$07$x",
      ARGON2I.replace("v=19", "v=16"),
      long,
    ]) {
      expect(() => parseImportedHash(hash), hash).to.throw(HashRejected);
      expect(await passwords.verifyImported("x", hash), hash).to.equal(false);
    }
  });
});
