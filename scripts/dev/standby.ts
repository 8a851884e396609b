/**
 * Loads packages, waits until the parent process asks for the program, and runs it.
 * node --import tsx/esm scripts/dev/standby.ts <program> <package…>
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [program = "", ...packages] = process.argv.slice(2);

const asked = new Promise((done) => process.once("message", done));
process.once("disconnect", () => process.kill(process.pid, "SIGTERM")); // the parent is gone
// a package that doesn't run in Node is not imported by the program either
await Promise.all(packages.map((name) => import(name).catch(() => undefined)));
await asked;
process.argv.splice(1, Infinity, resolve(program)); // the service forks itself by this name
try {
  await import(pathToFileURL(resolve(program)).href);
  process.send?.("loaded");
  process.channel?.unref(); // a program without open connections can end
} catch (error) {
  console.error(`\n${readable(error)}\n`);
  process.exit(1);
}

/** The message and the lines of the product that led to it, without those of Node and of packages. */
function readable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const lines = (error.stack ?? error.message).split("\n");
  return lines.filter((line) => !/^\s+at .*(node:|node_modules|scripts\/dev\/)/.test(line)).join("\n");
}
