import { createHash, pbkdf2Sync, scryptSync } from "node:crypto";
import { readFileSync } from "node:fs";
import bcrypt from "bcryptjs";
import { expect } from "chai";
import { HashRejected, parseImportedHash } from "../../../src/lib/passwords/imported-hashes.js";
import { Passwords } from "../../../src/lib/passwords/passwords.js";

/** Texts that the libraries of the applications have made. */
const MADE = JSON.parse(readFileSync(new URL("../../fixtures/hashes.json", import.meta.url), "utf8")) as {
  by: string;
  password: string;
  text: string;
  /** Of the application, if the hash needs one. */
  secret?: string;
}[];

describe("The text of a password hash", function () {
  this.timeout(60_000);
  let passwords: Passwords;
  before(() => (passwords = new Passwords(4)));
  after(() => passwords.close());

  for (const { by, password, text, secret } of MADE)
    it(`by ${by} verifies the password it was made of, and no other`, async () => {
      expect(() => parseImportedHash(text)).not.to.throw();
      expect(await passwords.verifyImported(password, text, undefined, secret)).to.equal(true);
      expect(await passwords.verifyImported(`${password}x`, text, undefined, secret)).to.equal(false);
      for (const wrong of secret === undefined ? [] : [null, "", `AAAA${secret.slice(4)}`])
        expect(await passwords.verifyImported(password, text, undefined, wrong)).to.equal(false);
    });

  it("by Devise with a pepper verifies with the pepper only", async () => {
    const text = `{devise:00000000}${bcrypt.hashSync("correct-horse-pepper", 4).replace("$2b$", "$2a$")}`;
    const matches = (password: string, secret: string | null): Promise<boolean> =>
      passwords.verifyImported(password, text, undefined, secret);
    expect(await matches("correct-horse", "-pepper")).to.equal(true);
    expect(await matches("correct-horse-pepper", null)).to.equal(false);
    expect(await matches("correct-horse-pepper", "-pepper")).to.equal(false);
  });

  it("has every digest of PBKDF2 that go-crypt and Zitadel have, and the iterations of FusionAuth", async () => {
    const salt = Buffer.alloc(16, 7);
    const plain = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "").replaceAll("+", ".");
    for (const digest of ["sha1", "sha224", "sha256", "sha384", "sha512"]) {
      const text = `$pbkdf2-${digest}$100$${plain(salt)}$${plain(pbkdf2Sync("correct-horse", salt, 100, 48, digest))}`;
      expect(await passwords.verifyImported("correct-horse", text), digest).to.equal(true);
      expect(await passwords.verifyImported("wrong-horse", text), digest).to.equal(false);
    }
    const once = createHash("sha256").update("correct-horse").update(salt).digest();
    const twice = createHash("sha256").update(once).digest();
    const text = `$salted-sha256$i=2$${salt.toString("base64")}$${twice.toString("base64")}`;
    expect(await passwords.verifyImported("correct-horse", text)).to.equal(true);
    expect(await passwords.verifyImported("wrong-horse", text)).to.equal(false);
  });

  it("of Kratos has the cost of scrypt where others have its logarithm", async () => {
    const salt = Buffer.alloc(16, 7);
    const key = scryptSync("correct-horse", salt, 32, { cost: 1024 }).toString("base64");
    const text = `$scrypt$ln=1024,r=8,p=1$${salt.toString("base64")}$${key}`;
    expect(await passwords.verifyImported("correct-horse", text)).to.equal(true);
    expect(await passwords.verifyImported("wrong-horse", text)).to.equal(false);
  });

  it("isn't used in a form that only looks like a known one", () => {
    for (const text of [
      "pbkdf2_md5$1000$salt$aGFzaA==",
      "scrypt:32769:8:1$salt$" + "0".repeat(128),
      "$bcrypt-sha256$2b,12$" + "a".repeat(22) + "$" + "b".repeat(31),
      "{SSHA}" + Buffer.alloc(20).toString("base64"),
      "{SSHA}" + Buffer.alloc(8).toString("base64"),
      "{SHA}" + Buffer.alloc(20).toString("base64"),
      "AQAAAAkAAYagAAAAEKN2LZhM6CX474AEzgHj39A7He8wOBlgf0/oSQhAU/nYUn72MRd2zZAHw/0dldIIzg==",
      "AQAAAAIAAYagAAAA/6N2LZhM6CX474AEzgHj39A7He8wOBlgf0/oSQhAU/nYUn72MRd2zZAHw/0dldIIzg==",
      "$P$/" + "a".repeat(8) + "b".repeat(22),
      "{noop}password",
      // an application that doesn't make such hashes, a secret without a name, and one in another one
      "{firebase:00000000}$2b$12$GJ9cVRBQiYd2yStYiVtabe9AgYkQhYtvFOJaW07cPQ6KWyoM/N0vS",
      "{devise:00000000}pbkdf2_sha256$1000$salt$MnofnO2t5GIQK4WU2Qwrgk4CBMqYceYXGcZmgN3+/Ht8=",
      "{devise:}$2b$12$GJ9cVRBQiYd2yStYiVtabe9AgYkQhYtvFOJaW07cPQ6KWyoM/N0vS",
      "{devise:00000000}{devise:00000000}$2b$12$GJ9cVRBQiYd2yStYiVtabe9AgYkQhYtvFOJaW07cPQ6KWyoM/N0vS",
      `{firebase:00000000}$scrypt$ln=30,r=8,p=1$c2FsdHNhbHQ$${"A".repeat(86)}`,
      `$scrypt$ln=1025,r=8,p=1$c2FsdHNhbHQ$${"A".repeat(43)}`,
      `$salted-sha256$i=99999999$c2FsdHNhbHQ$${"A".repeat(43)}`,
      "$y$j9T$salt$hash",
    ])
      expect(() => parseImportedHash(text), text).to.throw(HashRejected);
  });
});
