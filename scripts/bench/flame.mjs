// Draws flame graphs of the main thread while it serves frequent requests: node scripts/bench/flame.mjs <folder>.
// It writes a page for each kind of request, and its profile for Chrome's developer tools. Run it after `npm run build`,
// in the folder of the version to measure. Installs the library of the graph on first use.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { load, prepareDatabase, signInByForm, startService } from "./process.mjs";

const SECONDS = 5;
const CONNECTIONS = 8;
const tools = fileURLToPath(new URL("./flame/", import.meta.url));
const folder = resolve(process.argv[2] ?? "var/flame");
mkdirSync(folder, { recursive: true });
if (!existsSync(join(tools, "node_modules")))
  execFileSync("npm", ["ci", "--ignore-scripts", "--silent"], { cwd: tools, stdio: "inherit" });

const profile = join(folder, "profile.part.json");
const service = await startService("dist/src/main.js", prepareDatabase(), {
  NODE_OPTIONS: `--import=${join(tools, "profiler.mjs")}`,
  PROFILE: profile,
});
const { base, child, headers } = service;
const cookie = await signInByForm(base);
const KINDS = {
  me: { path: "/api/v1/auth/me", headers },
  users: { path: "/api/v1/users?per_page=25", headers },
  login: { path: "/login" },
  dashboard: { path: "/dashboard", headers: { cookie } },
};
for (const [kind, request] of Object.entries(KINDS)) await measure(kind, { ...base, ...request });
await service.stop();

async function measure(kind, request) {
  await load(request, { connections: CONNECTIONS, seconds: SECONDS });
  rmSync(profile, { force: true });
  child.kill("SIGUSR2");
  const { 200: answers, ...others } = await load(request, { connections: CONNECTIONS, seconds: SECONDS });
  child.kill("SIGUSR2");
  if (Object.keys(others).length > 0) throw new Error(`${kind}: ${JSON.stringify(others)}`);
  while (!existsSync(profile)) await sleep(50);
  const text = readFileSync(profile, "utf8");
  rmSync(profile);
  writeFileSync(join(folder, `${kind}.cpuprofile`), text);
  const tree = treeOf(JSON.parse(text));
  writeFileSync(join(folder, `${kind}.html`), await pageOf({ ...tree, name: kind }));
  console.log(`${kind}: ${answers} requests, ${folder}/${kind}.html`);
}

/** Adds up the samples of each function with those of the functions that it called. */
function treeOf({ nodes, samples }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const own = new Map();
  for (const id of samples) own.set(id, (own.get(id) ?? 0) + 1);
  const visit = ({ id, callFrame, children: ids = [] }) => {
    const children = ids.map((child) => visit(byId.get(child))).filter(({ value }) => value > 0);
    const value = children.reduce((sum, child) => sum + child.value, own.get(id) ?? 0);
    return { name: nameOf(callFrame), value, children };
  };
  const root = visit(nodes[0]);
  // the time in which it waited for requests
  const children = root.children.filter(({ name }) => name !== "(idle)");
  return { children, value: children.reduce((sum, { value }) => sum + value, 0) };
}

function nameOf({ functionName, url, lineNumber }) {
  const name = functionName || "(anonymous)";
  return url === "" ? name : `${name} ${url.split("/").slice(-2).join("/")}:${lineNumber + 1}`;
}

async function pageOf(tree) {
  const { outputFiles } = await build({
    entryPoints: [join(tools, "graph.js")],
    bundle: true,
    minify: true,
    write: false,
    charset: "ascii",
    outdir: folder,
    define: { TREE: JSON.stringify(tree) },
  });
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text;
  const script = textOf(".js").replaceAll("</", "<\\/");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Flame graph</title>
<style>${textOf(".css")} body { font-family: sans-serif; margin: 1rem }</style>
<label>Search <input type="search"></label>
<main></main>
<script>${script}</script>
</html>
`;
}
