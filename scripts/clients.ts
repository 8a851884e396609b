/**
 * Clients of the published contract: builds or generates them, checks their types, and sends each on a journey through
 * a private service. `npm run clients -- python` runs one of them. The lines that count tests are mocha's.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { shippedDocument } from "../src/contract/document.js";
import { publish } from "../src/contract/published.js";
import type { Services } from "../src/domain/services.js";
import { createAccounts, type Accounts } from "./clients/accounts.js";
import { pythonClient, pythonMissing } from "./clients/python.js";
import { StepFailed, type Stage } from "./clients/stage.js";
import { typescriptClient } from "./clients/typescript.js";
import { onPrivateService, type Service } from "./service/service.js";

interface Part {
  run: (stage: Stage) => Promise<string>;
  missing?: () => string | null;
}

const PARTS: Record<string, Part> = {
  typescript: { run: typescriptClient },
  python: { run: pythonClient, missing: pythonMissing },
};

const wanted = process.argv.slice(2);
const names = Object.keys(PARTS).filter((name) => wanted.length === 0 || wanted.includes(name));
if (names.length === 0) throw new Error(`There are clients in ${Object.keys(PARTS).join(" and ")}.`);

let accounts = new Map<string, Accounts>();
const prepare = async (services: Services): Promise<void> => {
  accounts = await createAccounts(services, names);
};
await onPrivateService({ password: "correct-horse-battery", prepare }, async (service) => {
  let failed = 0;
  for (const name of names) if (!(await passes(name, stageOf(service, accounts.get(name)!)))) failed++;
  return failed === 0;
});

function stageOf({ url, folder, signal }: Service, own: Accounts): Stage {
  const document = join(folder, "openapi.json");
  writeFileSync(document, publish(shippedDocument(), new URL(url).origin).json);
  const told = Object.entries({ URL: url, DOCUMENT: document, ...own });
  const variables = Object.fromEntries(told.map(([name, value]) => [`AUTHDOCK_${name}`, value]));
  return { document, variables: { ...process.env, ...variables }, signal };
}

async function passes(name: string, stage: Stage): Promise<boolean> {
  const { run, missing } = PARTS[name]!;
  console.log(`-- ${name}`);
  const reason = missing?.() ?? null;
  if (reason !== null) {
    const required = process.env["REQUIRE_ALL"] === "1";
    console.log(`The ${name} client: ${reason}.\n\n  1 ${required ? "failing" : "pending"}\n`);
    return !required;
  }
  try {
    console.log(await run(stage));
    return true;
  } catch (error) {
    stage.signal.throwIfAborted();
    if (!(error instanceof StepFailed)) throw error;
    console.log(/^ +\d+ failing$/m.test(error.message) ? error.message : `${error.message}\n  1 failing\n`);
    return false;
  }
}
