/**
 * Pictures of pages before and after a change, side by side:
 *
 *   npm run screenshots:compare -- v0.1.0              ten pages as they were at that commit, and as they are now
 *   npm run screenshots:compare -- v0.1.0 login users  the named pages (test/support/pages)
 *
 * Open var/compare/index.html.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const TEN_PAGES = [
  ...["login", "verify-email", "dashboard", "dashboard-operator", "security"],
  ...["tokens", "users", "user", "api-clients-create", "settings-security"],
];
const FOLDER = resolve("var/compare");
const EARLIER = join(FOLDER, "source");

const [commit, ...named] = process.argv.slice(2);
if (commit === undefined) throw new Error("Name a commit: npm run screenshots:compare -- v0.1.0");
const pages = named.length > 0 ? named : TEN_PAGES;

const run = (folder: string, program: string, ...args: string[]): void => {
  execFileSync(program, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
};
/** @returns the names of the pictures */
function takePictures(source: string, into: string): string[] {
  const folder = join(FOLDER, into);
  rmSync(folder, { recursive: true, force: true });
  run(source, "npm", "run", "screenshots", "--", "--out", folder, ...pages);
  return readdirSync(folder);
}

mkdirSync(FOLDER, { recursive: true });
if (existsSync(EARLIER)) run(".", "git", "worktree", "remove", "--force", EARLIER);
run(".", "git", "worktree", "add", "--quiet", "--detach", EARLIER, commit);
try {
  symlinkSync(resolve("node_modules"), join(EARLIER, "node_modules"));
  const pictures = new Set([...takePictures(EARLIER, "before"), ...takePictures(resolve("."), "after")]);
  const image = (folder: string, name: string) =>
    `<td>${existsSync(join(FOLDER, folder, name)) ? `<img src="${folder}/${name}" width="600" alt="">` : "–"}</td>`;
  const rows = [...pictures]
    .sort()
    .map((name) => `<tr><th>${name}</th>${image("before", name)}${image("after", name)}</tr>`);
  writeFileSync(
    join(FOLDER, "index.html"),
    `<!doctype html><meta charset="utf-8"><title>Pages since ${commit}</title>
<table><tr><th></th><th>${commit}</th><th>now</th></tr>
${rows.join("\n")}
</table>\n`,
  );
  console.log(`${pictures.size} pairs: ${join(FOLDER, "index.html")}`);
} finally {
  run(".", "git", "worktree", "remove", "--force", EARLIER);
}
