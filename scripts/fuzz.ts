/**
 * Contract fuzz: Schemathesis against a private service, as nobody, as a plain user and as an administrator.
 * FUZZ_SEED chooses the run and FUZZ_EXAMPLES its length. scripts/fuzz/ holds what the checks are told.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readContract } from "../src/contract/operations.js";
import { shippedDocument } from "../src/contract/document.js";
import { PERMISSIONS } from "../src/domain/permissions.js";
import { schemathesis } from "./fuzz/programs.js";
import { ADMINISTRATOR, startService, type Service } from "./fuzz/service.js";

interface Identity {
  name: string;
  email: string;
  token: string;
  id: string;
}
interface Report {
  operations: { tested: number } | null;
  test_cases: { generated: number };
}
type SignedIn = { user: { id: string }; token: string };

const { FUZZ_SEED = "1", FUZZ_EXAMPLES = "300" } = process.env;
// nobody guesses the code of a two-factor challenge
const NEVER_ACCEPTED = ["auth.two-factor-challenge"];

const folder = mkdtempSync(join(tmpdir(), "authdock-fuzz-"));
const password = randomBytes(12).toString("base64url");
const interruption = new AbortController();
const { signal } = interruption;
for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => interruption.abort());

process.exitCode = 1;
try {
  const service = await startService(folder, password, signal);
  try {
    const results: boolean[] = [];
    for (const identity of await identities(service))
      results.push(await fuzz(service, identity, results.length));
    const passed = results.filter((ok) => ok).length;
    console.log(`${passed} passed, ${results.length - passed} failed`);
    if (passed === results.length) process.exitCode = 0;
  } finally {
    await service.stop();
  }
} catch (error) {
  console.error(signal.aborted ? "Interrupted." : error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function identities(service: Service): Promise<Identity[]> {
  const plain = { email: "plain@example.test", password, password_confirmation: password };
  await ask(service, "auth/register", { first_name: "Plain", last_name: "User", ...plain });
  const signedIn = async (name: string, email: string): Promise<Identity> => {
    const { user, token } = await ask(service, "auth/login", { email, password });
    return { name, email, token, id: user.id };
  };
  return [
    { name: "anonymous", email: "", token: "", id: "" },
    await signedIn("user", plain.email),
    await signedIn("administrator", ADMINISTRATOR),
  ];
}

async function ask({ url }: Service, path: string, body: object): Promise<SignedIn> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${url}/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${await response.text()}`);
  return ((await response.json()) as { data: SignedIn }).data;
}

async function fuzz(service: Service, { name, email, token, id }: Identity, run: number): Promise<boolean> {
  const reportFile = join(folder, `${name}.json`);
  const acceptedFile = join(folder, `${name}-accepted.json`);
  const { status, output } = await schemathesis(
    [
      ...["--config-file", "scripts/fuzz/schemathesis.toml", "run", "src/generated/openapi.json"],
      ...["--url", service.url, "--checks", "all", "--phases", "examples,coverage,fuzzing,stateful"],
      ...["--seed", FUZZ_SEED, "--max-examples", FUZZ_EXAMPLES, "--no-color"],
      ...["--report", "json", "--report-json-path", reportFile],
    ],
    {
      FUZZ_RUN: String(run),
      FUZZ_TOKEN: token,
      FUZZ_EMAIL: email,
      FUZZ_PASSWORD: password,
      FUZZ_USER_ID: id,
      FUZZ_ACCEPTED: acceptedFile,
    },
    folder,
    signal,
  );
  signal.throwIfAborted();
  const problems = status === 0 ? [] : [output];
  if (token && !(await isSignedIn(service, token))) problems.push("The identity lost its token on the way.");
  if (name === "administrator") problems.push(...neverAccepted(acceptedFile));
  for (const problem of problems) console.log(problem);
  console.log(`${name}: ${summary(reportFile)}, ${problems.length === 0 ? "ok" : "failed"}`);
  return problems.length === 0;
}

/** An operation that refuses everything is not tested, however well it refuses. */
function neverAccepted(acceptedFile: string): string[] {
  const accepted = (read(acceptedFile) ?? []) as string[];
  return readContract(shippedDocument(), new Set(PERMISSIONS))
    .filter(({ id }) => !accepted.includes(id) && !NEVER_ACCEPTED.includes(id))
    .map(({ id }) => `No call of ${id} was accepted.`);
}

function summary(reportFile: string): string {
  const report = read(reportFile) as Report | null;
  return report
    ? `${report.operations?.tested ?? 0} operations, ${report.test_cases.generated} cases`
    : "no report";
}

function read(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

async function isSignedIn({ url }: Service, token: string): Promise<boolean> {
  return (await fetch(`${url}/auth/me`, { headers: { Authorization: `Bearer ${token}` } })).ok;
}
