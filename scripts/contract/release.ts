/**
 * Releases the contract: `npm run contract:release -- 1.1.0` stores it as the base of later comparisons and writes the
 * changelog. To repeat the first release before it is published, delete openapi/released/v1.json first.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { format } from "prettier";
import { shippedDocument } from "../../src/contract/document.js";
import { emptyExceptions, EXCEPTIONS, readExceptions, RELEASED, releasedDocument } from "./released.js";
import { planRelease, ReleaseRefused, withSection } from "./release-plan.js";

const CHANGELOG = "docs/api-changelog.md";

const version = process.argv[2] ?? "";
try {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new ReleaseRefused("Usage: npm run contract:release -- 1.1.0");
  const exceptions = readExceptions(EXCEPTIONS);
  const release = await planRelease(version, releasedDocument(), shippedDocument(), exceptions, new Date());
  const changelog = withSection(readFileSync(CHANGELOG, "utf8"), release.section);
  writeFileSync(CHANGELOG, await format(changelog, { parser: "markdown", printWidth: 110 }));
  writeFileSync(RELEASED, `${JSON.stringify(release.document, null, 1)}\n`);
  emptyExceptions(EXCEPTIONS);
  console.log(`Released ${version}: updated ${RELEASED} and ${CHANGELOG}.`);
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
