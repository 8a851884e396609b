// Compares the CPU cost of the login page and the dashboard with a server that has only express and ejs, in alternating
// rounds.
import {
  CREDENTIALS,
  call,
  cpuMicroseconds,
  load,
  median,
  prepareDatabase,
  startService,
} from "./process.mjs";

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

/** Signs in with the form. @returns the cookies */
async function signIn() {
  const service = await startService("dist/src/main.js", database, { SIGN_IN: "no" });
  const page = await call({ ...service.base, path: "/login" });
  const token = /name="_csrf" value="([^"]+)"/.exec(page.body)[1];
  const { email, password } = JSON.parse(CREDENTIALS);
  const answer = await call({
    ...service.base,
    method: "POST",
    path: "/login",
    body: new URLSearchParams({ _csrf: token, email, password, remember: "1" }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", cookie: cookiesOf(page) },
  });
  await service.stop();
  if (answer.status !== 303) throw new Error(`The sign-in answered ${answer.status}.`);
  return cookiesOf(answer);
}

function cookiesOf({ cookies }) {
  return cookies.map((line) => line.split(";")[0]).join("; ");
}
