/**
 * Starts three Galera nodes on this machine and runs the suites for clusters against them, or another command. The
 * servers of a suite are distributed over the nodes. It requires Debian's mariadb-server, galera-4 and rsync.
 *
 * node --import tsx scripts/cluster.ts [command …]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { startCluster } from "./cluster/galera.js";

const SUITES = [
  "test/cluster/**/*.torture.ts",
  "test/races/**/*.test.ts",
  // these tests inspect the lock waits of a single server
  "--ignore",
  "test/races/oauth-locks.test.ts",
  "--invert",
  "--fgrep",
  "decides an assignment by the role as it is when it is written",
];

const custom = process.argv.slice(2);
const [command = "", ...parameters] = custom.length > 0 ? custom : ["npx", "mocha", ...SUITES];
const cluster = await startCluster(3);
console.log(
  `Galera: ${cluster.nodes.map(({ port, process: { pid } }) => `127.0.0.1:${port} (pid ${pid})`).join(", ")}`,
);
try {
  const CLUSTER_NODES = JSON.stringify(cluster.nodes.map(({ port, process: { pid } }) => ({ port, pid })));
  const env = { RACE_ROUNDS: "5", ...process.env, CLUSTER_NODES };
  const child = spawn(command, parameters, { env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, "exit")) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await cluster.stop();
}
