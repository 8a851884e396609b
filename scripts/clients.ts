/**
 * Builds or generates clients from the published contract, checks their types and runs their tests against a private
 * service. `npm run clients -- python` runs one of them. The numbers of tests are printed as mocha prints them, because
 * CI adds them up.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { shippedDocument } from "../src/contract/document.js";
import { publish } from "../src/contract/published.js";
import type { Services } from "../src/domain/services.js";
import { createAccounts, type Accounts } from "./clients/accounts.js";
import { pythonClient, pythonMissing } from "./clients/python.js";
import { StepFailed, type ClientContext } from "./clients/context.js";
import { typescriptClient } from "./clients/typescript.js";
import { withPrivateService, type Service } from "./service/service.js";

interface ClientTest {
  run: (context: ClientContext) => Promise<string>;
  missing?: () => string | null;
}

const CLIENTS: Record<string, ClientTest> = {
  typescript: { run: typescriptClient },
  python: { run: pythonClient, missing: pythonMissing },
};

const selected = process.argv.slice(2);
const names = Object.keys(CLIENTS).filter((name) => selected.length === 0 || selected.includes(name));
if (names.length === 0) throw new Error(`Unknown client. Choose from: ${Object.keys(CLIENTS).join(", ")}.`);

let accounts = new Map<string, Accounts>();
const prepare = async (services: Services): Promise<void> => {
  accounts = await createAccounts(services, names);
};
await withPrivateService({ password: "correct-horse-battery", prepare }, async (service) => {
  let failed = 0;
  for (const name of names) if (!(await passes(name, contextFor(service, accounts.get(name)!)))) failed++;
  return failed === 0;
});

function contextFor({ url, folder, signal }: Service, own: Accounts): ClientContext {
  const document = join(folder, "openapi.json");
  writeFileSync(document, publish(shippedDocument(), new URL(url).origin).json);
  const values = Object.entries({ URL: url, DOCUMENT: document, ...own });
  const variables = Object.fromEntries(values.map(([name, value]) => [`AUTHDOCK_${name}`, value]));
  return { document, variables: { ...process.env, ...variables }, signal };
}

async function passes(name: string, context: ClientContext): Promise<boolean> {
  const { run, missing } = CLIENTS[name]!;
  console.log(`-- ${name}`);
  const reason = missing?.() ?? null;
  if (reason !== null) {
    const required = process.env["REQUIRE_ALL"] === "1";
    console.log(`The ${name} client: ${reason}.\n\n  1 ${required ? "failing" : "pending"}\n`);
    return !required;
  }
  try {
    console.log(await run(context));
    return true;
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof StepFailed)) throw error;
    console.log(/^ +\d+ failing$/m.test(error.message) ? error.message : `${error.message}\n  1 failing\n`);
    return false;
  }
}
