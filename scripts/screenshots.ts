/**
 * Photographs every page into docs/screens/, on a desk and on a phone, in light and dark. The words after the command
 * name the pages that are wanted; with none, all.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { createApp, type App } from "../src/app.js";
import { closeServices, createServices } from "../src/domain/services.js";
import { setClock } from "../src/lib/clock.js";
import { closeChromium, type Visit } from "../test/support/browser/chromium.js";
import { testConfig } from "../test/support/app/config.js";
import { emptyTables, freshDatabase } from "../test/support/database/database.js";
import { Factories } from "../test/support/app/factories.js";
import { memoryLog } from "../test/support/app/log.js";
import { PAGES } from "../test/support/pages/pages.js";
import { PAGES_VARIABLES } from "../test/support/pages/showing.js";
import { addressOf, listenFor, Stage } from "../test/support/browser/stage.js";
import { Visitor } from "../test/support/app/web.js";

const FOLDER = "docs/screens";
const LARGEST = 60_000;
const SCREENS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** What is different every time is written over. */
const VARYING: Record<string, string> = {
  ".trace-id": "018f6c2e-4b7a-4c1d-9e53-2a7f0b6d8c41",
  ".mail-text a": "http://127.0.0.1:3000/email/verify/0196c2d4/3f9a",
  ".secret-once-value > code": "adk_pat_3kTq9ZxW1rVb7NcYp5MgHs2LdJf8QaEu4RtXo6KiBv0Cw",
  "[data-back*='api-clients'] .secret-once-value > code":
    "adk_cs_9bNf4TzR7mKx2QpWc6VhYd1LsJg8UaEo3RtXi5KvBw0Zn",
  ".entry-id": "0198a3f2-5c7d-7e41-9b06-3d8f2a6c1e56",
  ".database-state": "SQLite 3.45.1, 1.2 MB",
  ".product-version": "Authdock 0.1.0 on Node.js 20.20.2",
  ".running-since": "Apr 20, 2026, 8:00 AM",
  "#user-id": "0198a3f2-5c7d-7e41-9b06-3d8f2a6c1e55",
  "#client-id, .secret-once .card-body > p > code": "0198a3f2-5c7d-7e41-9b06-3d8f2a6c1e54",
};

/** As good as it can be within the size. */
async function webp(png: Buffer): Promise<Buffer> {
  for (let quality = 75; ; quality -= 10) {
    const picture = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (picture.length <= LARGEST || quality <= 35) return picture;
  }
}

async function photograph(name: string, visit: Visit): Promise<void> {
  await visit.overwrite(VARYING);
  // what lies above a page covers what can be seen of it, and no more
  const fullPage = !(await visit.isCovered());
  for (const [screen, size] of Object.entries(SCREENS)) {
    await visit.page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await visit.wear(colorScheme);
      const png = await visit.page.screenshot({ fullPage, animations: "disabled" });
      await writeFile(join(FOLDER, `${name}.${screen}.${colorScheme}.webp`), await webp(png));
      if (process.env["PNG_FOLDER"] !== undefined)
        await writeFile(join(process.env["PNG_FOLDER"], `${name}.${screen}.${colorScheme}.png`), png);
    }
  }
}

async function main(wanted: string[]): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), "authdock-screens-"));
  // eslint-disable-next-line prefer-const -- the port is open before the app is made
  let app: App;
  const server = await listenFor(() => app);
  const variables = { ...PAGES_VARIABLES, DATABASE_URL: `sqlite:${join(scratch, "screens.sqlite")}` };
  const services = createServices(
    testConfig({ ...variables, APP_URL: addressOf(server) }),
    memoryLog().logger,
  );
  await freshDatabase(services.knex);
  app = await createApp(services);
  const visitor = (): Visitor => new Visitor(app.express);
  const stage = new Stage({ services, app, make: new Factories(services), visitor });
  await mkdir(FOLDER, { recursive: true });
  try {
    for (const { name, show, unpictured } of PAGES) {
      if (wanted.length > 0 ? !wanted.includes(name) : unpictured) continue;
      await emptyTables(services.knex);
      await photograph(name, await show(stage));
      await stage.clear();
      setClock();
    }
  } finally {
    await closeChromium();
    server.closeAllConnections();
    server.close();
    app.close();
    await closeServices(services);
    await rm(scratch, { recursive: true });
  }
}

await main(process.argv.slice(2));
