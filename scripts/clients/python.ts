import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { step, type ClientContext } from "./context.js";

const FOLDER = resolve("clients/python");
const GENERATED = resolve("var/clients/python");

/** What the Python client needs and this machine lacks; null when nothing is missing. */
export function pythonMissing(): string | null {
  const requirement = "import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))";
  const { status } = spawnSync("python3", ["-c", requirement], { stdio: "ignore" });
  return status === 0 ? null : "python3 (3.11 or later) with venv is missing";
}

/**
 * Generates the Python client as docs/clients.md describes, checks its types and runs its tests in
 * clients/python.
 */
export async function pythonClient(context: ClientContext): Promise<string> {
  const bin = await virtualEnvironment(context, FOLDER);
  const inEnvironment: ClientContext = {
    ...context,
    variables: {
      ...context.variables,
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
      PYTHONPATH: GENERATED,
      MYPYPATH: GENERATED,
      PYTHONDONTWRITEBYTECODE: "1",
    },
  };
  const run = (program: string, ...parameters: string[]): Promise<string> =>
    step(inEnvironment, join(bin, program), parameters, FOLDER);
  await run(
    "openapi-python-client",
    ...["generate", "--path", context.document, "--meta", "none", "--fail-on-warning"],
    ...["--config", "config.yaml"],
    ...["--output-path", join(GENERATED, "authdock_client"), "--overwrite"],
  );
  await run(
    "mypy",
    "--strict",
    "--cache-dir",
    join(GENERATED, "mypy"),
    "journey.py",
    "tags.py",
    "receiver.py",
  );
  return withMochaCount(
    await run(
      "python",
      "-W",
      "ignore::ResourceWarning",
      "-m",
      "unittest",
      "--verbose",
      "journey",
      "tags",
      "webhooks_test",
    ),
  );
}

/**
 * Creates a virtual environment for the requirements.txt of a folder, or reuses it.
 * @returns the folder of its programs
 */
export async function virtualEnvironment(context: ClientContext, source: string): Promise<string> {
  const requirements = join(source, "requirements.txt");
  const digest = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12);
  const folder = resolve(`var/clients/python-${digest}`);
  const bin = join(folder, "bin");
  if (existsSync(join(folder, "complete"))) return bin;
  rmSync(folder, { recursive: true, force: true });
  await step(context, "python3", ["-m", "venv", folder]);
  const quiet = ["--quiet", "--disable-pip-version-check"];
  await step(context, join(bin, "python"), ["-m", "pip", "install", ...quiet, "-r", requirements]);
  writeFileSync(join(folder, "complete"), "");
  return bin;
}

/** Adds the number of tests as mocha prints it, because CI adds up mocha's numbers. */
function withMochaCount(output: string): string {
  const [, tests, seconds] = /^Ran (\d+) tests? in ([\d.]+)s$/m.exec(output) ?? [];
  return `${output}\n  ${tests ?? 0} passing (${Math.ceil(Number(seconds ?? 0))}s)\n`;
}
