/**
 * Writes only the Postman collection, to standard output: `npm run --silent contract:postman > authdock.json`. The
 * option `--origin` is the one of publish.ts.
 */
import { parseArgs } from "node:util";
import { processVariables } from "../../src/config/config.js";
import { shippedDocument } from "../../src/contract/document.js";
import { publish } from "../../src/contract/published.js";
import { postmanCollection } from "./postman-collection.js";
import { originFrom } from "./publish-files.js";
import { contractTools } from "./tools.js";

const { values } = parseArgs({ options: { origin: { type: "string" } } });
try {
  const origin = originFrom(values.origin, processVariables());
  contractTools.install();
  process.stdout.write(await postmanCollection(publish(shippedDocument(), origin).document));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
