/**
 * Tests the contract with Schemathesis against a private service, as a guest and as an account of each shipped role.
 * FUZZ_SEED is the seed, or `random` for a new one; FUZZ_EXAMPLES is the maximum number of examples per operation;
 * FUZZ_AS names some of the identities, separated by commas. Failures are saved with their seed in var/fuzz. scripts/fuzz/ has the configuration of Schemathesis.
 */
import { randomBytes, randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readContract } from "../src/contract/operations.js";
import { shippedDocument } from "../src/contract/document.js";
import { PERMISSIONS } from "../src/domain/access/permissions.js";
import { IDENTITIES, prepareIdentities } from "./fuzz/identities.js";
import { schemathesis } from "./fuzz/schemathesis.js";
import { withPrivateService, type Service } from "./service/service.js";

interface Identity {
  name: string;
  email: string;
  token: string;
  id: string;
  permissions: string[];
}
interface Report {
  operations: { tested: number } | null;
  test_cases: { generated: number };
}
type SignedIn = { user: { id: string }; token: string };

const { FUZZ_SEED = "1", FUZZ_EXAMPLES = "100", FUZZ_AS = Object.keys(IDENTITIES).join() } = process.env;
const seed = FUZZ_SEED === "random" ? randomInt(2 ** 32) : Number(FUZZ_SEED);
const REPORT_FOLDER = "var/fuzz";
/** Operations that Schemathesis can't call successfully, because it can't guess codes, links from mails and pictures. */
const NEVER_ACCEPTED = [
  "auth.two-factor-challenge",
  "auth.me.two-factor.confirm",
  // needs an authenticator
  "auth.passkeys",
  "auth.me.passkeys.store",
  "auth.me.passkeys.update",
  "auth.me.passkeys.destroy",
  "auth.me.password.destroy",
  "users.update.passkeys.destroy",
  "organisations.update.members.store", // only the service's administration can
  // "organisations.destroy" can be called before them
  "organisations.update.members.update",
  "organisations.update.owner",
  "organisations.update.invitations.store",
  "organisations.update.members.destroy",
  // the names of custom roles are seldom met
  "organisations.update.roles.update",
  "organisations.update.roles.destroy",
  "auth.me.organisations.store", // needs the link in a mail
  "organisations.update.invitations.destroy",
  "organisations.update.invitations.resend",
  "organisations.show.applications.show",
  "organisations.update.applications.update",
  "organisations.update.applications.secret",
  "organisations.update.applications.destroy",
  "organisations.update.domains.verify",
  "organisations.update.domains.destroy",
  "organisations.update.domains.update",
  "organisations.update.domains.code",
  "organisations.update.join-requests.accept", // needs a verified domain
  "organisations.update.join-requests.destroy",
  "auth.me.join-requests.store",
  "organisations.update.provisioning-tokens.destroy",
  "auth.me.organisations.destroy",
  // are linked in a browser
  "auth.me.identities.destroy",
  "users.update.identities.destroy",
  "auth.me.recovery-codes.store", // needs a confirmed second factor
  "auth.reset-password",
  "auth.invitation.passkeys.options",
  "auth.invitation.passkeys.store",
  "auth.email.verify",
  "auth.me.avatar.update",
  "users.update.avatar",
  "settings.update.logo",
  "api-clients.update.logo",
  "organisations.update.logo",
  "auth.me.applications.destroy", // "api-clients.destroy" can be called before it
  "auth.me.sessions.destroy", // "auth.me.sessions.destroy-others" is called before it
  // "users.update.access" ends them
  "users.update.sessions.destroy",
  "users.update.tokens.destroy",
  "users.update.applications.destroy",
  // need a file that background work has checked
  "users.show.import.report",
  "users.update.import.start",
  "users.update.import.undo",
  "users.update.import.discard", // background work can have rejected the file before
  // share a small limit with "settings.update.captcha-test"
  "settings.update.mail-test",
  "settings.update.provider.test",
];

const password = randomBytes(12).toString("base64url");

console.log(`seed ${seed}`);
await withPrivateService(
  { password, prepare: (services) => prepareIdentities(services, password) },
  async (service) => {
    const results: boolean[] = [];
    for (const name of Object.keys(IDENTITIES) as (keyof typeof IDENTITIES)[])
      if (FUZZ_AS.split(",").includes(name))
        results.push(await fuzz(service, await signIn(service, name), results.length));
    const passed = results.filter((ok) => ok).length;
    console.log(`${passed} passed, ${results.length - passed} failed`);
    return results.length > 0 && passed === results.length;
  },
);

async function signIn(service: Service, name: keyof typeof IDENTITIES): Promise<Identity> {
  const email = IDENTITIES[name];
  if (email === "") return { name, email, token: "", id: "", permissions: [] };
  const { user, token } = await call<SignedIn>(service, "auth/login", { email, password });
  const { permissions } = await call<{ permissions: string[] }>(service, "auth/me", undefined, token);
  return { name, email, token, id: user.id, permissions };
}

async function call<T>({ url }: Service, path: string, body?: object, token?: string): Promise<T> {
  const headers = {
    "Content-Type": "application/json",
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
  const response = await fetch(
    `${url}/${path}`,
    body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) },
  );
  if (!response.ok) throw new Error(`${path} answered ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}

async function fuzz(service: Service, identity: Identity, run: number): Promise<boolean> {
  const { folder, signal } = service;
  const { name, email, token, id } = identity;
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
  if (token) problems.push(...neverAccepted(acceptedFile, identity.permissions));
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

/** Reports operations that never succeeded, because the run tested only their rejections. */
function neverAccepted(acceptedFile: string, permissions: string[]): string[] {
  const accepted = (read(acceptedFile) ?? []) as string[];
  return readContract(shippedDocument(), new Set(PERMISSIONS))
    .filter(
      ({ id, permission }) =>
        !NEVER_ACCEPTED.includes(id) && (permission === null || permissions.includes(permission)),
    )
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
