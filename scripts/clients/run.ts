import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { shippedDocument } from "../../src/contract/document.js";
import { publish } from "../../src/contract/published.js";
import type { Services } from "../../src/domain/services.js";
import { withPrivateService, type Service } from "../service/service.js";
import { createAccounts, type Accounts } from "./accounts.js";
import { startCuttingProxy } from "./cutting-proxy.js";
import { StepFailed, type ClientContext } from "./context.js";

export interface ClientTest {
  /** @returns the output, with the number of tests as mocha prints it. @throws StepFailed */
  run: (context: ClientContext) => Promise<string>;
  /** What this machine lacks; null when nothing is missing. */
  missing?: () => string | null;
}

/**
 * Runs the selected tests, or all of them, against a private service that each test has its own accounts in. A test whose
 * tools are missing is reported as pending; with `REQUIRE_ALL=1`, as failing.
 */
export async function runClients(tests: Record<string, ClientTest>, selected: string[]): Promise<void> {
  const unknown = selected.filter((name) => !(name in tests));
  if (unknown.length > 0)
    throw new Error(`Unknown client ${unknown.join(", ")}. Choose from: ${Object.keys(tests).join(", ")}.`);
  const names = selected.length > 0 ? selected : Object.keys(tests);
  let accounts = new Map<string, Accounts>();
  const prepare = async (services: Services): Promise<void> => {
    accounts = await createAccounts(services, names);
  };
  await withPrivateService({ password: "correct-horse-battery", prepare }, async (service) => {
    const proxy = await startCuttingProxy(service.url);
    let failed = 0;
    try {
      for (const name of names) {
        const context = contextFor(service, { CUT_URL: proxy.url, ...accounts.get(name)! });
        if (!(await passes(name, tests[name]!, context))) failed++;
      }
    } finally {
      proxy.close(); // otherwise the process would stay
    }
    return failed === 0;
  });
}

function contextFor({ url, folder, signal }: Service, own: Accounts & { CUT_URL: string }): ClientContext {
  const document = join(folder, "openapi.json");
  writeFileSync(document, publish(shippedDocument(), new URL(url).origin).json);
  const values = Object.entries({ URL: url, DOCUMENT: document, ...own });
  const variables = Object.fromEntries(values.map(([name, value]) => [`AUTHDOCK_${name}`, value]));
  return { document, variables: { ...process.env, ...variables }, signal };
}

async function passes(name: string, { run, missing }: ClientTest, context: ClientContext): Promise<boolean> {
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
