/**
 * Builds the programs of others in clients/relying-parties whose tools are installed, and tries them on a private
 * service. `npm run relying-parties` tries those of CI, `-- --all` also the slow ones, and `-- go` one of them. `npm run agents`
 * does the same with agents. With REQUIRE_ALL=1 a missing tool is an error.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { makeCertificate } from "../test/support/app/certificate.js";

const FOLDER = "clients/relying-parties";
const BUILT = resolve("var/relying-parties");

interface RelyingParty {
  /** As its library or program is called. */
  library: string;
  /** The command that tells whether its tool is installed. */
  needs: string[];
  /** Where its sources are, if not in a folder with its name. */
  folder?: string;
  /** Commands in its folder. */
  build?: string[][];
  /** The command that runs it. */
  run: string[];
  /** Its test in test/oidc/clients; without one, it signs a user in as relying-parties.test.ts says. */
  test?: string;
  /** Whether it is left out of CI, because it takes long. */
  isSlow?: true;
  /** Whether `npm run agents` tries it. */
  isAgent?: true;
}

const python = (name: string): string => `${BUILT}/${name}/bin/python`;

/** The commands that make a virtual environment with the requirements of a relying party. */
const venv = (name: string): string[][] => [
  ["python3", "-m", "venv", `${BUILT}/${name}`],
  [python(name), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt"],
];
const PYTHON = ["python3", "-c", "import venv, ensurepip"];
const GO = ["go", "version"];

/** One of the programs in the folder `rust`, which share what takes long to build. */
const rust = (program: string) => ({
  folder: "rust",
  needs: ["cargo", "--version"],
  build: [["cargo", "build", "--quiet", "--locked", "--target-dir", `${BUILT}/rust`, "--bin", program]],
  run: [`${BUILT}/rust/debug/${program}`],
  isSlow: true as const,
});

/** An agent with an SDK in TypeScript. @param sdk as agent.mjs calls it */
const agent = (
  sdk: string,
): Pick<RelyingParty, "folder" | "needs" | "build" | "run" | "test" | "isAgent"> => ({
  folder: "agents",
  needs: ["npm", "--version"],
  build: [["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]],
  run: [process.execPath, resolve(FOLDER, "agents/agent.mjs"), sdk],
  test: "agents",
  isAgent: true,
});

/** An agent with a library in Python. */
const pythonAgent = (name: string): ReturnType<typeof agent> => ({
  folder: name,
  needs: PYTHON,
  build: venv(name),
  run: [python(name), resolve(FOLDER, name, "agent.py")],
  test: "agents",
  isAgent: true,
});

/** A program for those who develop agents. It needs a newer Node.js than the service. */
const agentTool = (program: string): ReturnType<typeof agent> & { isSlow: true } => ({
  folder: "agent-tools",
  needs: [process.execPath, "-e", "process.exit(Number(process.versions.node.split('.')[0]) < 22 ? 1 : 0)"],
  // without a lock, because `npm ci` doesn't accept the one that `npm install` makes for the inspector
  build: [["npm", "install", "--no-package-lock", "--ignore-scripts", "--no-fund", "--loglevel=error"]],
  run: [process.execPath, resolve(FOLDER, "agent-tools", program)],
  test: "agent-tools",
  isAgent: true,
  isSlow: true,
});

const RELYING_PARTIES: Record<string, RelyingParty> = {
  python: {
    library: "Authlib (Python)",
    needs: PYTHON,
    build: venv("python"),
    run: [python("python"), resolve(FOLDER, "python/relying_party.py")],
  },
  go: {
    library: "go-oidc and x/oauth2 (Go)",
    needs: GO,
    build: [["go", "build", "-o", `${BUILT}/go`, "."]],
    run: [`${BUILT}/go`],
  },
  goth: {
    library: "goth (Go)",
    needs: GO,
    build: [["go", "build", "-o", `${BUILT}/goth`, "."]],
    run: [`${BUILT}/goth`],
  },
  "oauth2-proxy": {
    library: "oauth2-proxy (Go)",
    needs: GO,
    build: [["go", "build", "-o", `${BUILT}/oauth2-proxy`, "github.com/oauth2-proxy/oauth2-proxy/v7"]],
    run: [`${BUILT}/oauth2-proxy`],
    test: "oauth2-proxy",
    isSlow: true,
  },
  virtualwebauthn: {
    library: "virtualwebauthn (Go)",
    needs: GO,
    build: [["go", "build", "-o", `${BUILT}/virtualwebauthn`, "."]],
    run: [`${BUILT}/virtualwebauthn`],
    test: "passkeys",
  },
  "mod-auth-openidc": {
    library: "mod_auth_openidc (Apache)",
    needs: ["test", "-e", "/usr/lib/apache2/modules/mod_auth_openidc.so"],
    run: ["/usr/sbin/apache2"],
    test: "mod-auth-openidc",
  },
  dovecot: {
    library: "Dovecot 2.3 (mail server)",
    needs: ["sh", "-c", "/usr/sbin/dovecot --version | grep '^2[.]3[.]'"], // 2.4 reads other settings
    run: ["/usr/sbin/dovecot"],
    test: "dovecot",
  },
  "django-allauth": {
    library: "django-allauth (Python)",
    needs: PYTHON,
    build: venv("django-allauth"),
    run: [python("django-allauth"), resolve(FOLDER, "django-allauth/site.py")],
    test: "django-allauth",
  },
  java: {
    library: "Nimbus (Java)",
    needs: ["mvn", "--version"],
    build: [["mvn", "--quiet", "--batch-mode", `-DbuildDirectory=${BUILT}/java`, "package"]],
    run: ["java", "-cp", `${BUILT}/java/classes:${BUILT}/java/dependency/*`, "RelyingParty"],
  },
  openidconnect: { library: "openidconnect (Rust)", ...rust("device"), test: "device" },
  "passkey-rs": { library: "passkey-rs (Rust)", ...rust("passkeys"), test: "passkeys" },
  "webhooks-node": {
    library: "standardwebhooks (npm)",
    needs: ["npm", "--version"],
    build: [["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]],
    run: [process.execPath, resolve(FOLDER, "webhooks-node/receiver.mjs")],
    test: "webhooks",
  },
  "webhooks-python": {
    library: "standardwebhooks (Python)",
    needs: PYTHON,
    build: venv("webhooks-python"),
    run: [python("webhooks-python"), resolve(FOLDER, "webhooks-python/receiver.py")],
    test: "webhooks",
  },
  "webhooks-go": {
    library: "standard-webhooks (Go)",
    needs: GO,
    build: [["go", "build", "-o", `${BUILT}/webhooks-go`, "."]],
    run: [`${BUILT}/webhooks-go`],
    test: "webhooks",
  },
  "webhooks-rust": {
    library: "standardwebhooks (Rust)",
    needs: ["cargo", "--version"],
    build: [["cargo", "build", "--quiet", "--locked", "--target-dir", `${BUILT}/webhooks-rust`]],
    run: [`${BUILT}/webhooks-rust/debug/receiver`],
    test: "webhooks",
    isSlow: true,
  },
  "scim-tester": {
    library: "scim2-tester (Python)",
    needs: PYTHON,
    build: venv("scim-tester"),
    run: [python("scim-tester"), resolve(FOLDER, "scim-tester/tester.py")],
    test: "scim",
  },
  "agent-default": { library: "@modelcontextprotocol/client", ...agent("default") },
  "agent-auto": { library: "@modelcontextprotocol/client in the newest revision", ...agent("auto") },
  "agent-sdk": { library: "@modelcontextprotocol/sdk", ...agent("sdk") },
  "agent-python": { library: "mcp (Python)", ...pythonAgent("agent-python") },
  inspector: { library: "The inspector's command line", ...agentTool("inspector.mjs") },
  conformance: { library: "The conformance suite", ...agentTool("conformance.mjs") },
  "agent-fastmcp": { library: "fastmcp (Python)", ...pythonAgent("agent-fastmcp"), isSlow: true },
};

const isInstalled = ([command = "", ...parameters]: string[]): boolean =>
  spawnSync(command, parameters, { stdio: "ignore" }).status === 0;

function run([command = "", ...parameters]: string[], cwd: string, env = process.env): void {
  const { status, error } = spawnSync(command, parameters, { cwd, env, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${parameters.join(" ")} failed.`);
}

mkdirSync(BUILT, { recursive: true });
const areAgents = process.argv.includes("--agents");
const chosen = process.argv.slice(2).filter((argument) => argument !== "--agents");
const isChosen = (name: string, { isSlow, isAgent }: RelyingParty): boolean =>
  chosen.includes(name) ||
  ((isAgent === true) === areAgents && (chosen.includes("--all") || (chosen.length === 0 && !isSlow)));

let isComplete = true;
const built: Record<string, { library: string; run: string[] }> = {};
const tests = new Set<string>();
/** Some share a step. */
const steps = new Set<string>();
for (const [name, party] of Object.entries(RELYING_PARTIES)) {
  if (!isChosen(name, party)) continue;
  const { library, needs, folder = name, build = [], run: command, test = "relying-parties" } = party;
  if (!isInstalled(needs)) {
    console.log(`Not tried, because \`${needs.join(" ")}\` fails: ${library}`);
    isComplete = false;
    continue;
  }
  const start = Date.now();
  for (const step of build) {
    if (step[2] === "venv" && existsSync(python(name))) continue;
    const made = `${folder}: ${step.join(" ")}`;
    if (!steps.has(made)) run(step, `${FOLDER}/${folder}`);
    steps.add(made);
  }
  console.log(`${library}: built in ${Math.round((Date.now() - start) / 1000)} s`);
  built[name] = { library, run: command };
  tests.add(`test/oidc/clients/${test}.test.ts`);
}
// the documents of agents are read by https
if (areAgents) makeCertificate(BUILT, "localhost");
run([process.execPath, "node_modules/mocha/bin/mocha.js", ...tests], ".", {
  ...process.env,
  ...(areAgents && { NODE_EXTRA_CA_CERTS: resolve(BUILT, "localhost.pem") }),
  RELYING_PARTIES: JSON.stringify(built),
});
if (!isComplete && process.env["REQUIRE_ALL"] === "1") process.exitCode = 1;
