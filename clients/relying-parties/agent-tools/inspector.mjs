// The command line of the inspector, which knows only the address of /mcp and of the document that describes it. It lists the
// tools, and fails when a host could reject one of their schemas.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [address, document, redirectUri] = process.argv.slice(2);
const program = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";
const folder = mkdtempSync(join(tmpdir(), "inspector-"));
const result = join(folder, "tools.json");
const command = [
  ...[process.execPath, program, "--cli", address, "--method", "tools/list", "--strict", "--output", result],
  ...["--protocol-era", "auto", "--client-metadata-url", document, "--callback-url", redirectUri],
];
// it asks only people, who have a terminal
const inspector = spawn("script", ["--quiet", "--return", "--command", command.join(" "), "/dev/null"], {
  cwd: import.meta.dirname,
  env: { ...process.env, HOME: folder, MCP_INSPECTOR_SECRET_STORE: "memory" },
});
const answers = createInterface(process.stdin)[Symbol.asyncIterator]();
let printed = "";
let isAsked = false;
inspector.stdout.on("data", async (part) => {
  printed += part;
  // the address ends with the escape sequence of a link
  const [asked] = /https?:\/\/\S+\/oauth\/authorize\?[!-~]+(?=\x07)/.exec(printed) ?? [];
  if (!asked || isAsked) return;
  isAsked = true;
  console.log(`AUTHORIZE ${asked}`);
  await fetch((await answers.next()).value);
});
process.on("SIGTERM", () => inspector.kill());
inspector.on("close", (code) => {
  process.stderr.write(printed);
  const { tools } = code === 0 ? JSON.parse(readFileSync(result, "utf8")) : { tools: [] };
  console.log(`TOOLS ${JSON.stringify(tools.map(({ name }) => name))}`);
  process.exit(code ?? 1);
});
