/**
 * The folder that `src`, `views` and `migrations` are in: the project, or `dist` after the build. The build joins files,
 * so a file can't find others relative to itself.
 */
const PRODUCT = new URL(import.meta.url.slice(0, import.meta.url.lastIndexOf("/src/") + 1));

/** The extension of the files that are imported by name: routes and migrations. */
export const CODE = import.meta.url.endsWith(".ts") ? ".ts" : ".js";

/** @param path from the folder of the product, such as `views/assets/` */
export const productFile = (path: string): URL => new URL(path, PRODUCT);
