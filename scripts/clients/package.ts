import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CLIENT_TYPES } from "../generate/state.js";
import { ToolPackage } from "../contract/tools.js";
import { StepFailed, step, type ClientContext } from "./context.js";

/** Deno and Bun. Their own programs are run, because the scripts that would link them aren't. */
const runtimes = new ToolPackage("clients/runtimes", "var/client-runtimes");
const JOURNEY = "journey.mjs";
/** The clone and the application of docs/clients.md. */
const [CLONE, APP] = ["authdock", "your-app"];

export function packageMissing(): string | null {
  return spawnSync("git", ["rev-parse"], { stdio: "ignore" }).status === 0
    ? null
    : "this is no git repository";
}

/**
 * Packs and installs the TypeScript client with the lines of docs/clients.md, in a new home folder with what a clone has,
 * and runs a journey of the installed package on Node.js, Deno and Bun.
 */
export async function packedClient(context: ClientContext): Promise<string> {
  runtimes.install();
  const home = mkdtempSync(join(tmpdir(), "authdock-package-"));
  try {
    const app = join(home, APP);
    mkdirSync(app);
    writeFileSync(join(app, "package.json"), JSON.stringify({ name: APP, private: true, type: "module" }));
    cloneTo(join(home, CLONE));
    const variables = { ...context.variables, ...settingsOfNpm(), HOME: home };
    const inHome = { ...context, variables };
    const output = [await step(inHome, "sh", ["-e", "-c", documentedLines()], join(home, CLONE))];
    assertBuilt(app, output[0]!);
    copyFileSync(join("clients/runtimes", JOURNEY), join(app, JOURNEY));
    let passed = 0;
    for (const [name, program, ...parameters] of programs()) {
      const said = await step(inHome, program, [...parameters, JOURNEY, name], app);
      passed += said.match(/✔/g)?.length ?? 0;
      output.push(said);
    }
    return [...output, `\n  ${passed} passing\n`].join("\n");
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const programs = (): [name: string, program: string, ...parameters: string[]][] => [
  ["node", process.execPath],
  ["deno", programOf("@deno", "deno"), "run", "--allow-all", "--node-modules-dir=manual"],
  ["bun", programOf("@oven", "bin/bun"), "run"],
];

/** The program in the package for this machine, the only one that npm has installed. */
function programOf(scope: string, path: string): string {
  const folder = runtimes.file(scope);
  const file = readdirSync(folder)
    .flatMap((name) => [join(folder, name, path), join(folder, name, `${path}.exe`)])
    .find((candidate) => existsSync(candidate));
  if (file === undefined) throw new StepFailed(`${folder} has no program for this machine.`);
  return file;
}

/** The lines that pack and install the package. */
function documentedLines(): string {
  const blocks = readFileSync("docs/clients.md", "utf8").matchAll(/^```sh\n(.*?)^```$/gms);
  const [lines, ...others] = [...blocks].map(([, text]) => text!).filter((text) => text.includes("npm pack"));
  if (lines === undefined || others.length > 0) throw new StepFailed("docs/clients.md must pack once.");
  return lines;
}

/** What a clone of this version has after `npm run generate`: neither other ignored files nor installed packages. */
function cloneTo(folder: string): void {
  const listed = execFileSync("git", [
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
    "clients",
  ]);
  for (const file of [...listed.toString().split("\0"), CLIENT_TYPES])
    if (file !== "" && existsSync(file)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(file, join(folder, file));
    }
}

/** Another home has no settings of npm and an empty cache. */
const settingsOfNpm = (): NodeJS.ProcessEnv => ({
  npm_config_userconfig: process.env["npm_config_userconfig"] ?? join(homedir(), ".npmrc"),
  npm_config_cache: execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).trim(),
});

/** @throws StepFailed for a package without its build */
function assertBuilt(app: string, output: string): void {
  const folder = join(app, "node_modules/@authdock/client/dist");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  if (!files.includes("index.js") || !files.includes("index.d.ts"))
    throw new StepFailed(`The lines of docs/clients.md install a package without its build.\n${output}`);
}
