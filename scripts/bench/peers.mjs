// The packages of the services that benchmarks compare this one with. They are installed on first use.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const folder = new URL("./peers/", import.meta.url);
if (!existsSync(new URL("node_modules/", folder)))
  execFileSync("npm", ["ci", "--silent"], { cwd: folder, stdio: "inherit" });

/** The folder that has their packages. */
export const PEERS = fileURLToPath(folder);
export const loadPackage = createRequire(new URL("package.json", folder));
