import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { git } from "./git.mjs";

/**
 * What is only about the repository of Authdock: its pictures, its figures beside other servers, faults found in other
 * programs, the page that presents it, and this command. The decisions stay, because comments of the code cite them.
 */
const LEFT_OUT = [
  "docs/features.md",
  "docs/performance.md",
  "docs/screens/",
  "findings/",
  "scripts/bench.mjs",
  "scripts/bench/",
  "scripts/new-app.mjs",
  "scripts/new-app/",
  "scripts/newcomer.ts",
  "test/doc-pictures.test.ts",
  "test/deploy/new-app.test.ts",
];

export const isLeftOut = (file) =>
  LEFT_OUT.some((path) => (path.endsWith("/") ? file.startsWith(path) : file === path));

/** The files of the repository: those that git has, or those that git wouldn't ignore if there is no git. */
export function sourceFiles(source) {
  const files = trackedFiles(source) ?? filesBelow(source, ignoredNames(source));
  return files.filter((file) => existsSync(join(source, file)) && lstatSync(join(source, file)).isFile());
}

function trackedFiles(source) {
  const top = git(source, "rev-parse", "--show-toplevel");
  if (top.status !== 0 || realpathSync(top.stdout.trim()) !== realpathSync(source)) return null;
  // files that aren't committed yet are part of the product, ignored ones such as .env aren't
  const list = git(source, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
  return list.status === 0 ? [...new Set(list.stdout.split("\0").filter((file) => file !== ""))] : null;
}

/** The lines of .gitignore, which has names, folders, and endings such as *.log. */
const ignoredNames = (source) => [
  ".git",
  ...readFileSync(join(source, ".gitignore"), "utf8")
    .split("\n")
    .map((line) => line.replace(/\/$/, ""))
    .filter((line) => line !== ""),
];

function filesBelow(source, ignored, folder = "") {
  return readdirSync(join(source, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    if (ignored.some((pattern) => matches(pattern, path, entry.name))) return [];
    return entry.isDirectory() ? filesBelow(source, ignored, `${path}/`) : [path];
  });
}

function matches(pattern, path, name) {
  if (!pattern.includes("/"))
    return pattern.startsWith("*") ? name.endsWith(pattern.slice(1)) : name === pattern;
  const parts = pattern.split("/").map((part) => part.replaceAll(".", "\\.").replaceAll("*", "[^/]*"));
  return new RegExp(`^${parts.join("/")}$`).test(path);
}
