import { spawnSync } from "node:child_process";

/** Without the variables of a git command that this one may run in, such as a hook. */
const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));

export const git = (folder, ...args) =>
  spawnSync("git", args, { cwd: folder, encoding: "utf8", env: environment(), maxBuffer: 2 ** 26 });

/** The branch with what Authdock has made, from which a product merges later fixes. */
export const BRANCH = "authdock";

/** The commit of this repository; null without git. */
export function commitOf(source) {
  const { status, stdout } = git(source, "rev-parse", "HEAD");
  return status === 0 ? stdout.trim() : null;
}

/**
 * Starts a repository in the folder, unless it is in one, with the files as the first commit of `authdock` and `main`.
 * @returns started, inside or missing
 */
export function startGit(folder, message) {
  if (git(folder, "--version").status !== 0) return "missing";
  if (git(folder, "rev-parse", "--is-inside-work-tree").status === 0) return "inside";
  if (git(folder, "init", "--quiet", `--initial-branch=${BRANCH}`).status !== 0) return "missing";
  commitAll(folder, message);
  must(folder, "checkout", "--quiet", "-b", "main");
  return "started";
}

/**
 * Writes the files as one more commit of the branch `authdock`, in a work tree of its own, so that nothing of the
 * product's work tree changes.
 * @param write writes all files into a folder
 * @returns whether there was anything new
 */
export function updateBranch(folder, scratch, write, message) {
  must(folder, "worktree", "add", "--quiet", scratch, BRANCH);
  try {
    must(scratch, "rm", "-r", "--quiet", "--ignore-unmatch", ".");
    write(scratch);
    return commitAll(scratch, message);
  } finally {
    must(folder, "worktree", "remove", "--force", scratch);
  }
}

export const hasBranch = (folder) =>
  git(folder, "rev-parse", "--verify", "--quiet", `refs/heads/${BRANCH}`).status === 0;

/** Commits under the name of the user, or of this command where git knows none. @returns whether anything had changed */
function commitAll(folder, message) {
  must(folder, "add", "--all");
  if (git(folder, "diff", "--cached", "--quiet").status === 0) return false;
  const known = git(folder, "var", "GIT_AUTHOR_IDENT").status === 0;
  const name = known ? [] : ["-c", "user.name=Authdock", "-c", "user.email=authdock@localhost"];
  must(folder, ...name, "commit", "--quiet", "--no-verify", "-m", message);
  return true;
}

function must(folder, ...args) {
  const { status, stderr } = git(folder, ...args);
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
}
