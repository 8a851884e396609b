/**
 * Tests the contract with Schemathesis against a private service, as a guest, as a limited user and as an
 * administrator. FUZZ_SEED is the seed, or `random` for a new one; FUZZ_EXAMPLES is the maximum number of examples
 * per operation. Failures are saved with their seed in var/fuzz. scripts/fuzz/ has the configuration of Schemathesis.
 */
import { randomBytes, randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readContract } from "../src/contract/operations.js";
import { shippedDocument } from "../src/contract/document.js";
import { PERMISSIONS } from "../src/domain/access/permissions.js";
import { createLimitedUser, LIMITED } from "./fuzz/limited-user.js";
import { schemathesis } from "./fuzz/schemathesis.js";
import { ADMINISTRATOR, withPrivateService, type Service } from "./service/service.js";

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
const seed = FUZZ_SEED === "random" ? randomInt(2 ** 32) : Number(FUZZ_SEED);
const REPORT_FOLDER = "var/fuzz";
/** Operations that Schemathesis can't call successfully: it can't guess the code of a two-factor challenge. */
const NEVER_ACCEPTED = ["auth.two-factor-challenge"];
/** Identity → permissions that it lacks. */
const REFUSED: Record<string, string[]> = { limited: ["users.create", "users.delete"] };

const password = randomBytes(12).toString("base64url");

console.log(`seed ${seed}`);
await withPrivateService(
  { password, prepare: (services) => createLimitedUser(services, password) },
  async (service) => {
    const results: boolean[] = [];
    for (const identity of await identities(service))
      results.push(await fuzz(service, identity, results.length));
    const passed = results.filter((ok) => ok).length;
    console.log(`${passed} passed, ${results.length - passed} failed`);
    return passed === results.length;
  },
);

async function identities(service: Service): Promise<Identity[]> {
  const signedIn = async (name: string, email: string): Promise<Identity> => {
    const { user, token } = await post(service, "auth/login", { email, password });
    return { name, email, token, id: user.id };
  };
  return [
    { name: "anonymous", email: "", token: "", id: "" },
    await signedIn("limited", LIMITED),
    await signedIn("administrator", ADMINISTRATOR),
  ];
}

async function post({ url }: Service, path: string, body: object): Promise<SignedIn> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${url}/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${await response.text()}`);
  return ((await response.json()) as { data: SignedIn }).data;
}

async function fuzz(service: Service, { name, email, token, id }: Identity, run: number): Promise<boolean> {
  const { folder, signal } = service;
  const reportFile = join(folder, `${name}.json`);
  const acceptedFile = join(folder, `${name}-accepted.json`);
  const { status, output } = await schemathesis(
    [
      ...["--config-file", "scripts/fuzz/schemathesis.toml", "run", "src/generated/openapi.json"],
      ...["--url", service.url, "--checks", "all", "--phases", "examples,coverage,fuzzing,stateful"],
      // this check expects that a new account can be restored, although it isn't deleted
      ...["--exclude-checks", "ensure_resource_availability"],
      ...["--seed", String(seed), "--max-examples", FUZZ_EXAMPLES, "--no-color"],
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
  if (token && !(await isSignedIn(service, token)))
    problems.push("The token of the identity was revoked during the run.");
  if (token) problems.push(...neverAccepted(acceptedFile, REFUSED[name] ?? []));
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) saveReport(name, problems);
  console.log(`${name}: ${summary(reportFile)}, ${problems.length === 0 ? "ok" : "failed"}`);
  return problems.length === 0;
}

/** Saves the problems with the command that reproduces them. */
function saveReport(name: string, problems: string[]): void {
  const command = `FUZZ_SEED=${seed} FUZZ_EXAMPLES=${FUZZ_EXAMPLES} npm run fuzz`;
  mkdirSync(REPORT_FOLDER, { recursive: true });
  writeFileSync(join(REPORT_FOLDER, `${name}-${seed}.txt`), [command, ...problems, ""].join("\n\n"));
  console.log(`Saved in ${REPORT_FOLDER}. Reproduce it with: ${command}`);
}

/** Reports operations that never succeeded, because the run tested only their refusals. */
function neverAccepted(acceptedFile: string, refused: string[]): string[] {
  const accepted = (read(acceptedFile) ?? []) as string[];
  return readContract(shippedDocument(), new Set(PERMISSIONS))
    .filter(({ id, permission }) => !NEVER_ACCEPTED.includes(id) && !refused.includes(permission ?? ""))
    .filter(({ id }) => !accepted.includes(id))
    .map(({ id }) => `No call of ${id} succeeded.`);
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
