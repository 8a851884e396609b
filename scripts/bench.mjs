// Runs the benchmarks. With the folder of a benchmark harness as its argument, it also compares the product with
// minimal servers and other products, as described in scripts/bench/descriptors.json.
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const run = (command, options = {}) => {
  const { status } = spawnSync(command[0], command.slice(1), { stdio: "inherit", ...options });
  if (status !== 0) process.exit(status ?? 1);
};
const harness = process.argv[2];
run(["npm", "run", "--silent", "build"]);
if (harness) {
  const only = ["--only", "express-eov,better-auth,authdock", "--requests", "ping,get-session,me,users"];
  const floors = ["--floor", "express-eov/ping,better-auth/get-session"];
  const peers = ["descriptors/00-floor.json", "descriptors/10-better-auth.json"];
  run(["node", "driver.mjs", ...only, ...floors, ...peers, resolve("scripts/bench/descriptors.json")], {
    cwd: harness,
  });
}
for (const script of ["paths", "storm"]) {
  console.log(`\n## ${script}\n`);
  run(["node", `scripts/bench/${script}.mjs`]);
}
