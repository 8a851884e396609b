// Measures whether the CPU cost of a request depends on the number of documented paths: `me` with 4 and with 150
// paths. Both services run and are loaded in turn, a second each. The ratio depends on the start of the processes, so
// each of several rounds has new ones.
import { cpuMicroseconds, load, median, prepareDatabase, startService } from "./process.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const TURNS = 12;
const database = prepareDatabase(2);
const costs = { 4: [], 150: [] };
const ratios = [];
for (let round = 1; round <= ROUNDS; round++) {
  const services = {};
  for (const paths of [4, 150]) {
    const service = await startService("scripts/bench/paths-server.mjs", database, { PATHS: String(paths) });
    await load(requestTo(service), { connections: 16, seconds: 5 });
    services[paths] = service;
  }
  const turns = [];
  for (let turn = 1; turn <= TURNS; turn++) {
    const few = await costOf(services[4]);
    const many = await costOf(services[150]);
    costs[4].push(few);
    costs[150].push(many);
    turns.push(many / few);
  }
  ratios.push(median(turns));
  for (const service of Object.values(services)) await service.stop();
}
const all = ratios.map((ratio) => ratio.toFixed(2)).join(", ");
console.log("| documented paths | CPU µs per `me`, median | ratio, median of the rounds | of each round |");
console.log("|---|---|---|---|");
console.log(`| 4 | ${median(costs[4]).toFixed(0)} | 1.00 | |`);
console.log(`| 150 | ${median(costs[150]).toFixed(0)} | ${median(ratios).toFixed(2)} | ${all} |`);

function requestTo({ base, headers }) {
  return { ...base, path: "/api/v1/auth/me", headers };
}

async function costOf(service) {
  const before = cpuMicroseconds(service.child.pid);
  const { 200: answers } = await load(requestTo(service), { connections: 16, seconds: 1 });
  return (cpuMicroseconds(service.child.pid) - before) / answers;
}
