/**
 * Finds import cycles and imports against the order of the folders, type imports included, between the files of a folder,
 * by default `src`, and files of the contract that are too long, by default in `openapi`. ESLint checks the length of the
 * other files. With `--report` it also prints figures.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import ts from "typescript";
import { LEVELS } from "./architecture.js";

const [SOURCE = "src", CONTRACT = "openapi"] = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith("--"));

const MIGRATIONS = join(SOURCE, "../migrations");

/** Of a file of the contract. ESLint limits those of the code. */
const MAX_LINES = 200;

const inSource = (path: string): string => relative(SOURCE, path).split(sep).join("/");

const imports = importsOf(SOURCE);
const cycles = cyclesIn(imports);
for (const cycle of cycles) console.error(`Import cycle: ${cycle.join(" → ")}`);
const wrong = [...wrongImports(imports), ...wrongImports(importsOf(MIGRATIONS))];
for (const problem of wrong) console.error(problem);
const tooLong = longFiles(CONTRACT);
for (const [file, lines] of tooLong) console.error(`${file} has ${lines} lines, more than ${MAX_LINES}`);
if (cycles.length + wrong.length + tooLong.length > 0) process.exitCode = 1;
if (process.argv.includes("--report")) report();

/** File → the files that it imports. Empty when the folder doesn't exist. */
function importsOf(folder: string): Map<string, string[]> {
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => {
        const file = join(folder, name);
        const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"), true, true);
        const local = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith("."));
        return [file, local.map((name) => join(dirname(file), name).replace(/\.js$/, ".ts"))] as const;
      }),
  );
}

/** The folder in LEVELS that a file belongs to, if any; `app` for files directly in `src`. */
function folderOf(file: string): string | undefined {
  const path = inSource(dirname(file));
  if (path === "") return "app";
  if (path === "../migrations") return "migrations";
  // files directly in `domain` and `web` have a level of their own
  return LEVELS.flat().find((name) =>
    ["domain", "web"].includes(name) ? name === path : `${path}/`.startsWith(`${name}/`),
  );
}

/** The folders that files of this folder can import from. */
function allowedFor(folder: string): string[] {
  if (folder === "app") return ["app", ...LEVELS.flat()];
  // migrations use the clock of src/lib
  if (folder === "migrations") return ["database", "lib"];
  const level = LEVELS.findIndex((names) => names.includes(folder));
  // the generated files check the handlers of the API, and the API uses the generated types
  const beside = ["api", "generated"].includes(folder) ? ["api", "generated"] : [folder];
  return [...beside, ...LEVELS.slice(0, level).flat()];
}

/** Imports against the order of the folders, as text. */
function wrongImports(graph: ReadonlyMap<string, readonly string[]>): string[] {
  return [...graph].flatMap(([file, imported]) => {
    const folder = folderOf(file);
    if (folder === undefined) return [`${inSource(file)} is in no folder of scripts/architecture.ts`];
    const allowed = allowedFor(folder);
    return imported
      .filter((target) => !allowed.includes(folderOf(target) ?? ""))
      .map((target) => `${inSource(file)} imports ${inSource(target)}, which isn't in an earlier folder`);
  });
}

/** Walks along the imports. @returns the path of each cycle that leads back to a file of the walk */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) return void found.push([...path.slice(start), file].map(inSource));
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return found;
}

/** The path files and components with too many lines. `openapi.yaml` lists all paths and can be longer. */
function longFiles(folder: string): [file: string, lines: number][] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".yaml") && !name.endsWith("openapi.yaml"))
    .map((name): [string, number] => {
      const file = join(folder, name);
      return [file, readFileSync(file, "utf8").split("\n").length - 1];
    })
    .filter(([, lines]) => lines > MAX_LINES);
}

function report(): void {
  const files = [...imports.keys()].filter((file) => !file.includes("generated"));
  const lines = files
    .map((file) => readFileSync(file, "utf8").split("\n").length - 1)
    .sort((left, right) => left - right);
  console.log(`files ${files.length}`);
  console.log(`median lines ${lines[Math.floor(lines.length / 2)]}, longest ${lines.at(-1)}`);
  console.log(`files in the largest folder ${Math.max(...perFolder(files).values())}`);
  console.log(`import cycles ${cycles.length}`);
}

function perFolder(files: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return counts;
}
