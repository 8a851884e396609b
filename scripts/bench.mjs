// Runs the benchmarks of docs/performance.md and prints their tables. MariaDB must be installed; its server is started.
//   node scripts/bench.mjs            takes about half an hour
//   node scripts/bench.mjs --short    one short round, only to see that nothing is far off
import { spawnSync } from "node:child_process";

const WITH_MARIADB = ["--import", "tsx/esm", "test/support/database/with-mariadb.ts", process.execPath];
const SHORT = { ROUNDS: "1", SECONDS_EACH: "2", REQUESTS: "1000", PEOPLE: "500", LOAD_SHARE: "0.25" };

const run = (command, options = {}) => {
  const { status } = spawnSync(command[0], command.slice(1), { stdio: "inherit", ...options });
  if (status !== 0) process.exit(status ?? 1);
};
run(["npm", "run", "--silent", "build"]);
const env = process.argv[2] === "--short" ? { ...process.env, ...SHORT } : process.env;
for (const [title, options, script] of [
  ["Many tokens, SQLite", [], "realistic"],
  ["Many tokens, MariaDB", WITH_MARIADB, "realistic"],
  ["A mixed hour, start and memory", [], "mixed"],
  ["OAuth and OpenID Connect", [], "oauth"],
  ["Documented paths", [], "paths"],
  ["Pages", [], "pages"],
  ["Beside sign-ins", [], "storm"],
]) {
  console.log(`\n## ${title}\n`);
  run([process.execPath, ...options, `scripts/bench/${script}.mjs`], { env });
}
