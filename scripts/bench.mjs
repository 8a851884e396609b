// Runs the benchmarks.
//   node scripts/bench.mjs            pages, paths and sign-ins
//   node scripts/bench.mjs <harness>  also compares the service with other servers (scripts/bench/descriptors.json), and
//                                     prints the goals that were reached
//   node scripts/bench.mjs --short    one round of a quarter of the time, only to see that nothing is far off
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { PEERS, printGoals } from "./bench/goals.mjs";

const run = (command, options = {}) => {
  const { status } = spawnSync(command[0], command.slice(1), { stdio: "inherit", ...options });
  if (status !== 0) process.exit(status ?? 1);
};
const [argument] = process.argv.slice(2);
const isShort = argument === "--short";
const harness = isShort ? undefined : argument;
run(["npm", "run", "--silent", "build"]);
if (harness) {
  const names = ["authdock", ...new Set(PEERS.map((peer) => peer.split("/")[0]))];
  const requests = ["me", "users", ...PEERS.map((peer) => peer.split("/")[1])];
  const out = resolve("var/bench.json");
  const options = [
    "--only",
    names.join(","),
    "--requests",
    requests.join(","),
    "--floor",
    PEERS.join(","),
    "--out",
    out,
  ];
  const peers = ["00-floor", "10-better-auth", "30-adonis", "35-nest"].map(
    (name) => `descriptors/${name}.json`,
  );
  const rounds = ["--rounds", process.env.ROUNDS ?? "5"];
  run(["node", "driver.mjs", ...rounds, ...options, ...peers, resolve("scripts/bench/descriptors.json")], {
    cwd: harness,
  });
  printGoals(out);
}
const env = isShort ? { ...process.env, ROUNDS: "1", LOAD_SHARE: "0.25" } : process.env;
for (const script of ["paths", "pages", "storm"]) {
  console.log(`\n## ${script}\n`);
  run(["node", `scripts/bench/${script}.mjs`], { env });
}
