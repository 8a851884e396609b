import { readFileSync, writeFileSync } from "node:fs";
import { format } from "prettier";
import { emptyExceptions, readExceptions, releasedDocument, type Contract } from "./released.js";
import { planRelease, ReleaseRejected, withSection } from "./release-plan.js";

/**
 * Stores the contract, writes its changelog and empties its exceptions.
 * @param parameters the version and the `argument` of the contract
 * @returns what was done
 * @throws ReleaseRejected as planRelease, and for wrong parameters
 */
export async function release(
  parameters: readonly string[],
  contracts: readonly Contract[],
): Promise<string> {
  const [version = "", argument] = parameters;
  const contract = contracts.find((one) => one.argument === argument);
  if (!contract || !/^\d+\.\d+\.\d+$/.test(version))
    throw new ReleaseRejected("Usage: npm run contract:release -- 1.1.0 [oauth]");
  const { released, exceptions, changelog } = contract;
  const accepted = readExceptions(exceptions);
  const { document, section } = await planRelease(
    version,
    releasedDocument(contract),
    contract,
    accepted,
    new Date(),
  );
  const text = withSection(readFileSync(changelog, "utf8"), section);
  writeFileSync(changelog, await format(text, { parser: "markdown", printWidth: 110 }));
  writeFileSync(released, `${JSON.stringify(document)}\n`);
  emptyExceptions(exceptions);
  return `Released ${version}: updated ${released} and ${changelog}.`;
}
