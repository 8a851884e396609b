import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { keepBuildCache, lendBuildCache } from "../contract/build-cache.js";

/** mocha can't end a test while it waits for a command like this. */
export const SHELL_LIMIT_MS = 300_000;

export interface Instruction {
  name: string;
  value: string;
}

/** The instructions of each stage, from its FROM on. */
export function readDockerfile(file: string): Instruction[][] {
  const lines = readFileSync(file, "utf8")
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name, value] = /^\s*([A-Z]+)\s+(.*)$/.exec(line)!;
    if (name === "FROM") stages.push([]);
    stages.at(-1)!.push({ name: name!, value: value! });
  }
  return stages;
}

/** The name after AS; the last stage has none. */
export const stageName = (stage: readonly Instruction[]): string =>
  / AS (\S+)$/i.exec(stage[0]!.value)?.[1] ?? "image";

const ignoredPatterns = readFileSync(".dockerignore", "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) =>
    line
      .replaceAll(".", "\\.")
      .replaceAll("**/", "(.*/)?")
      .replaceAll(/(?<!\.)\*/g, "[^/]*"),
  )
  .map((pattern) => new RegExp(`^${pattern}$`));
export const isSentToBuilder = (path: string): boolean => !ignoredPatterns.some((one) => one.test(path));

/**
 * Executes the stages of a Dockerfile in folders below `root`, one for each stage, without a container engine. Packages
 * come from this product's installation. Commands that change the system of the image are left to the engine.
 */
export function executeDockerfile(stages: readonly Instruction[][], root: string): void {
  for (const stage of stages) {
    const folder = join(root, stageName(stage));
    let work = folder;
    for (const { name, value } of stage)
      if (name === "WORKDIR") mkdirSync((work = join(folder, value)), { recursive: true });
      else if (name === "COPY") copy(value, root, work);
      else if (name === "VOLUME") mkdirSync(join(folder, value), { recursive: true });
      else if (name === "RUN") run(value, work);
  }
}

function copy(value: string, root: string, work: string): void {
  const parts = value.split(" ");
  const from = parts[0]!.startsWith("--from=") ? parts.shift()!.slice("--from=".length) : undefined;
  const target = join(work, parts.pop()!);
  for (const source of parts)
    if (from !== undefined) copyTree(join(root, from, source), into(target, source, parts.length > 1));
    else if (source === ".") copyContext(target);
    else copyFileSync(source, into(target, source, true));
}

/** A folder's content is copied to the target, files go into a target that is a folder. */
const into = (target: string, source: string, isFolder: boolean): string =>
  isFolder || source.endsWith(".json") ? join(target, source.split("/").at(-1)!) : target;

function copyContext(target: string): void {
  for (const name of readdirSync(".").filter(isSentToBuilder))
    cpSync(name, join(target, name), { recursive: true, filter: (path) => isSentToBuilder(path) });
}

function run(command: string, work: string): void {
  if (command === "npm ci") symlinkSync(resolve("node_modules"), join(work, "node_modules"));
  else if (command.startsWith("npm ci --omit=dev && ")) {
    installProduction(work);
    run(command.slice("npm ci --omit=dev && ".length), work);
  } else if (!/apt-get|mkdir \/|chown /.test(command)) {
    lendBuildCache(work);
    execFileSync("sh", ["-c", command], {
      cwd: work,
      stdio: ["ignore", "pipe", "inherit"],
      timeout: SHELL_LIMIT_MS,
    });
    keepBuildCache(work);
  }
}

/** What `npm ci --omit=dev` installs: the packages of the lock file that aren't only for development. */
function installProduction(work: string): void {
  const { packages } = JSON.parse(readFileSync(join(work, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const [path, { dev }] of Object.entries(packages))
    if (/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && dev !== true && existsSync(path))
      copyTree(path, join(work, path));
}

/** Links files instead of copying them where the file system allows it. */
function copyTree(source: string, target: string): void {
  if (!statSync(source).isDirectory()) {
    mkdirSync(dirname(target), { recursive: true });
    try {
      return linkSync(source, target);
    } catch {
      return copyFileSync(source, target);
    }
  }
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true }))
    if (entry.isSymbolicLink()) continue;
    else copyTree(join(source, entry.name), join(target, entry.name));
}
