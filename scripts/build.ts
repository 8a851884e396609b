/**
 * `npm run build`: joins the sources and the small libraries into few files in `dist`, because loading 500 modules took
 * half of a start (docs/decisions/0022-joined-files.md). Nothing is minified, so stack traces and code stay readable.
 */
import { chmodSync, cpSync, rmSync } from "node:fs";
import { build } from "esbuild";

/** Files that are opened by their names: started by people, or found in a folder, or run in a process of their own. */
const ENTRIES = [
  "src/main.ts",
  "src/cli.ts",
  "src/api/v1/**/*.ts",
  "migrations/*.ts",
  "src/database/sqlite-reader.js",
  "src/lib/bcrypt-worker.js",
];

/** Libraries that stay in `node_modules`: they load files of their own by name, or not every process needs them. */
const NOT_JOINED = [
  "@node-oauth/oauth2-server",
  "@zxcvbn-ts/language-common",
  "bcryptjs",
  "express-openapi-validator",
  "hash-wasm",
  "ioredis",
  "knex",
  "libsql",
  "multer",
  "mysql2",
  "nodemailer",
  "objection",
  "pino",
  "piscina",
  "postal-mime",
  "prom-client",
  "sharp",
  "swagger-ui-express",
];

// CommonJS libraries call require() for the modules of Node.js, and ES modules have none
const REQUIRE = `import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);`;

rmSync("dist/src", { recursive: true, force: true });
rmSync("dist/migrations", { recursive: true, force: true });
await build({
  entryPoints: ENTRIES,
  outdir: "dist",
  outbase: ".",
  chunkNames: "src/joined/[name]-[hash]",
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  external: NOT_JOINED,
  banner: { js: REQUIRE },
  sourcemap: true,
  sourcesContent: false,
  logLevel: "warning",
});

for (const name of ["openapi.json", "oauth.json", "tabler.css", "swagger-ui-cuts.json"])
  cpSync(`src/generated/${name}`, `dist/src/generated/${name}`);
cpSync("views", "dist/views", { recursive: true });
// `npx authdock` starts it
chmodSync("dist/src/cli.js", 0o755);
