/**
 * `npm run build`: joins the sources and the small libraries into few files in `dist`, because loading 500 modules took
 * half of a start (docs/decisions/0022-joined-files.md). Nothing is minified, so stack traces and code stay readable.
 * The first argument names another folder, and the others more programs, which are put beside the product's own.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, parse } from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { operationSchemas } from "../src/api/pipeline/schemas.js";
import { validatorSources } from "../src/api/pipeline/validator-sources.js";
import { VALIDATORS } from "../src/api/pipeline/validators.js";
import { shippedDocument } from "../src/contract/document.js";
import { readContract } from "../src/contract/operations.js";
import { PERMISSIONS } from "../src/domain/access/permissions.js";
import { thirdPartyLicenses } from "./licenses.js";

const [target = "dist", ...morePrograms] = process.argv.slice(2);

/** The files that people start. Each has its own copy of what it uses, because shared code would be many files. */
const PROGRAMS = ["src/main.ts", "src/cli.ts"];
/** Files that are found in a folder, or run in a process or thread of their own. */
const OPENED_BY_NAME = [
  "migrations/*.ts",
  "src/database/sqlite-reader.js",
  "src/lib/passwords/bcrypt-worker.js",
];

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
  "unixcrypt",
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
  metafile: true,
  logLevel: "warning",
};
/** The files of the joined packages, and of those whose files are copied. */
const joined = new Set(["node_modules/@tabler/core/dist/css/tabler.css"]);
for (const program of PROGRAMS) await buildOf([program]);
for (const program of morePrograms) await buildOf([{ in: program, out: join("src", parse(program).name) }]);
await buildOf(OPENED_BY_NAME);
writeValidators(join(target, VALIDATORS));

for (const name of ["openapi.json", "oauth.json", "tabler.css"])
  cpSync(`src/generated/${name}`, join(target, "src/generated", name));
cpSync("views", join(target, "views"), { recursive: true });
// its version is shown
cpSync("package.json", join(target, "package.json"));
writeFileSync(join(target, "THIRD_PARTY_LICENSES"), thirdPartyLicenses(joined));
// `npx authdock` starts it
chmodSync(join(target, "src/cli.js"), 0o755);

async function buildOf(entryPoints: NonNullable<BuildOptions["entryPoints"]>): Promise<void> {
  const { metafile } = await build({ ...shared, entryPoints });
  for (const file of Object.keys(metafile!.inputs)) joined.add(file);
}

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
