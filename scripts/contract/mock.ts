/**
 * npm run mock: a server that answers with the contract's examples, to develop clients without the service. It
 * listens on http://127.0.0.1:4010/api/v1; `PORT` or `--port` sets another port. Ctrl-C stops it.
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
console.log(`The mock server is running at ${origin}${base}. Press Ctrl-C to stop it.`);
const prism = spawn(
  process.execPath,
  [contractTools.file("@stoplight/prism-cli/dist/index.js"), "mock", file, "--host", HOST, "--port", port],
  { stdio: "inherit" },
);

let isStopping = false;
for (const signal of SIGNALS)
  process.on(signal, () => {
    isStopping = true;
    prism.kill(signal);
  });
prism.on("exit", (code) => {
  rmSync(folder, { recursive: true });
  process.exitCode = isStopping ? 0 : (code ?? 1);
});

/** Moves the base path from the server URL into the paths, because Prism ignores the path of the server URL. */
function underBase(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths).map(([path, item]) => [base + path, item] as const);
  return { ...document, servers: [{ url: origin }], paths: Object.fromEntries(paths) };
}
