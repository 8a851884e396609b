// Measures in Chromium how long `/api-dock` takes on a fast line (50 Mbit/s, 20 ms), on the first visit and on the next:
// until something is painted, and until everything is drawn. PAGES names other pages. Set CHROMIUM to the browser's path.
import { chromium } from "playwright-core";
import { median, prepareDatabase, signInWith, startService } from "./process.mjs";

const VISITS = Number(process.env.VISITS ?? 7);
const LINE = { offline: false, latency: 20, downloadThroughput: 6_250_000, uploadThroughput: 6_250_000 };
const PAGES = (process.env.PAGES ?? "/api-dock,/api-dock/oauth").split(",");
/** The next paint after everything was drawn, in milliseconds since the navigation began. */
const DRAWN = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))`;
const PAINT = `performance.getEntriesByName("first-contentful-paint")[0].startTime`;
const BYTES = `performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)`;

const service = await startService("dist/src/main.js", prepareDatabase(100), { SIGN_IN: "no" });
const origin = `http://localhost:${service.base.port}`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const figures = {};
try {
  for (let visit = 0; visit < VISITS; visit++) {
    const context = await browser.newContext();
    const page = await signInWith(context, origin);
    const session = await context.newCDPSession(page);
    await session.send("Network.emulateNetworkConditions", LINE);
    for (const path of PAGES)
      for (const time of ["first", "next"]) {
        // the other page has left the library in the cache
        if (time === "first") await session.send("Network.clearBrowserCache");
        await page.goto(origin + path, { waitUntil: "commit" });
        await page.locator("[data-drawn]").waitFor({ state: "attached" });
        const drawn = await page.evaluate(DRAWN);
        const [paint, bytes] = [await page.evaluate(PAINT), await page.evaluate(BYTES)];
        (figures[`${path}, ${time} visit`] ??= []).push({ paint, drawn, bytes });
      }
    await context.close();
  }
} finally {
  await browser.close();
  await service.stop();
}

console.log("| page | first paint, ms | everything drawn, ms | transferred, kB |");
console.log("|---|---|---|---|");
for (const [name, visits] of Object.entries(figures)) {
  const of = (key) => median(visits.map((visit) => visit[key]));
  const line = [of("paint").toFixed(0), of("drawn").toFixed(0), (of("bytes") / 1000).toFixed(0)];
  console.log(`| ${name} | ${line.join(" | ")} |`);
}
