/**
 * Builds the relying parties in clients/relying-parties whose tools are installed, and signs users in with them on a private
 * service. `npm run relying-parties -- go` runs one of them.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { resolve } from "node:path";

const FOLDER = "clients/relying-parties";
const BUILT = resolve("var/relying-parties");
const PROXY = `${BUILT}/oauth2-proxy`;

interface RelyingParty {
  /** As its library is called. */
  library: string;
  /** The tool that must be installed. */
  needs: string[];
  /** Commands in the folder of the relying party. */
  build: string[][];
  /** The command that signs a user in; null for oauth2-proxy, whose test is another one. */
  run: string[] | null;
}

const RELYING_PARTIES: Record<string, RelyingParty> = {
  python: {
    library: "Authlib (Python)",
    needs: ["python3", "-c", "import venv, ensurepip"],
    build: [
      ["python3", "-m", "venv", `${BUILT}/python`],
      [
        `${BUILT}/python/bin/pip`,
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-r",
        "requirements.txt",
      ],
    ],
    run: [`${BUILT}/python/bin/python`, resolve(FOLDER, "python/relying_party.py")],
  },
  go: {
    library: "go-oidc and x/oauth2 (Go)",
    needs: ["go", "version"],
    build: [["go", "build", "-o", `${BUILT}/go`, "."]],
    run: [`${BUILT}/go`],
  },
  "oauth2-proxy": {
    library: "oauth2-proxy (Go)",
    needs: ["go", "version"],
    build: [["go", "build", "-o", PROXY, "github.com/oauth2-proxy/oauth2-proxy/v7"]],
    run: null,
  },
  java: {
    library: "Nimbus (Java)",
    needs: ["mvn", "--version"],
    build: [["mvn", "--quiet", "--batch-mode", `-DbuildDirectory=${BUILT}/java`, "package"]],
    run: ["java", "-cp", `${BUILT}/java/classes:${BUILT}/java/dependency/*`, "RelyingParty"],
  },
};

const isInstalled = ([command = "", ...parameters]: string[]): boolean =>
  spawnSync(command, parameters, { stdio: "ignore" }).status === 0;

function run([command = "", ...parameters]: string[], cwd: string, env = process.env): void {
  const { status, error } = spawnSync(command, parameters, { cwd, env, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${parameters.join(" ")} failed.`);
}

mkdirSync(BUILT, { recursive: true });
const chosen = process.argv.slice(2);
const programs: Record<string, string[]> = {};
const tests = ["relying-parties"];
for (const [name, { library, needs, build, run: command }] of Object.entries(RELYING_PARTIES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  if (!isInstalled(needs)) {
    console.log(`Not tried, because ${needs[0]} isn't installed: ${library}`);
    continue;
  }
  for (const step of build) {
    if (step[2] === "venv" && existsSync(`${BUILT}/python/bin/python`)) continue;
    run(step, `${FOLDER}/${name}`);
  }
  if (command === null) tests.push(name);
  else programs[library] = command;
}
const files = tests.map((test) => `test/oidc/clients/${test}.test.ts`);
run([process.execPath, "node_modules/mocha/bin/mocha.js", ...files], ".", {
  ...process.env,
  RELYING_PARTIES: JSON.stringify(programs),
  OAUTH2_PROXY: PROXY,
});
