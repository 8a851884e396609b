// Runs Lighthouse (mobile preset) on pages of the production build and prints the median of RUNS scores, and the bytes
// that a first and a second visit transfer. Installs Lighthouse on first use. Set CHROMIUM to the browser's path.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { freePort, median, prepareDatabase, signInWith, startService } from "./process.mjs";

const RUNS = Number(process.env.RUNS ?? 3);
const GUEST_PAGES = ["/login", "/register", "/forgot-password"];
const USER_PAGES = ["/dashboard", "/profile", "/user/tokens", "/admin/users", "/api-dock"];
const NAMED = process.env.PAGES?.split(",");
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const METRICS = { LCP: "largest-contentful-paint", TBT: "total-blocking-time" };
const BYTES = `performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)`;

const folder = new URL("./lighthouse/", import.meta.url);
if (!existsSync(new URL("node_modules/", folder)))
  execFileSync("npm", ["ci", "--ignore-scripts", "--silent"], { cwd: folder, stdio: "inherit" });
const location = createRequire(new URL("package.json", folder)).resolve("lighthouse");
const { default: lighthouse } = await import(pathToFileURL(location).href);

const service = await startService("dist/src/main.js", prepareDatabase(100), { SIGN_IN: "no" });
const origin = `http://localhost:${service.base.port}`;
const port = await freePort();
const context = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), "lighthouse-")), {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
});
console.log(
  "| page | performance | accessibility | best practices | LCP, ms | TBT, ms | CLS | first, kB | second, kB |",
);
console.log("|---|---|---|---|---|---|---|---|---|");
try {
  for (const path of GUEST_PAGES.filter((page) => !NAMED || NAMED.includes(page))) await measure(path);
  await (await signInWith(context, origin)).close();
  for (const path of NAMED?.filter((page) => !GUEST_PAGES.includes(page)) ?? USER_PAGES) await measure(path);
} finally {
  await context.close();
  await service.stop();
}

async function measure(path) {
  const results = [];
  for (let run = 0; run < RUNS; run++) {
    const { lhr } = await lighthouse(origin + path, {
      port,
      logLevel: "error",
      onlyCategories: CATEGORIES,
      disableStorageReset: true, // keeps the session
    });
    results.push(lhr);
  }
  const of = (read) => median(results.map(read));
  const scores = CATEGORIES.map((name) => Math.round(100 * of((lhr) => lhr.categories[name].score)));
  const times = Object.values(METRICS).map((name) => of((lhr) => lhr.audits[name].numericValue).toFixed(0));
  const shift = of((lhr) => lhr.audits["cumulative-layout-shift"].numericValue).toFixed(2);
  console.log(`| ${[path, ...scores, ...times, shift, ...(await transferred(path))].join(" | ")} |`);
  if (process.env.AUDITS) printFailures(results[0]);
}

/** kB of a visit with an empty cache, and of the next one. */
async function transferred(path) {
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
  const visits = [];
  for (let visit = 0; visit < 2; visit++) {
    await page.goto(origin + path, { waitUntil: "networkidle" });
    visits.push((await page.evaluate(BYTES)) / 1000);
  }
  await page.close();
  return visits.map((kilobytes) => kilobytes.toFixed(0));
}

/** The audits that cost points. */
function printFailures({ audits, categories }) {
  for (const { auditRefs } of Object.values(categories))
    for (const { id, weight } of auditRefs)
      if (weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
        console.error(`  ${id}: ${audits[id].displayValue ?? audits[id].title}`);
}
