/**
 * Generates clients with openapi-generator and oapi-codegen, compiles them, and runs the journeys of clients/generated
 * with them against a private service. `npm run clients:generated -- go rust` runs only these.
 */
import { GENERATED_CLIENTS } from "./generated/tests.js";
import { runClients } from "./run.js";

await runClients(GENERATED_CLIENTS, process.argv.slice(2));
