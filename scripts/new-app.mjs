/**
 * Creates a product of your own: `node scripts/new-app.mjs ../acme-portal`. It is plain JavaScript, so that a clone needs
 * no packages for it.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { renamed } from "./new-app/edits.mjs";
import { isLeftOut, sourceFiles } from "./new-app/files.mjs";
import { startGit } from "./new-app/git.mjs";
import { HELP, namesOf, nextSteps, readArguments, Rejected } from "./new-app/options.mjs";
import { WRITTEN } from "./new-app/texts.mjs";

const SOURCE = resolve(dirname(fileURLToPath(import.meta.url)), "..");

try {
  const options = readArguments(process.argv.slice(2));
  if (options.help) console.log(HELP);
  else create(options);
} catch (error) {
  console.error(error instanceof Rejected ? error.message : error);
  process.exitCode = error instanceof Rejected ? 2 : 1;
}

function create({ folder, title }) {
  const target = resolve(folder);
  rejectBadTarget(target);
  const names = namesOf(target, title);
  // everything is made before anything is written, so that a file that can't be changed leaves no half product
  const read = (file) => readFileSync(join(SOURCE, file), "utf8");
  const contents = new Map();
  for (const file of sourceFiles(SOURCE).filter((file) => !isLeftOut(file)))
    contents.set(file, renamed(file, names, read));
  for (const [file, write] of Object.entries(WRITTEN)) contents.set(file, write(names));
  for (const [file, text] of contents) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    if (text === null) copyFileSync(join(SOURCE, file), join(target, file));
    else writeFileSync(join(target, file), text, { mode: statSync(join(SOURCE, file)).mode });
  }
  const git = startGit(target);
  console.log(nextSteps(names, relative(process.cwd(), target) || ".", contents.size, git));
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
