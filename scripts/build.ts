/**
 * `npm run build`: joins the sources and the small libraries into few files in `dist`, because loading 500 modules took
 * half of a start (docs/decisions/0022-joined-files.md). Nothing is minified, so stack traces and code stay readable.
 * The first argument names another folder, and the others more programs, which are put beside the product's own.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, parse } from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { operationSchemas } from "../src/api/compiled/schemas.js";
import { validatorSources } from "../src/api/compiled/validator-sources.js";
import { VALIDATORS } from "../src/api/compiled/validators.js";
import { shippedDocument } from "../src/contract/document.js";
import { readContract } from "../src/contract/operations.js";
import { PERMISSIONS } from "../src/domain/access/permissions.js";

const [target = "dist", ...morePrograms] = process.argv.slice(2);

/** The files that people start. Each has its own copy of what it uses, because shared code would be many files. */
const PROGRAMS = ["src/main.ts", "src/cli.ts"];
/** Files that are found in a folder, or run in a process or thread of their own. */
const OPENED_BY_NAME = ["migrations/*.ts", "src/database/sqlite-reader.js", "src/lib/bcrypt-worker.js"];

/** Libraries that stay in `node_modules`: they load files of their own by name, or not every process needs them. */
const NOT_JOINED = [
  "@node-oauth/oauth2-server",
  "@zxcvbn-ts/language-common",
  "express-openapi-validator",
  "hash-wasm",
  "iconv-lite",
  "ioredis",
  "knex",
  "libsql",
  "mysql2",
  "nodemailer",
  "pino",
  "piscina",
  "postal-mime",
  "sharp",
  "swagger-ui-express",
  "yaml",
];

/** Imports the route files by name, instead of those that are found in their folder. */
const routeModules: Plugin = {
  name: "route modules",
  setup(plugin) {
    plugin.onLoad({ filter: /[/\\]src[/\\]api[/\\]route-modules\.ts$/ }, () => {
      const files = (readdirSync("src/api/v1", { recursive: true }) as string[])
        .filter((file) => file.endsWith(".ts"))
        .map((file) => file.replaceAll("\\", "/").slice(0, -".ts".length))
        .sort();
      const imports = files.map((file, index) => `import * as file${index} from "./v1/${file}.ts";`);
      const modules = files.map((file, index) => `["${file}", file${index}]`);
      const contents = `${imports.join("\n")}\nexport const routeModules = async () => [${modules.join(", ")}];`;
      return { contents, loader: "js", resolveDir: "src/api" };
    });
  },
};

// CommonJS libraries call require() for the modules of Node.js, and ES modules have none
const REQUIRE = `import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);`;

for (const folder of ["src", "migrations"]) rmSync(join(target, folder), { recursive: true, force: true });
const shared: BuildOptions = {
  outdir: target,
  outbase: ".",
  chunkNames: "src/joined/[name]-[hash]",
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  external: NOT_JOINED,
  plugins: [routeModules],
  banner: { js: REQUIRE },
  sourcemap: true,
  sourcesContent: false,
  logLevel: "warning",
};
for (const program of PROGRAMS) await build({ ...shared, entryPoints: [program] });
for (const program of morePrograms)
  await build({ ...shared, entryPoints: [{ in: program, out: join("src", parse(program).name) }] });
await build({ ...shared, entryPoints: OPENED_BY_NAME });
escapeNonAscii(target);
writeValidators(join(target, VALIDATORS));

for (const name of ["openapi.json", "oauth.json", "tabler.css"])
  cpSync(`src/generated/${name}`, join(target, "src/generated", name));
cpSync("views", join(target, "views"), { recursive: true });
// its version is shown
cpSync("package.json", join(target, "package.json"));
// `npx authdock` starts it
chmodSync(join(target, "src/cli.js"), 0o755);

/** Writes the source of every validator of the contract, one file for each, because a process needs only some of them. */
function writeValidators(folder: string): void {
  const document = shippedDocument();
  const sourceOf = validatorSources(document);
  mkdirSync(folder);
  for (const operation of readContract(document, new Set(PERMISSIONS))) {
    const { parameters, body, responses } = operationSchemas(document, operation);
    for (const schema of [parameters, body, ...responses.values()]) {
      const file = schema && join(folder, `${schema.name}.js`);
      if (file && !existsSync(file)) writeFileSync(file, sourceOf(schema));
    }
  }
}

/**
 * Replaces what isn't ASCII. V8 keeps the source of a file in memory, with two bytes for each character if a single one
 * is beyond Latin-1. esbuild escapes strings, but neither comments nor regular expressions.
 */
function escapeNonAscii(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    if (!/^(src|migrations)[/\\].*\.js$/.test(name)) continue;
    const file = join(folder, name);
    const source = readFileSync(file, "utf8");
    const escaped = source.replaceAll(
      /[^\x00-\x7f]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    if (escaped !== source) writeFileSync(file, escaped);
  }
}
