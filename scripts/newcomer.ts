/**
 * What a newcomer does, by the docs alone, with the seconds of each step: `npm run newcomer`. It clones the last commit
 * into a temporary folder, installs the packages from the registry, and runs the commands of README.md,
 * docs/tutorial.md, docs/tutorial-fields.md and docs/product.md. It needs git, make and curl.
 */
import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { makeRun, type MakeRun } from "../test/support/app/make-run.js";
import { Tutorial } from "../test/support/contract/tutorial.js";
import { freePort } from "../test/support/database/mariadb.js";

const SOURCE = resolve(".");
const FOLDER = mkdtempSync(join(tmpdir(), "authdock-newcomer-"));
const CLONE = join(FOLDER, "authdock");
const PRODUCT = join(FOLDER, "acme-portal");
const IDENTITY = ["-c", "user.name=Ada", "-c", "user.email=ada@example.test"];

const execute = promisify(execFile);
const run = async (folder: string, program: string, ...args: string[]): Promise<string> =>
  (await execute(program, args, { cwd: folder, maxBuffer: 2 ** 26 })).stdout;
const git = (folder: string, ...args: string[]): Promise<string> => run(folder, "git", ...IDENTITY, ...args);

async function timed<Result>(step: string, act: () => Promise<Result>): Promise<Result> {
  const begin = performance.now();
  const result = await act();
  console.log(`| ${step.padEnd(60)} | ${((performance.now() - begin) / 1000).toFixed(0).padStart(7)} |`);
  return result;
}

/** The commands in the block of a document that begins with this text. */
function commandIn(document: string, begin: string): string {
  const blocks = readFileSync(document, "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm);
  const found = [...blocks].map(([, text]) => text!).find((text) => text.includes(begin));
  if (found === undefined) throw new Error(`${document} has no command with: ${begin}`);
  return found;
}

async function firstCall({ api }: MakeRun): Promise<void> {
  const call = async (begin: string, token = ""): Promise<{ success: boolean; data: { token: string } }> => {
    const command = commandIn("README.md", begin).replace("http://localhost:3000", api.origin);
    return JSON.parse(await run(CLONE, "sh", "-c", command.replace("adk_pat_…", token))) as never;
  };
  const { token } = (await call("/auth/register")).data;
  const me = await call("/auth/me", token);
  if (!me.success) throw new Error(`The first call: ${JSON.stringify(me)}`);
}

async function takeTutorial(document: string): Promise<void> {
  const tutorial = new Tutorial(document);
  for (const step of tutorial.steps) await tutorial.take(step);
  tutorial.product.remove();
}

/** A later fix of Authdock reaches a product that has a change of its own. */
async function update(): Promise<void> {
  appendFileSync(join(PRODUCT, "README.md"), "\nWritten by Acme.\n");
  await git(PRODUCT, "commit", "--all", "--quiet", "--message", "own change");
  appendFileSync(join(CLONE, "SECURITY.md"), "\nA later fix.\n");
  await git(CLONE, "commit", "--all", "--quiet", "--message", "a later fix");
  await run(CLONE, "sh", "-c", commandIn("docs/product.md", "--update"));
  const [merge] = commandIn("docs/product.md", "git merge").split("\n");
  await git(PRODUCT, ...merge!.split(" ").slice(1), "--quiet", "--no-edit");
  if (!readFileSync(join(PRODUCT, "SECURITY.md"), "utf8").endsWith("A later fix.\n"))
    throw new Error("The fix isn't in the product.");
}

console.log(`| ${"step".padEnd(60)} | seconds |\n| ${"-".repeat(60)} | ------: |`);
try {
  await timed("git clone", () => git(FOLDER, "clone", "--quiet", SOURCE, CLONE));
  process.chdir(CLONE);
  const service = await timed("`make run`: packages, build, migrations, address", async () =>
    makeRun(CLONE, await freePort()),
  );
  await timed("the first call", () => firstCall(service)).finally(() => service.stop());
  await timed("docs/tutorial.md: a resource with a screen", () => takeTutorial("docs/tutorial.md"));
  await timed("docs/tutorial-fields.md: a field and a setting", () =>
    takeTutorial("docs/tutorial-fields.md"),
  );
  await timed("a product of one's own", () =>
    run(CLONE, "sh", "-c", commandIn("README.md", "scripts/new-app.mjs")),
  );
  const product = await timed("`make run` there", async () =>
    makeRun(PRODUCT, await freePort(), "Acme Portal"),
  );
  await product.stop();
  await timed("its update: a later fix, merged", update);
} finally {
  process.chdir(SOURCE);
  rmSync(FOLDER, { recursive: true });
}
