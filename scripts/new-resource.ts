/**
 * Writes a new protected resource: `npm run new:resource -- projects`. It has a name and the five usual operations, and
 * compiles and passes its tests straight away. `--singular` is for words that do not end in s.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { editsOf } from "./new-resource/edits.js";
import { filesOf } from "./new-resource/files.js";
import { namesOf, type Names } from "./new-resource/names.js";

/** What was asked for cannot be done; the message says why. */
class Refused extends Error {}

try {
  const { values, positionals } = parseArgs({
    options: { singular: { type: "string" } },
    allowPositionals: true,
  });
  const names = namesOf(positionals[0] ?? "", values.singular);
  if (names === null)
    throw new Refused("Name the resource in the plural, in kebab case: npm run new:resource -- projects");
  const files = write(names);
  console.log(`Written:\n${files.map((file) => `  ${file}`).join("\n")}\n`);
  run(process.execPath, "node_modules/prettier/bin/prettier.cjs", "--write", "--log-level", "warn", ...files);
  for (const script of ["scripts/generate.ts", "scripts/clients/schema.ts"])
    run(process.execPath, "--import", "tsx", script);
  console.log(leftToDo(names));
} catch (error) {
  console.error(error instanceof Refused ? error.message : error);
  process.exitCode = 1;
}

function write(names: Names): string[] {
  const created = filesOf(names, new Date());
  const existing = Object.keys(created).filter((file) => existsSync(file));
  if (existing.length > 0) throw new Refused(`These files exist already: ${existing.join(", ")}`);
  const edited = Object.entries(editsOf(names)).map(([file, edit]) => {
    const text = readFileSync(file, "utf8");
    const changed = edit(text);
    if (changed === text)
      throw new Refused(`${file} has no place for the new resource. Nothing was written.`);
    return [file, changed] as const;
  });
  for (const [file, text] of [...Object.entries(created), ...edited]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return [...Object.keys(created), ...edited.map(([file]) => file)];
}

function run(program: string, ...args: string[]): void {
  const { status } = spawnSync(program, args, { stdio: "inherit" });
  if (status !== 0) throw new Refused(`${args.join(" ")} failed.`);
}

function leftToDo({ plural, table, model }: Names): string {
  return `Left for you:
  1. openapi/v1/paths/${plural}.yaml: the fields of ${model} beside its name, and the scope that OAuth2 clients need
     (now admin). Run npm run generate after each change.
  2. migrations/…_${table}.ts, src/models, src/domain/${plural} and src/api: the same fields.
  3. src/domain/access: who may see which rows. Now every holder of ${plural}.read sees all of them.
  4. src/domain/upkeep/seed.ts: the roles that get the permissions by default. Now system_admin alone.
  5. src/texts/tr/${plural}.ts: the Turkish words.
  6. test/api/${plural}.test.ts: your rules.
Then run npm run check, npx mocha test/api/${plural}.test.ts, npm run migrate and npm run seed.`;
}
