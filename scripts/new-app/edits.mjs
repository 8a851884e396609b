import { renamedDocument } from "./markdown.mjs";

/** Files in which the name of the product is a default or an example, and not part of an identifier. */
const isNamed = (file) =>
  file === "src/config/product.ts" || /^openapi\/((v1|oauth)\/.*\.yaml|released\/.*\.json)$/.test(file);

/** The names of cookies, in code, tests, contracts and docs. */
const COOKIES =
  /\bauthdock_(?=(?:session|csrf|flash|challenge|device|intended|registration|provider|locale|theme|dev_mail|has_dev_mail)\b)/g;
const withCookies = (text, { name }) => text.replaceAll(COOKIES, `${name.replaceAll("-", "_")}_`);

/** File → how it changes. A file that wouldn't change has lost what is changed here. */
const EDITS = {
  "src/config/product.ts": (text, { name }) => text.replace('"authdock_"', `"${name.replaceAll("-", "_")}_"`),
  "package.json": (text, { name, title, commit }) => {
    const manifest = JSON.parse(text);
    const { bench: _bench, newcomer: _newcomer, ...scripts } = manifest.scripts;
    const description = `${title}, built on Authdock.`;
    return asJson({ ...manifest, name, version: "0.1.0", description, authdock: { title, commit }, scripts });
  },
  "package-lock.json": (text, { name }) => {
    const lock = JSON.parse(text);
    lock.packages[""] = { ...lock.packages[""], name, version: "0.1.0" };
    return asJson({ ...lock, name, version: "0.1.0" });
  },
  Makefile: (text) => text.replace(/^bench: [\s\S]*?\n\n/m, "").replace(/^(\.PHONY:.*) bench\b/m, "$1"),
  "CONTRIBUTING.md": (text, { name }) =>
    text
      .replaceAll(/^\| `npm run (bench|newcomer)`.*\n/gm, "")
      .replace("authdock && cd authdock", `${name} && cd ${name}`),
  "docs/api-changelog.md": firstRelease,
  "docs/oauth-changelog.md": firstRelease,
  "docs/upgrading.md": (text) =>
    text.replace(/^## To [\s\S]*/m, "## To 0.1.0\n\nThis is the first release.\n"),
  "test/oidc/certification/README.md": (text) =>
    text.replace(/^Results on \d[\s\S]*?(?=^## |$(?![\s\S]))/m, "").trimEnd() + "\n",
};
/**
 * The text of a file in the new product; null if it is copied as it is.
 * @throws Error for a file in which the text to change is gone
 */
export function renamed(file, names, read) {
  const edit = EDITS[file];
  if (!edit && !isNamed(file) && !/\.(md|ts)$/.test(file)) return null;
  const text = withCookies(read(file), names);
  if (!edit && !isNamed(file) && !file.endsWith(".md")) return text;
  const edited = edit ? edit(text, names) : text;
  if (edit && edited === text)
    throw new Error(`${file} has no text that scripts/new-app/edits.mjs can change.`);
  if (file.endsWith(".md")) return renamedDocument(file, edited, names.title);
  return isNamed(file) ? withTitle(edited, names.title) : edited;
}

/** The scheme of QR codes has the name in its path. */
const withTitle = (text, title) =>
  text
    .replaceAll(/(otpauth:\/\/totp\/)Authdock(:\S*issuer=)Authdock/g, `$1${uri(title)}$2${uri(title)}`)
    .replaceAll(/\bAuthdock\b/g, title);
const uri = encodeURIComponent;

const asJson = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** The changelog of a contract, with its newest version as the first release. */
function firstRelease(text) {
  const [, introduction, version] = /^([\s\S]*?)^## (\d+\.\d+\.\d+) /m.exec(text);
  return `${introduction}## ${version} – ${new Date().toISOString().slice(0, 10)}\n\nThe first release.\n`;
}
