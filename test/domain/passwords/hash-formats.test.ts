import { readFileSync } from "node:fs";
import { expect } from "chai";
import { HashRejected, parseImportedHash } from "../../../src/lib/passwords/imported-hashes.js";
import { Passwords } from "../../../src/lib/passwords/passwords.js";

/** Texts that the libraries of the applications have made. */
const MADE = JSON.parse(readFileSync(new URL("../../fixtures/hashes.json", import.meta.url), "utf8")) as {
  by: string;
  password: string;
  text: string;
}[];

describe("The text of a password hash", function () {
  this.timeout(60_000);
  let passwords: Passwords;
  before(() => (passwords = new Passwords(4)));
  after(() => passwords.close());

  for (const { by, password, text } of MADE)
    it(`by ${by} verifies the password it was made of, and no other`, async () => {
      expect(() => parseImportedHash(text)).not.to.throw();
      expect(await passwords.verifyImported(password, text)).to.equal(true);
      expect(await passwords.verifyImported(`${password}x`, text)).to.equal(false);
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
      "$y$j9T$salt$hash",
    ])
      expect(() => parseImportedHash(text), text).to.throw(HashRejected);
  });
});
