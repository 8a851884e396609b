/** Writes the Postman collection alone, to standard output: `npm run --silent contract:postman > authdock.json`. */
import { processVariables } from "../../src/config/config.js";
import { shippedDocument } from "../../src/contract/document.js";
import { publish } from "../../src/contract/published.js";
import { postmanCollection } from "./postman-collection.js";
import { defaultOrigin } from "./publish-files.js";
import { contractTools } from "./tools.js";

contractTools.install();
process.stdout.write(
  await postmanCollection(publish(shippedDocument(), defaultOrigin(processVariables())).document),
);
