// Compares the CPU cost of the login page and the dashboard with a server that has only express and ejs, in alternating
// rounds.
import { cpuMicroseconds, load, median, prepareDatabase, signInByForm, startService } from "./process.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 10);
const WARM_UP = 4;
const PAGES = ["/login", "/dashboard"];
const database = prepareDatabase(100);
const cookie = await signIn();
const costs = { service: {}, floor: {} };
// both run all the time and are loaded in turn, so that other work on the machine disturbs both alike
const targets = Object.entries({ floor: "scripts/bench/pages-floor.mjs", service: "dist/src/main.js" });
const running = [];
for (const [name, script] of targets)
  running.push([name, await startService(script, database, { COOKIE: cookie, SIGN_IN: "no" })]);
for (const path of PAGES)
  for (let round = -WARM_UP; round < ROUNDS; round++)
    for (const [name, { base, child }] of running) {
      const request = { ...base, path, headers: path === "/login" ? {} : { cookie } };
      const before = cpuMicroseconds(child.pid);
      const { 200: answers, ...others } = await load(request, { connections: 16, seconds: 1 });
      if (Object.keys(others).length > 0) throw new Error(`${path}: ${JSON.stringify(others)}`);
      if (round >= 0) (costs[name][path] ??= []).push((cpuMicroseconds(child.pid) - before) / answers);
    }
for (const [, service] of running) await service.stop();

console.log(
  "| page | CPU µs, service | CPU µs, express + ejs | ratio in one round, median | requests/s on one core |",
);
console.log("|---|---|---|---|---|");
for (const path of PAGES) {
  const [own, bare] = [costs.service[path], costs.floor[path]];
  const ratio = median(own.map((cost, round) => cost / bare[round]));
  const cost = median(own);
  console.log(
    `| ${path} | ${cost.toFixed(0)} | ${median(bare).toFixed(0)} | ${ratio.toFixed(2)} | ${(1e6 / cost).toFixed(0)} |`,
  );
}

/** A session stays in the database when its service stops. */
async function signIn() {
  const service = await startService("dist/src/main.js", database, { SIGN_IN: "no" });
  const cookies = await signInByForm(service.base);
  await service.stop();
  return cookies;
}
