import { join, parse } from "node:path";

/**
 * The folder of the product and of the fixtures that are programs, which `npm run test:all` builds. Starting them from sources
 * takes five times as long.
 */
const BUILT = process.env["TEST_BUILD"];

/** The built file of a program, or its source when nothing was built. */
export const builtFile = (source: string): string =>
  BUILT === undefined ? source : join(BUILT, "src", `${parse(source).name}.js`);

/** Parameters of Node.js that start a program from its sources. */
export const fromSources = (source: string): string[] => ["--import", "tsx", source];

/** Parameters of Node.js that start a program. */
export const startOf = (source: string): string[] =>
  BUILT === undefined ? fromSources(source) : [builtFile(source)];
