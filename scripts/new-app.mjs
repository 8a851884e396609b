/**
 * Creates a product of your own: `node scripts/new-app.mjs ../acme-portal`. It is plain JavaScript, so that a clone needs
 * no packages for it.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { renamed } from "./new-app/edits.mjs";
import { isLeftOut, sourceFiles } from "./new-app/files.mjs";
import { BRANCH, commitOf, hasBranch, startGit, updateBranch } from "./new-app/git.mjs";
import { HELP, mergeSteps, namesOf, nextSteps, readArguments, Rejected } from "./new-app/options.mjs";
import { WRITTEN } from "./new-app/texts.mjs";

const SOURCE = resolve(dirname(fileURLToPath(import.meta.url)), "..");

try {
  const options = readArguments(process.argv.slice(2));
  if (options.help) console.log(HELP);
  else if (options.update) update(options);
  else create(options);
} catch (error) {
  console.error(error instanceof Rejected ? error.message : error);
  process.exitCode = error instanceof Rejected ? 2 : 1;
}

function create({ folder, title }) {
  const target = resolve(folder);
  rejectBadTarget(target);
  const names = { ...namesOf(target, title), commit: commitOf(SOURCE) };
  const contents = contentsOf(names);
  writeTo(target, contents);
  const git = startGit(target, messageOf(names));
  console.log(nextSteps(names, relative(process.cwd(), target) || ".", contents.size, git));
}

/** Brings what has changed here since into the branch `authdock` of a product. */
function update({ folder }) {
  const target = resolve(folder);
  const manifest = readManifest(target);
  if (!manifest.authdock?.title)
    throw new Rejected(`${target} wasn't made by this command: its package.json has no "authdock".`);
  if (!hasBranch(target)) throw new Rejected(`${target} has no branch ${BRANCH}. See docs/product.md.`);
  const names = { name: manifest.name, title: manifest.authdock.title, commit: commitOf(SOURCE) };
  const contents = contentsOf(names);
  const scratch = join(mkdtempSync(join(tmpdir(), "authdock-update-")), "product");
  const isNew = updateBranch(target, scratch, (into) => writeTo(into, contents), messageOf(names));
  rmSync(dirname(scratch), { recursive: true });
  console.log(
    isNew ? mergeSteps(relative(process.cwd(), target) || ".") : "The product has everything already.",
  );
}

function readManifest(folder) {
  const file = join(folder, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}
/** Of the commit that has what this command has written. */
function messageOf({ title, commit }) {
  return `${title}: Authdock ${commit?.slice(0, 12) ?? "without a commit"}`;
}

/** File → text; null for a file that is copied. Everything is made before anything is written. */
function contentsOf(names) {
  const read = (file) => readFileSync(join(SOURCE, file), "utf8");
  const contents = new Map();
  for (const file of sourceFiles(SOURCE).filter((file) => !isLeftOut(file)))
    contents.set(file, renamed(file, names, read));
  for (const [file, write] of Object.entries(WRITTEN)) contents.set(file, write(names));
  return contents;
}

function writeTo(target, contents) {
  for (const [file, text] of contents) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    if (text === null) copyFileSync(join(SOURCE, file), join(target, file));
    else writeFileSync(join(target, file), text, { mode: statSync(join(SOURCE, file)).mode });
  }
}

function rejectBadTarget(target) {
  const place = `${real(target)}${sep}`;
  const own = `${realpathSync(SOURCE)}${sep}`;
  if (place.startsWith(own))
    throw new Rejected(
      `${target} is inside this repository. Choose a folder beside it, such as ../acme-portal.`,
    );
  if (own.startsWith(place))
    throw new Rejected(`${target} contains this repository. Choose a folder beside it.`);
  if (!existsSync(target)) return;
  let entries;
  try {
    entries = readdirSync(target);
  } catch {
    throw new Rejected(`${target} isn't a folder.`);
  }
  if (entries.length > 0) throw new Rejected(`${target} isn't empty. Choose a new folder.`);
}

/** The real path of a folder that may not exist yet. */
function real(path) {
  if (existsSync(path)) return realpathSync(path);
  return join(real(dirname(path)), path.slice(dirname(path).length));
}
