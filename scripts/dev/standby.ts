/**
 * Loads packages, waits for a message of the parent process, and runs the program.
 * node --import tsx/esm scripts/dev/standby.ts <program> <package…>
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [program = "", ...packages] = process.argv.slice(2);

const started = new Promise((done) => process.once("message", done));
process.once("disconnect", () => process.kill(process.pid, "SIGTERM")); // the parent has exited
// the program doesn't import packages that can't be loaded in Node
await Promise.all(packages.map((name) => import(name).catch(() => undefined)));
await started;
process.argv.splice(1, Infinity, resolve(program)); // the service starts worker processes from this path
try {
  await import(pathToFileURL(resolve(program)).href);
  process.channel?.unref(); // the channel alone must not keep the process running
} catch (error) {
  console.error(`\n${readable(error)}\n`);
  process.exit(1);
}

/** The error with the stack frames of the product only. */
function readable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const lines = (error.stack ?? error.message).split("\n");
  return lines.filter((line) => !/^\s+at .*(node:|node_modules|scripts\/dev\/)/.test(line)).join("\n");
}
