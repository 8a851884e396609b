import { basename } from "node:path";
import { parseArgs } from "node:util";

/** The product can't be created. The message says why. */
export class Rejected extends Error {}

export const HELP = `Creates a product of your own from this repository, under another name.

  node scripts/new-app.mjs <folder> [--title <name>]
  node scripts/new-app.mjs <folder> --update

The last part of <folder> becomes the name of the package, such as acme-portal. It has lowercase letters, digits and
hyphens. The folder must be new or empty, and outside this repository.

  --update         brings later fixes into the branch authdock of a product that this command has made
  --title <name>   the name on pages and in mails, by default made from the folder: Acme Portal
  --help           shows this help

Example: node scripts/new-app.mjs ../acme-portal`;

const PACKAGE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const TITLE = /^\p{L}[\p{L}\p{N}]*( [\p{L}\p{N}]+)*$/u;
/** Words that YAML reads as a value of another kind. */
const NOT_TEXT = /^(true|false|null|yes|no|on|off|y|n)$/i;

export function readArguments(args) {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      options: {
        title: { type: "string" },
        update: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Rejected(`${error.message}\n\n${HELP}`);
  }
  const { values, positionals } = parsed;
  if (values.help) return { help: true };
  if (positionals.length !== 1 || positionals[0] === "") throw new Rejected(`Enter one folder.\n\n${HELP}`);
  return { folder: positionals[0], title: values.title, update: values.update === true };
}

/** The names of the new product. @throws Rejected for a name that can't be used */
export function namesOf(target, title) {
  const name = basename(target);
  if (!PACKAGE.test(name) || name.length > 50)
    throw new Rejected(
      `“${name}” can't be the name of a product: use up to 50 lowercase letters, digits and hyphens, starting with a letter, such as acme-portal.`,
    );
  if (name === "authdock")
    throw new Rejected("Choose a name of your own: authdock is the name of this repository.");
  const shown = title ?? titleOf(name);
  if (!TITLE.test(shown) || shown.length > 40 || NOT_TEXT.test(shown))
    throw new Rejected(
      `“${shown}” can't be shown as the name: use up to 40 letters and digits, with single spaces, starting with a letter, such as “Acme Portal”.`,
    );
  return { name, title: shown };
}

const titleOf = (name) =>
  name
    .split("-")
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join(" ");

const GIT = {
  started: "It is a git repository with one commit, also on the branch authdock, which --update continues.",
  inside: "It is in a git repository that exists, so no other one was created.",
  missing: "git isn't installed, so it is no repository yet.",
};

export const nextSteps = (
  { title },
  folder,
  files,
  git,
) => `Created ${title} in ${folder} (${files} files). ${GIT[git]}

  cd ${folder}
  make run     # installs, builds and serves http://localhost:3000, and prints the first administrator
  make test    # checks and tests it

Without make, README.md has the commands.`;

export const mergeSteps = (folder) => `The branch authdock of ${folder} has what has changed.

  cd ${folder}
  git merge authdock   # resolve what both sides have changed
  make test`;
