/**
 * Releases a contract: stores it as the base of later comparisons and writes its changelog.
 *
 *   npm run contract:release -- 1.1.0          the API
 *   npm run contract:release -- 1.1.0 oauth    the OAuth2 endpoints
 *
 * To repeat the first release before it is published, delete the file in openapi/released first.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { format } from "prettier";
import { CONTRACTS, emptyExceptions, readExceptions, releasedDocument } from "./released.js";
import { planRelease, ReleaseRefused, withSection } from "./release-plan.js";

const [version = "", argument] = process.argv.slice(2);
const contract = CONTRACTS.find((one) => one.argument === argument);
try {
  if (!contract || !/^\d+\.\d+\.\d+$/.test(version))
    throw new ReleaseRefused("Usage: npm run contract:release -- 1.1.0 [oauth]");
  const { released, exceptions, changelog } = contract;
  const accepted = readExceptions(exceptions);
  const release = await planRelease(version, releasedDocument(contract), contract, accepted, new Date());
  const text = withSection(readFileSync(changelog, "utf8"), release.section);
  writeFileSync(changelog, await format(text, { parser: "markdown", printWidth: 110 }));
  writeFileSync(released, `${JSON.stringify(release.document, null, 1)}\n`);
  emptyExceptions(exceptions);
  console.log(`Released ${version}: updated ${released} and ${changelog}.`);
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
