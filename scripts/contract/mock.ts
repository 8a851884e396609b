/**
 * Answers as the contract's examples do, for clients that have no service yet: `npm run mock`, then
 * http://127.0.0.1:4010/api/v1. `PORT` or `--port` chooses another port. Ends with Ctrl-C.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { basePathOf } from "../../src/contract/operations.js";
import { shippedDocument, type OpenApiDocument } from "../../src/contract/document.js";
import { publish } from "../../src/contract/published.js";
import { contractTools } from "./tools.js";

const HOST = "127.0.0.1";
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

const { values } = parseArgs({ options: { port: { type: "string" } } });
const port = values.port ?? (process.env["PORT"] || "4010");
const origin = `http://${HOST}:${port}`;
contractTools.install();

const shipped = shippedDocument();
const base = basePathOf(shipped);
const folder = mkdtempSync(join(tmpdir(), "authdock-mock-"));
const file = join(folder, "openapi.json");
writeFileSync(file, JSON.stringify(underBase(publish(shipped, origin).document)));
console.log(`The mock answers below ${origin}${base}. Ctrl-C ends it.`);
const prism = spawn(
  process.execPath,
  [contractTools.file("@stoplight/prism-cli/dist/index.js"), "mock", file, "--host", HOST, "--port", port],
  { stdio: "inherit" },
);

let isAsked = false;
for (const signal of SIGNALS)
  process.on(signal, () => {
    isAsked = true;
    prism.kill(signal);
  });
prism.on("exit", (code) => {
  rmSync(folder, { recursive: true });
  process.exitCode = isAsked ? 0 : (code ?? 1);
});

/** Prism answers at the root, whatever the document's server says: the base path goes into the paths. */
function underBase(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths).map(([path, item]) => [base + path, item] as const);
  return { ...document, servers: [{ url: origin }], paths: Object.fromEntries(paths) };
}
