import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

/** A separate npm package with tools that most developers don't need. It's installed on first use. */
export class ToolPackage {
  /** This file contains the hash of the lock file that was installed. */
  private readonly marker: string;

  /**
   * @param manifest the folder of its package.json and package-lock.json
   * @param folder the folder to install it into
   */
  constructor(
    private readonly manifest: string,
    readonly folder = manifest,
  ) {
    this.marker = join(folder, "node_modules/.installed-lock");
  }

  /** Whether all packages of the current lock file are installed. */
  get isInstalled(): boolean {
    return existsSync(this.marker) && readFileSync(this.marker, "utf8") === this.lockHash();
  }

  /** Installs the packages unless they match the lock file. */
  install(): void {
    if (this.isInstalled) return;
    console.error(
      `Installing the packages of ${this.manifest} into ${this.folder}. This takes about a minute.`,
    );
    mkdirSync(this.folder, { recursive: true });
    if (this.folder !== this.manifest)
      for (const name of ["package.json", "package-lock.json", ".npmrc"])
        copyFileSync(join(this.manifest, name), join(this.folder, name));
    execFileSync("npm", ["ci", "--ignore-scripts", "--silent"], {
      cwd: this.folder,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    });
    writeFileSync(this.marker, this.lockHash());
  }

  /** The path of a file in node_modules. */
  file = (path: string): string => resolve(this.folder, "node_modules", path);

  /** Loads a CommonJS package. */
  load = (name: string): unknown => createRequire(resolve(this.folder, "package.json"))(name);

  private lockHash(): string {
    return createHash("sha256")
      .update(readFileSync(join(this.manifest, "package-lock.json")))
      .digest("hex");
  }
}

/** Installed in var/, because tests copy openapi/ as a whole, and 20,000 files would make that slow. */
export const contractTools = new ToolPackage("openapi/tools", "var/contract-tools");
export const generatorTools = new ToolPackage("clients/generators");
export const typescriptClientPackage = new ToolPackage("clients/typescript");
