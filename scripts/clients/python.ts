import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { step, type Stage } from "./stage.js";

const FOLDER = resolve("clients/python");
const GENERATED = resolve("var/clients/python");

/** Why the Python client cannot be made here; null when it can. */
export function pythonMissing(): string | null {
  const needed = "import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))";
  const { status } = spawnSync("python3", ["-c", needed], { stdio: "ignore" });
  return status === 0 ? null : "python3 (3.11 or later) with venv is missing";
}

/** Generated from the document as anybody would, by clients/python/README.md; only the journey is written by hand. */
export async function pythonClient(stage: Stage): Promise<string> {
  const bin = await environment(stage);
  const inside: Stage = {
    ...stage,
    variables: {
      ...stage.variables,
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
      PYTHONPATH: GENERATED,
      MYPYPATH: GENERATED,
      PYTHONDONTWRITEBYTECODE: "1",
    },
  };
  const run = (program: string, ...parameters: string[]): Promise<string> =>
    step(inside, join(bin, program), parameters, FOLDER);
  await run(
    "openapi-python-client",
    ...["generate", "--path", stage.document, "--meta", "none", "--fail-on-warning"],
    ...["--config", "config.yaml", "--custom-template-path", "templates"],
    ...["--output-path", join(GENERATED, "authdock_client"), "--overwrite"],
  );
  await run("mypy", "--strict", "--cache-dir", join(GENERATED, "mypy"), "journey.py");
  return counted(
    await run("python", "-W", "ignore::ResourceWarning", "-m", "unittest", "--verbose", "journey"),
  );
}

/** One virtual environment for one list of requirements. @returns where its programs are */
async function environment(stage: Stage): Promise<string> {
  const requirements = join(FOLDER, "requirements.txt");
  const digest = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12);
  const folder = resolve(`var/clients/python-${digest}`);
  const bin = join(folder, "bin");
  if (existsSync(join(folder, "complete"))) return bin;
  rmSync(folder, { recursive: true, force: true });
  await step(stage, "python3", ["-m", "venv", folder]);
  const quietly = ["--quiet", "--disable-pip-version-check"];
  await step(stage, join(bin, "python"), ["-m", "pip", "install", ...quietly, "-r", requirements]);
  writeFileSync(join(folder, "complete"), "");
  return bin;
}

/** unittest's last lines in the words of mocha, which CI adds up. */
function counted(output: string): string {
  const [, tests, seconds] = /^Ran (\d+) tests? in ([\d.]+)s$/m.exec(output) ?? [];
  return `${output}\n  ${tests ?? 0} passing (${Math.ceil(Number(seconds ?? 0))}s)\n`;
}
