/**
 * Releases a contract: stores it as the base of later comparisons and writes its changelog.
 *
 *   npm run contract:release -- 1.1.0          the API
 *   npm run contract:release -- 1.1.0 oauth    the OAuth2 endpoints
 *
 * To repeat the first release before it is published, delete the file in openapi/released first.
 */
import { release } from "./release-files.js";
import { ReleaseRejected } from "./release-plan.js";
import { CONTRACTS } from "./released.js";

try {
  console.log(await release(process.argv.slice(2), CONTRACTS));
} catch (error) {
  if (!(error instanceof ReleaseRejected)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
