import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { ENCRYPTED_COLUMNS } from "../../../src/domain/upkeep/encrypted-columns.js";

/** Sealed for one form or browser, and never stored. */
const NOT_STORED = ["settings.confirmation", "cookies.registration"];

describe("The list of encrypted columns", () => {
  it("has every cell that the code encrypts", () => {
    const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith("encrypted-columns.ts"))
      .map((name) => readFileSync(`src/${name}`, "utf8"));
    const cells = sources.flatMap((source) => [
      ...source.matchAll(/table: "(\w+)",\s*column(?:: "(\w+)")?,\s*row[:,]/g),
    ]);
    // the column of users is a parameter
    const named = cells.map(([, table, column]) => `${table}.${column ?? "two_factor_secret"}`);
    const listed = ENCRYPTED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    expect(named).to.include.members(["mails.payload", "users.two_factor_secret"]);
    expect([...listed, ...NOT_STORED]).to.include.members(named);
  });
});
