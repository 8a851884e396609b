// Measures whether the CPU cost of a request depends on the number of documented paths: `me` with 4 and with 150
// paths, in alternating rounds.
import { cpuMicroseconds, load, median, prepareDatabase, startService } from "./process.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const database = prepareDatabase(2);
const costs = { 4: [], 150: [] };
for (let round = 1; round <= ROUNDS; round++)
  for (const paths of [4, 150]) {
    const service = await startService("scripts/bench/paths-server.mjs", database, { PATHS: String(paths) });
    const request = { ...service.base, path: "/api/v1/auth/me", headers: service.headers };
    await load(request, { connections: 16, seconds: 4 });
    const before = cpuMicroseconds(service.child.pid);
    const { 200: answers } = await load(request, { connections: 16, seconds: 3 });
    costs[paths].push((cpuMicroseconds(service.child.pid) - before) / answers);
    await service.stop();
  }
const ratios = costs[150].map((cost, round) => cost / costs[4][round]);
console.log("| documented paths | CPU µs per `me`, median | ratio in one round, median |\n|---|---|---|");
for (const paths of [4, 150])
  console.log(
    `| ${paths} | ${median(costs[paths]).toFixed(0)} | ${paths === 4 ? "1.00" : median(ratios).toFixed(2)} |`,
  );
