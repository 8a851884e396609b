/**
 * Builds or generates clients from the published contract, checks their types and runs their tests against a private
 * service. `npm run clients -- python` runs one of them. The numbers of tests are printed as mocha prints them, because
 * CI adds them up.
 */
import { packageMissing, packedClient } from "./clients/package.js";
import { pythonClient, pythonMissing } from "./clients/python.js";
import { runClients } from "./clients/run.js";
import { typescriptClient } from "./clients/typescript.js";

await runClients(
  {
    typescript: { run: typescriptClient },
    package: { run: packedClient, missing: packageMissing },
    python: { run: pythonClient, missing: pythonMissing },
  },
  process.argv.slice(2),
);
