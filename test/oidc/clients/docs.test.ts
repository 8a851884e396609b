import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

/** Pages with tables of clients that are tried → how many at least. */
const PAGES = { "docs/oidc.md": 9, "docs/api.md": 2 };

for (const [page, least] of Object.entries(PAGES))
  describe(`The clients in ${page}`, () => {
    it("have the versions that are tried", () => {
      const versions = [...readFileSync(page, "utf8").matchAll(/\| \[([\d.]+)\]\(([^)]+)\) /g)];
      expect(versions).to.have.length.least(least);
      for (const [, version, file] of versions)
        expect(readFileSync(join("docs", file!), "utf8"), file).to.include(version);
    });
  });
