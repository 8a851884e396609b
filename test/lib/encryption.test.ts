import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { Encryption } from "../../src/lib/encryption.js";

const cell = { table: "users", column: "two_factor_secret", row: "1" };
const [key, newer, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)];

describe("Encryption at rest", () => {
  const encryption = new Encryption(key, []);

  it("decrypts what it encrypted", () => {
    for (const plain of ["JBSWY3DPEHPK3PXP", "", "é✓😀\0", "x".repeat(100_000)])
      expect(encryption.decrypt(encryption.encrypt(plain, cell), cell)).to.equal(plain);
  });

  it("never produces the same ciphertext twice, nor reveals the text", () => {
    const made = Array.from({ length: 100 }, () => encryption.encrypt("JBSWY3DPEHPK3PXP", cell));
    expect(new Set(made).size).to.equal(100);
    for (const stored of made) {
      expect(stored).to.match(/^[0-9a-f]{8}:[A-Za-z0-9+/=]+$/);
      expect(Buffer.from(stored.split(":")[1]!, "base64").includes("JBSWY3DP")).to.be.false;
    }
  });

  it("decrypts with a previous key, and encrypts with the current one", () => {
    const old = encryption.encrypt("secret", cell);
    const rotated = new Encryption(newer, [key]);
    expect(rotated.decrypt(old, cell)).to.equal("secret");
    const fresh = rotated.encrypt("secret", cell);
    expect(fresh.slice(0, 8)).not.to.equal(old.slice(0, 8));
    expect(new Encryption(newer, []).decrypt(fresh, cell)).to.equal("secret");
  });

  it("derives a separate key for each purpose and each application key", () => {
    const keys = [
      encryption.derive("signed-url"),
      encryption.derive("users.two_factor_secret"),
      new Encryption(newer, [key]).derive("signed-url"),
    ].map((derived) => derived.toString("hex"));
    expect(new Set(keys).size).to.equal(3);
    for (const derived of keys) expect(derived).to.have.length(64).and.not.equal(key.toString("hex"));
    expect(encryption.derive("signed-url").toString("hex")).to.equal(keys[0]);
  });

  it("rejects a ciphertext from another row, column or table", () => {
    const stored = encryption.encrypt("secret", cell);
    for (const other of [{ row: "2" }, { column: "two_factor_recovery_codes" }, { table: "mails" }])
      expect(() => encryption.decrypt(stored, { ...cell, ...other }), JSON.stringify(other)).to.throw();
  });

  it("rejects a ciphertext with any bit changed", () => {
    const [id, data] = encryption.encrypt("secret", cell).split(":") as [string, string];
    const bytes = Buffer.from(data, "base64");
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const altered = Buffer.from(bytes);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => encryption.decrypt(`${id}:${altered.toString("base64")}`, cell), `bit ${bit}`).to.throw();
    }
  });

  it("rejects a truncated ciphertext", () => {
    const [id, data] = encryption.encrypt("secret", cell).split(":") as [string, string];
    const bytes = Buffer.from(data, "base64");
    for (let length = 0; length < bytes.length; length++)
      expect(() =>
        encryption.decrypt(`${id}:${bytes.subarray(0, length).toString("base64")}`, cell),
      ).to.throw();
  });

  it("rejects a ciphertext of an unknown key, naming the cell and no secret", () => {
    const stored = new Encryption(foreign, []).encrypt("secret", cell);
    expect(() => encryption.decrypt(stored, cell)).to.throw(/users\.two_factor_secret .*not configured/);
    for (const garbage of ["", ":", "secret", "deadbeef:"])
      expect(() => encryption.decrypt(garbage, cell), garbage).to.throw(/not configured/);
  });
});
