/**
 * Finds import cycles, type imports included, between the files of a folder, by default `src`, and files of the contract
 * that are too long, by default in `openapi`. ESLint checks the length of the other files. With `--report` it also prints
 * the figures of docs/architecture.md.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

const [SOURCE = "src", CONTRACT = "openapi"] = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith("--"));

/** As in eslint.config.js. */
const MAX_LINES = 200;

/** File → the files that it imports. */
const imports = new Map(
  readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => {
      const file = join(SOURCE, name);
      const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"), true, true);
      const local = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith("."));
      return [file, local.map((name) => join(dirname(file), name).replace(/\.js$/, ".ts"))] as const;
    }),
);

const cycles = cyclesIn(imports);
for (const cycle of cycles) console.error(`Import cycle: ${cycle.join(" → ")}`);
const tooLong = longFiles(CONTRACT);
for (const [file, lines] of tooLong) console.error(`${file} has ${lines} lines, more than ${MAX_LINES}`);
if (cycles.length + tooLong.length > 0) process.exitCode = 1;
if (process.argv.includes("--report")) report();

/** Walks along the imports. @returns the path of each cycle that leads back to a file of the walk */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0)
      return void found.push([...path.slice(start), file].map((name) => relative(SOURCE, name)));
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return found;
}

/** The path files and components with too many lines. `openapi.yaml` lists all paths and can be longer. */
function longFiles(folder: string): [file: string, lines: number][] {
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
