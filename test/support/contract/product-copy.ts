import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const PARTS = ["src", "views", "migrations", "scripts", "openapi", "test", "docs", "clients/typescript/src"];
const FILES = [
  ...["package.json", "tsconfig.json", "knexfile.ts", "eslint.config.js"],
  ...[".prettierrc.json", ".prettierignore", ".mocharc.json"],
];
/** The compiler and the options of `npm run check:types`, which also generates. */
export const CHECK_TYPES = [
  ...["node_modules/typescript/bin/tsc", "--noEmit", "--incremental"],
  ...["--tsBuildInfoFile", "var/types.tsbuildinfo"],
];
/** Caches of tools, which save time and change no result. */
const CACHES = ["var/types.tsbuildinfo"];

/** A copy of the whole product that a test can change and run. It uses the product's installed packages. */
export class ProductCopy {
  readonly folder = mkdtempSync(join(tmpdir(), "authdock-product-"));

  constructor() {
    for (const part of [...PARTS, ...FILES]) cpSync(part, this.path(part), { recursive: true });
    for (const cache of CACHES.filter(existsSync)) cpSync(cache, this.path(cache));
    symlinkSync(resolve("node_modules"), this.path("node_modules"));
  }

  path = (...parts: string[]): string => join(this.folder, ...parts);

  read = (file: string): string => readFileSync(this.path(file), "utf8");

  edit(file: string, change: (text: string) => string): void {
    const text = this.read(file);
    const changed = change(text);
    if (changed === text) throw new Error(`${file} was not changed.`);
    writeFileSync(this.path(file), changed);
  }

  /** Runs Node in the copy. */
  node(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    // a test run in the copy reports nothing to the run that this test belongs to
    const env = { ...process.env, CONTRACT_SEEN: undefined };
    const options = { cwd: this.folder, env, maxBuffer: 2 ** 26 };
    return new Promise((done) => {
      execFile(process.execPath, args, options, (error, stdout, stderr) => {
        done({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
      });
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
