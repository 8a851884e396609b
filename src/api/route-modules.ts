import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { CODE } from "../lib/product-files.js";

/** A route file: its name without extension (`users`, `public/authentication`), and what it exports. */
type RouteModule = readonly [file: string, exported: object];

/** Imports every route file in a folder and its subfolders. The build replaces this file (scripts/build.ts). */
export async function routeModules(folder: URL): Promise<RouteModule[]> {
  const files = (await readdir(fileURLToPath(folder), { recursive: true }))
    .filter((file) => file.endsWith(CODE) && !file.endsWith(".d.ts"))
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
  return Promise.all(
    files.map(async (file) => {
      const exported = (await import(new URL(file, folder).href)) as object;
      return [file.slice(0, -CODE.length), exported] as const;
    }),
  );
}
