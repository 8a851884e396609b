// Measures what metrics and traces add to the CPU time of `me`: without them, with METRICS_TOKEN, and with a collector of
// traces that samples one request in ten. A folder with another build is a further variant. All run at the same time and get
// requests in turns of half a second, so that other work on the machine concerns each of them alike.
import { join } from "node:path";
import { cpuMicroseconds, load, median, prepareDatabase, startService } from "./process.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 20);
const WARM_UP = 4;
const [other] = process.argv.slice(2);
const TOKEN = "9f1c4b7e2d8a6035f4e1c9b2a7d8630e5c4f1b9a2e7d6038";
// nothing listens there: spans are made and dropped
const TRACES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
  OTEL_TRACES_SAMPLER: "traceidratio",
  OTEL_TRACES_SAMPLER_ARG: "0.1",
};
const OWN = "dist/src/main.js";
const variants = [
  { name: "without metrics", script: OWN, variables: {} },
  { name: "with METRICS_TOKEN", script: OWN, variables: { METRICS_TOKEN: TOKEN } },
  { name: "with traces, one in ten", script: OWN, variables: TRACES },
  ...(other ? [{ name: "other build", script: join(other, OWN), variables: {} }] : []),
];
const services = [];
for (const { script, variables } of variants)
  services.push(await startService(script, prepareDatabase(2), variables));

/** CPU microseconds of a request. */
async function cost({ base, headers, child }, seconds) {
  const before = cpuMicroseconds(child.pid);
  const { 200: answers } = await load(
    { ...base, path: "/api/v1/auth/me", headers },
    { connections: 16, seconds },
  );
  return (cpuMicroseconds(child.pid) - before) / answers;
}

for (const service of services) await cost(service, WARM_UP);
const costs = variants.map(() => []);
for (let round = 0; round < ROUNDS; round++)
  for (let turn = 0; turn < services.length; turn++) {
    const index = (round + turn) % services.length; // no variant always follows the same one
    costs[index].push(await cost(services[index], 0.5));
  }
for (const service of services) await service.stop();

console.log("| variant | CPU µs per `me`, median | ratio in one round, median |\n|---|---|---|");
variants.forEach(({ name }, index) => {
  const ratios = costs[index].map((own, round) => own / costs[0][round]);
  console.log(`| ${name} | ${median(costs[index]).toFixed(0)} | ${median(ratios).toFixed(3)} |`);
});
