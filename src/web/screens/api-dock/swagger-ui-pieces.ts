import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { productFile } from "../../../lib/product-files.js";

/** Positions in the script of Swagger UI, which scripts/swagger-ui.ts finds. */
export interface SwaggerUiCuts {
  /** SHA-256 of the script, in hexadecimal. */
  checksum: string;
  /** Webpack's functions. */
  runtime: [start: number, end: number];
  /** The table of the modules, inside the runtime. */
  table: [start: number, end: number];
  /** The start of each part of the table's content, and the end of the last one. */
  tables: number[];
  /** The name of the function that starts a module. */
  requireName: string;
  /** The modules that the main function starts. */
  modules: number[];
  /** The start of the main function, which is Swagger UI and most of its libraries. */
  main: number;
  /** Statements of the main function, before which it can pause. */
  pauses: number[];
  /** After the call of the main function: the comma, and the expression with the result. */
  result: [comma: number, start: number, end: number];
}

const CUTS = productFile("src/generated/swagger-ui-cuts.json");
const cuts = JSON.parse(readFileSync(CUTS, "utf8")) as SwaggerUiCuts;

/** After 8 ms, the browser can respond. Phones that are four times slower notice 32 ms at most. */
const TURNS = `var SwaggerUIBundleTurn = {
  end: 0,
  isOver: () => performance.now() > SwaggerUIBundleTurn.end,
  async next() {
    await (globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)));
    SwaggerUIBundleTurn.end = performance.now() + 8;
  },
};
`;
const PAUSE = "if(SwaggerUIBundleTurn.isOver())await SwaggerUIBundleTurn.next();";

const tableOf = (script: string, index: number): string =>
  `{${script.slice(cuts.tables[index], cuts.tables[index + 1])}}`;

/** The runtime starts the modules before the main function would. */
const runtimeOf = (script: string): string => `
var SwaggerUIBundleRequire = (() => {
  ${script.slice(cuts.runtime[0], cuts.table[0])}SwaggerUIBundleModules${script.slice(cuts.table[1], cuts.runtime[1])}
  return ${cuts.requireName};
})();
var SwaggerUIBundleStarted = (async () => {
  for (const id of [${cuts.modules.join()}]) {
    ${PAUSE}
    SwaggerUIBundleRequire(id);
  }
})();
`;

/** The script without the modules and the runtime. Its result is a promise. */
function mainOf(script: string): string {
  const [comma, start, end] = cuts.result;
  const result = script.slice(start, end);
  const variable = result.slice(0, result.indexOf("="));
  const steps = cuts.pauses.map((place, index) => script.slice(place, cuts.pauses[index + 1] ?? comma));
  return [
    script.slice(0, cuts.runtime[0]),
    `var ${cuts.requireName}=SwaggerUIBundleRequire,${variable}={};`,
    script.slice(cuts.runtime[1], cuts.main),
    "async ",
    script.slice(cuts.main, cuts.pauses[0]),
    "await SwaggerUIBundleStarted;",
    ...steps.map((step) => PAUSE + step),
    `.then(()=>${result})`,
    script.slice(end),
  ].join("");
}

const PIECES: Record<string, (script: string) => string> = {
  "swagger-ui-modules-1.js": (script) => `${TURNS}var SwaggerUIBundleModules=${tableOf(script, 0)};\n`,
  "swagger-ui-modules-2.js": (script) =>
    `Object.assign(SwaggerUIBundleModules,${tableOf(script, 1)});\n${runtimeOf(script)}`,
  "swagger-ui-bundle.js": mainOf,
};

/** In the order in which a page runs them. */
export const SWAGGER_UI_PIECES: readonly string[] = Object.keys(PIECES);

/**
 * A piece of Swagger UI's script, which blocks a phone for up to a second if it runs as a whole. The statements stay the
 * same and in the same order, with pauses between them. @throws Error if the cuts belong to another version
 */
export function swaggerUiPiece(location: string | URL, name: string): string {
  const script = readFileSync(location, "utf8");
  if (createHash("sha256").update(script).digest("hex") !== cuts.checksum)
    throw new Error("src/generated/swagger-ui-cuts.json belongs to another version of Swagger UI.");
  return PIECES[name]!(script);
}
