import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

describe("The clients in docs/oidc.md", () => {
  it("have the versions that are tried", () => {
    const text = readFileSync("docs/oidc.md", "utf8");
    const versions = [...text.matchAll(/\| \[([\d.]+)\]\(([^)]+)\) /g)];
    expect(versions).to.have.length.above(7);
    for (const [, version, file] of versions)
      expect(readFileSync(join("docs", file!), "utf8"), file).to.include(version);
  });
});
