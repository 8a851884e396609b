/**
 * Clients of the published contract: builds or generates them, checks their types, and sends each on a journey through
 * a private service. `npm run clients -- python` runs one of them. The lines that count tests are mocha's.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shippedDocument } from "../src/contract/document.js";
import { publish } from "../src/contract/published.js";
import { createAccounts, type Accounts } from "./clients/accounts.js";
import { pythonClient, pythonMissing } from "./clients/python.js";
import { StepFailed, type Stage } from "./clients/stage.js";
import { typescriptClient } from "./clients/typescript.js";
import { startService } from "./service/service.js";

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

const folder = mkdtempSync(join(tmpdir(), "authdock-clients-"));
const interruption = new AbortController();
const { signal } = interruption;
for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => interruption.abort());

process.exitCode = 1;
try {
  let accounts = new Map<string, Accounts>();
  const service = await startService(folder, "correct-horse-battery", signal, async (variables) => {
    accounts = await createAccounts(variables, names);
  });
  try {
    let failed = 0;
    for (const name of names) if (!(await passes(name, stageOf(service.url, accounts.get(name)!)))) failed++;
    if (failed === 0) process.exitCode = 0;
  } finally {
    await service.stop();
  }
} catch (error) {
  console.error(signal.aborted ? "Interrupted." : error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function stageOf(url: string, accounts: Accounts): Stage {
  const document = join(folder, "openapi.json");
  writeFileSync(document, publish(shippedDocument(), new URL(url).origin).json);
  const told = Object.entries({ URL: url, DOCUMENT: document, ...accounts });
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
