import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

/** Programs that only few people need, with a lock file of their own: the root does not install them. */
export class ToolPackage {
  private readonly mark: string;

  /**
   * @param manifest the folder of its package.json and package-lock.json
   * @param folder where it is installed
   */
  constructor(
    private readonly manifest: string,
    readonly folder = manifest,
  ) {
    this.mark = join(folder, "node_modules/.installed-lock");
  }

  /** Whether what its lock file names is there, from the first package to the last. */
  get isInstalled(): boolean {
    return existsSync(this.mark) && readFileSync(this.mark, "utf8") === this.lock();
  }

  /** Installs what is missing or older than the lock file. */
  install(): void {
    if (this.isInstalled) return;
    console.error(`Installing the packages of ${this.manifest} into ${this.folder}; this takes a minute.`);
    mkdirSync(this.folder, { recursive: true });
    if (this.folder !== this.manifest)
      for (const name of ["package.json", "package-lock.json", ".npmrc"])
        copyFileSync(join(this.manifest, name), join(this.folder, name));
    execFileSync("npm", ["ci", "--ignore-scripts", "--silent"], {
      cwd: this.folder,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    });
    writeFileSync(this.mark, this.lock());
  }

  /** The path of a file below node_modules. */
  file = (path: string): string => resolve(this.folder, "node_modules", path);

  /** Loads a CommonJS package. */
  load = (name: string): unknown => createRequire(resolve(this.folder, "package.json"))(name);

  private lock(): string {
    return createHash("sha256")
      .update(readFileSync(join(this.manifest, "package-lock.json")))
      .digest("hex");
  }
}

/** Installed below var/: openapi/ is copied and searched as a whole by others, who do not expect 20,000 files. */
export const contractTools = new ToolPackage("openapi/tools", "var/contract-tools");
export const generatorTools = new ToolPackage("clients/generators");
export const typescriptClientPackage = new ToolPackage("clients/typescript");
