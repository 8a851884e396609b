/**
 * Contract fuzz: Schemathesis against a private service, as nobody, as a limited user and as an administrator.
 * FUZZ_SEED chooses the run and FUZZ_EXAMPLES its length; `random` takes a seed that no run had. What failed is kept with
 * its seed under var/fuzz. scripts/fuzz/ holds what the checks are told.
 */
import { randomBytes, randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readContract } from "../src/contract/operations.js";
import { shippedDocument } from "../src/contract/document.js";
import { PERMISSIONS } from "../src/domain/access/permissions.js";
import { createLimitedUser, LIMITED } from "./fuzz/limited-user.js";
import { schemathesis } from "./fuzz/schemathesis.js";
import { ADMINISTRATOR, onPrivateService, type Service } from "./service/service.js";

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
const KEPT = "var/fuzz";
// nobody guesses the code of a two-factor challenge
const NEVER_ACCEPTED = ["auth.two-factor-challenge"];
/** What the rights of an identity leave out. */
const REFUSED: Record<string, string[]> = { limited: ["users.create", "users.delete"] };

const password = randomBytes(12).toString("base64url");

console.log(`seed ${seed}`);
await onPrivateService(
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
    const { user, token } = await ask(service, "auth/login", { email, password });
    return { name, email, token, id: user.id };
  };
  return [
    { name: "anonymous", email: "", token: "", id: "" },
    await signedIn("limited", LIMITED),
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
  const { folder, signal } = service;
  const reportFile = join(folder, `${name}.json`);
  const acceptedFile = join(folder, `${name}-accepted.json`);
  const { status, output } = await schemathesis(
    [
      ...["--config-file", "scripts/fuzz/schemathesis.toml", "run", "src/generated/openapi.json"],
      ...["--url", service.url, "--checks", "all", "--phases", "examples,coverage,fuzzing,stateful"],
      // takes it for a fault that an account which was just created, and not deleted, can't be restored
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
  if (token && !(await isSignedIn(service, token))) problems.push("The identity lost its token on the way.");
  if (token) problems.push(...neverAccepted(acceptedFile, REFUSED[name] ?? []));
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) keep(name, problems);
  console.log(`${name}: ${summary(reportFile)}, ${problems.length === 0 ? "ok" : "failed"}`);
  return problems.length === 0;
}

/** For whoever mends it: what was found, and how to find it again. */
function keep(name: string, problems: string[]): void {
  const again = `FUZZ_SEED=${seed} FUZZ_EXAMPLES=${FUZZ_EXAMPLES} npm run fuzz`;
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(join(KEPT, `${name}-${seed}.txt`), [again, ...problems, ""].join("\n\n"));
  console.log(`Kept in ${KEPT}. Find it again with: ${again}`);
}

/** An operation that refuses everything is not tested, however well it refuses. */
function neverAccepted(acceptedFile: string, refused: string[]): string[] {
  const accepted = (read(acceptedFile) ?? []) as string[];
  return readContract(shippedDocument(), new Set(PERMISSIONS))
    .filter(({ id, permission }) => !NEVER_ACCEPTED.includes(id) && !refused.includes(permission ?? ""))
    .filter(({ id }) => !accepted.includes(id))
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
