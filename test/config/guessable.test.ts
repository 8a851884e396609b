import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { isGuessableKey, isGuessableToken } from "../../src/config/guessable.js";

describe("Guessable secrets", () => {
  for (const [name, key] of [
    ["zeros", Buffer.alloc(32)],
    ["a sequence", Buffer.from(Array.from({ length: 32 }, (_, index) => index))],
    [
      "a sequence with another step",
      Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 7) % 256)),
    ],
    ["a repeated pattern", Buffer.from("deadbeefcafe0123".repeat(4), "hex")],
    ["the same half twice", Buffer.concat([randomBytes(16), Buffer.alloc(16)])],
    ["words", Buffer.from("correct horse battery staple 123")],
    ["hexadecimal digits as text", Buffer.from(randomBytes(16).toString("hex"))],
  ] as const)
    it(`include a key that consists of ${name}`, () => {
      expect(isGuessableKey(key)).to.equal(true);
    });

  for (const token of [
    "a".repeat(32),
    "0123456789abcdef",
    "abcabcabcabcabcabc",
    "metrics-token-secret",
    "Metrics.Token.2026",
  ])
    it(`include the token ${token}`, () => {
      expect(isGuessableToken(token)).to.equal(true);
    });

  it("don't include random keys and tokens", () => {
    for (let round = 0; round < 500; round++) {
      expect(isGuessableKey(randomBytes(32))).to.equal(false);
      for (const encoding of ["hex", "base64", "base64url"] as const)
        expect(isGuessableToken(randomBytes(24).toString(encoding))).to.equal(false);
    }
  });
});
