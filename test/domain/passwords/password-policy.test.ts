import { expect } from "chai";
import { assertNewPassword, passwordProblems } from "../../../src/domain/passwords/password-policy.js";
import { inEnglish } from "../../../src/texts/translate.js";
import { SettingsSnapshot } from "../../../src/domain/settings/settings.js";
import { ValidationFailed } from "../../../src/lib/failures.js";

const policy = (settings: Record<string, string> = {}): SettingsSnapshot =>
  new SettingsSnapshot(new Map(Object.entries(settings)));
const problems = (password: string, settings: Record<string, string> = {}): Promise<string[]> =>
  passwordProblems(password, policy(settings)).then((problems) =>
    problems.map(({ sentence }) => inEnglish(sentence)),
  );
const COMMON = "The password is one of the most common passwords.";

describe("The password policy", () => {
  it("requires eight characters and rejects common passwords by default", async () => {
    expect(await problems("abcdefgh")).to.deep.equal([]);
    expect(await problems("abcdefg")).to.deep.equal(["The password must be at least 8 characters."]);
    expect(await problems("password123")).to.deep.equal([COMMON]);
    expect(await problems("PassWord123")).to.deep.equal([COMMON]);
  });

  it("compares whole passwords with the list of common ones", async () => {
    expect(await problems("password1234-")).to.deep.equal([]);
    expect(await problems("123456\npassword"), "two neighbours in the list").to.deep.equal([]);
  });

  it("counts code points in NFC, not bytes or code units", async () => {
    expect(await problems("😀".repeat(8))).to.deep.equal([]);
    expect(await problems("😀".repeat(7))).to.have.length(1);
    expect(await problems("e\u0301".repeat(8))).to.deep.equal([]);
    expect(await problems("e\u0301".repeat(7))).to.have.length(1);
  });

  it("follows auth.password_min_length", async () => {
    const settings = { "auth.password_min_length": "12" };
    expect(await problems("abcdefghijkl", settings)).to.deep.equal([]);
    expect(await problems("abcdefghijk", settings)).to.deep.equal([
      "The password must be at least 12 characters.",
    ]);
  });

  it("requires eight characters when the stored value is invalid", async () => {
    for (const value of ["", "0", "7", "65", "-1", "1e1", "abc"])
      expect(await problems("abcdefgh", { "auth.password_min_length": value }), value).to.deep.equal([]);
  });

  it("follows auth.password_require_mixed_case, in any script", async () => {
    const settings = { "auth.password_require_mixed_case": "1" };
    expect(await problems("Abcdefgh", settings)).to.deep.equal([]);
    expect(await problems("Ωμεγα-ωμεγα", settings)).to.deep.equal([]);
    expect(await problems("abcdefgh", settings)).to.have.length(1);
    expect(await problems("ABCDEFGH", settings)).to.have.length(1);
  });

  it("follows auth.password_require_numbers", async () => {
    const settings = { "auth.password_require_numbers": "1" };
    expect(await problems("abcdefh7", settings)).to.deep.equal([]);
    expect(await problems("abcdefgh", settings)).to.have.length(1);
  });

  it("follows auth.password_require_symbols", async () => {
    const settings = { "auth.password_require_symbols": "1" };
    for (const good of ["abcdefg!", "abcd efgh", "abcdefg€"])
      expect(await problems(good, settings), good).to.deep.equal([]);
    expect(await problems("abcdefh7", settings)).to.have.length(1);
  });

  it("follows auth.password_blocklist, in any case", async () => {
    const settings = { "auth.password_blocklist": "1" };
    expect(await problems("Password123", settings)).to.deep.equal([COMMON]);
    expect(await problems("correct-horse-battery", settings)).to.deep.equal([]);
    expect(await problems("password123", { "auth.password_blocklist": "0" })).to.deep.equal([]);
  });

  it("reports every violation together", async () => {
    const all = {
      "auth.password_require_mixed_case": "1",
      "auth.password_require_numbers": "1",
      "auth.password_require_symbols": "1",
      "auth.password_blocklist": "1",
    };
    expect(await problems("qwerty", all)).to.have.length(5);
  });

  it("H21: rejects what bcrypt would truncate, counting bytes", async () => {
    expect(await problems("a".repeat(72))).to.deep.equal([]);
    expect(await problems("a".repeat(73))).to.have.length(1);
    expect(await problems("\u00e9".repeat(37))).to.have.length(1);
  });

  it("H22: rejects NUL and lone surrogates", async () => {
    expect(await problems("correct\0horse")).to.have.length(1);
    expect(await problems("correct\ud800horse")).to.have.length(1);
  });

  it("H23: accepts a confirmation in another Unicode form", async () => {
    await assertNewPassword("caf\u00e9-au-lait", "cafe\u0301-au-lait", policy());
  });

  it("names the invalid field", async () => {
    const rejection = async (password: string, confirmation?: string): Promise<object> => {
      const error: unknown = await assertNewPassword(password, confirmation, policy()).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(ValidationFailed);
      return (error as ValidationFailed).errors;
    };
    expect(await rejection("short", "short")).to.have.all.keys("password");
    expect(await rejection("long-enough", "long-enougH")).to.have.all.keys("password_confirmation");
    expect(await rejection("long-enough")).to.have.all.keys("password_confirmation");
    expect(await rejection("short", "other")).to.have.all.keys("password", "password_confirmation");
  });
});
