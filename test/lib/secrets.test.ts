import { expect } from "chai";
import {
  ACCESS_TOKEN,
  equalsInConstantTime,
  generatePassword,
  generateToken,
  isWellFormedToken,
  PERSONAL_TOKEN,
  sha256,
} from "../../src/lib/secrets.js";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("Tokens", () => {
  it("have a prefix, 256 bits and a checksum in base62", () => {
    for (const prefix of [PERSONAL_TOKEN, ACCESS_TOKEN]) {
      const token = generateToken(prefix);
      expect(token).to.match(new RegExp(`^${prefix}[0-9A-Za-z]{43}[0-9A-Za-z]{6}$`));
      expect(isWellFormedToken(token, prefix)).to.be.true;
    }
  });

  it("are all different", () => {
    const tokens = Array.from({ length: 1000 }, () => generateToken(PERSONAL_TOKEN));
    expect(new Set(tokens).size).to.equal(1000);
  });

  it("have every letter equally often", () => {
    const counts = new Map([...LETTERS].map((letter) => [letter, 0]));
    for (let made = 0; made < 2000; made++)
      for (const letter of generateToken(ACCESS_TOKEN).slice(ACCESS_TOKEN.length, -6))
        counts.set(letter, counts.get(letter)! + 1);
    // the standard deviation is 37; without rejected bytes the first letters would appear 1680 times
    for (const [letter, count] of counts) expect(count, letter).to.be.closeTo((2000 * 43) / 62, 250);
  });

  it("are rejected with any one letter changed", () => {
    const token = generateToken(PERSONAL_TOKEN);
    for (let place = 0; place < token.length; place++)
      for (const letter of LETTERS)
        if (letter !== token[place])
          expect(
            isWellFormedToken(token.slice(0, place) + letter + token.slice(place + 1), PERSONAL_TOKEN),
            `${place}: ${letter}`,
          ).to.be.false;
  });

  it("are rejected with two adjacent letters swapped", () => {
    const token = generateToken(PERSONAL_TOKEN);
    for (let place = 0; place < token.length - 1; place++) {
      const [left, right] = [token[place]!, token[place + 1]!];
      if (left === right) continue;
      const swapped = token.slice(0, place) + right + left + token.slice(place + 2);
      expect(isWellFormedToken(swapped, PERSONAL_TOKEN), String(place)).to.be.false;
    }
  });

  it("belong to one prefix, which the checksum includes", () => {
    const token = generateToken(PERSONAL_TOKEN);
    expect(isWellFormedToken(token, ACCESS_TOKEN)).to.be.false;
    expect(isWellFormedToken(token.replace(PERSONAL_TOKEN, ACCESS_TOKEN), ACCESS_TOKEN)).to.be.false;
  });

  it("are rejected when they are truncated, extended, empty or something else", () => {
    const token = generateToken(PERSONAL_TOKEN);
    for (const text of [
      "",
      PERSONAL_TOKEN,
      token.slice(0, -1),
      `${token}0`,
      ` ${token}`,
      token.toUpperCase(),
    ])
      expect(isWellFormedToken(text, PERSONAL_TOKEN), text).to.be.false;
  });
});

describe("sha256", () => {
  it("returns the hash of the UTF-8 text as 32 bytes", () => {
    expect(sha256("abc").toString("hex")).to.equal(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    expect(sha256("é✓")).to.have.length(32);
  });
});

describe("The constant-time comparison", () => {
  it("is true only for equal texts", () => {
    expect(equalsInConstantTime("secret", "secret")).to.be.true;
    for (const other of ["", "secre", "secret ", "Secret", "secreu"])
      expect(equalsInConstantTime("secret", other), other).to.be.false;
  });
});

describe("Generated passwords", () => {
  it("have 20 characters without look-alikes, and differ", () => {
    const passwords = Array.from({ length: 200 }, generatePassword);
    for (const password of passwords) expect(password).to.match(/^[a-km-np-zA-HJ-NP-Z2-9]{20}$/);
    expect(new Set(passwords).size).to.equal(200);
  });
});
