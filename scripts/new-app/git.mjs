import { spawnSync } from "node:child_process";

/** Without the variables of a git command that this one may run in, such as a hook. */
const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));

export const git = (folder, ...args) =>
  spawnSync("git", args, { cwd: folder, encoding: "utf8", env: environment(), maxBuffer: 2 ** 26 });

/** Starts a repository in the folder, unless it is in one. @returns started, inside or missing */
export function startGit(folder) {
  if (git(folder, "--version").status !== 0) return "missing";
  if (git(folder, "rev-parse", "--is-inside-work-tree").status === 0) return "inside";
  return git(folder, "init", "--quiet", "--initial-branch=main").status === 0 ? "started" : "missing";
}
