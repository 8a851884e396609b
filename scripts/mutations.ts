/**
 * Plants the faults of scripts/mutations in a copy of the product, one at a time, and runs the tests that should find
 * each. It shows that a change of the tests loses no detection. `npm run mutations` plants all faults,
 * `npm run mutations -- refresh` those with this in their name, and `-- --list` lists them.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { mariaDbUrl } from "../test/support/database/mariadb.js";
import { MUTATIONS } from "./mutations/all.js";
import type { Mutation } from "./mutations/mutation.js";
import { execute } from "./service/execute.js";

const COPY = resolve("var/mutations");
/** What the tests need. */
const PARTS = [
  ...["src", "test", "openapi", "views", "migrations", "scripts", "docs", "deploy", "clients/typescript/src"],
  ...["package.json", "package-lock.json", "tsconfig.json", "knexfile.ts", ".mocharc.json"],
];
/** Where mocha writes its report, in the copy. */
const REPORT = "var/report.json";
const RESULTS = "var/mutations.json";
const TIME_LIMIT_MS = 2 * 60_000;

interface Result {
  found: boolean;
  /** The file with the test that failed; null when none did. */
  file: string | null;
  seconds: number;
}

/** The lists of tests that have passed without a fault. */
const passing = new Set<string>();

const wanted = process.argv.slice(2);
const part = wanted.filter((word) => word !== "--list").join(" ");
const chosen = MUTATIONS.filter(({ name }) => name.includes(part));

if (wanted.includes("--list"))
  for (const { name, file, tests } of chosen) console.log(`${name}\n  ${file}: ${tests.join(", ")}`);
else await plantAll();

async function plantAll(): Promise<void> {
  copyProduct();
  const results: Record<string, Result> = {};
  for (const mutation of chosen) results[mutation.name] = await plantAndReport(mutation);
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  const found = Object.values(results).filter((result) => result.found).length;
  console.log(`${found} of ${chosen.length} found`);
  process.exitCode = found > 0 && found === chosen.length ? 0 : 1;
}

function copyProduct(): void {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(join(COPY, "var"), { recursive: true });
  for (const path of PARTS) cpSync(path, join(COPY, path), { recursive: true });
  symlinkSync(resolve("node_modules"), join(COPY, "node_modules"));
}

/** A mutation that can't be planted, or whose tests fail without it, counts as not found. */
async function plantAndReport(mutation: Mutation): Promise<Result> {
  let file: string | null = null;
  let reason = "";
  let started = Date.now();
  try {
    await assertPassing(mutation);
    started = Date.now();
    file = await plant(mutation);
  } catch (error) {
    reason = `: ${(error as Error).message}`;
  }
  const seconds = Math.round((Date.now() - started) / 100) / 10;
  console.log(
    `${mutation.name}: ${file === null ? "NOT FOUND" : `found by ${file}`} (${seconds} s)${reason}`,
  );
  return { found: file !== null, file, seconds };
}

/** @returns the file with the test that has found the fault; null when none has */
async function plant(mutation: Mutation): Promise<string | null> {
  const file = join(COPY, mutation.file);
  const text = readFileSync(file, "utf8");
  const pieces = text.split(mutation.search);
  if (pieces.length !== 2)
    throw new Error(`the text occurs ${pieces.length - 1} times in ${mutation.file}, and not once`);
  try {
    writeFileSync(file, pieces.join(mutation.replace));
    return await failingTest(mutation);
  } finally {
    writeFileSync(file, text);
  }
}

async function assertPassing(mutation: Mutation): Promise<void> {
  const list = [mutation.database, ...mutation.tests].join(" ");
  if (passing.has(list)) return;
  const failed = await failingTest(mutation);
  if (failed !== null) throw new Error(`${failed} fails without a fault`);
  passing.add(list);
}

/** The file with the first test that fails; null when all pass. @throws when no test has run, or they take too long */
async function failingTest({ tests, database }: Mutation): Promise<string | null> {
  const report = join(COPY, REPORT);
  rmSync(report, { force: true });
  // a new database, because a fault can be in the schema
  const TEST_DATABASE_URL = database && (await mariaDbUrl());
  const { status, output } = await execute(
    process.execPath,
    [
      "node_modules/mocha/bin/mocha.js",
      ...["--bail", "--exit", "--reporter", "json", "--reporter-option", `output=${REPORT}`],
      ...tests,
    ],
    { ...process.env, TEST_DATABASE_URL },
    AbortSignal.timeout(TIME_LIMIT_MS),
    COPY,
  );
  if (!existsSync(report)) throw new Error(`no test has run\n${output}`);
  const { failures, stats } = JSON.parse(readFileSync(report, "utf8")) as Report;
  if (failures.length === 0 && (status !== 0 || stats.passes === 0))
    throw new Error(`no test has run\n${output}`);
  return failures.length === 0 ? null : relative(COPY, failures[0]!.file);
}

interface Report {
  failures: { file: string }[];
  stats: { passes: number };
}
