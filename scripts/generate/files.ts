import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { assertValid } from "../../src/api/validation/validation.js";
import { clientTypes } from "../clients/schema.js";
import { bundle, bundleOfOAuth } from "../contract/bundle.js";
import { routeFileChecks, routeFilesOf, routeOperations } from "../contract/route-files.js";
import { tablerInUse } from "../styles/tabler-in-use.js";
import { CLIENT_TYPES, GENERATED } from "./state.js";

const BANNER = "// Made by scripts/generate.ts from openapi/. Do not edit.\n";

/** Takes a file that was made. */
type Put = (file: string, content: string) => void;

/**
 * Makes all files.
 * @param onServed is called, and waited for, when those that the service reads are there
 * @throws SourceError and ContractError for a mistake in the contract
 */
export async function generate(put: Put, onServed: () => Promise<void>): Promise<void> {
  const document = await bundle(".");
  const files = routeFilesOf(document, ".");
  put(join(GENERATED, "openapi.json"), asJson(document));
  put(join(GENERATED, "oauth.json"), asJson(await bundleOfOAuth(".")));
  await generateStyles(put);
  await onServed();
  await assertValid(document); // the service trusts the bundle
  put(join(GENERATED, "api.ts"), BANNER + astToString(await openapiTS(JSON.stringify(document))));
  put(join(GENERATED, "route-operations.ts"), BANNER + routeOperations(files));
  put(join(GENERATED, "route-files.ts"), BANNER + routeFileChecks(files));
  put(CLIENT_TYPES, BANNER + (await clientTypes(document)));
}

/** Makes only the style sheet. */
export async function generateStyles(put: Put): Promise<void> {
  put(join(GENERATED, "tabler.css"), await tablerInUse());
}

function asJson(document: object): string {
  return `${JSON.stringify(document, null, 1)}\n`;
}
