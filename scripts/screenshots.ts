/**
 * Takes screenshots of the pages, for a desktop and a phone, in light and dark:
 *
 *   npm run screenshots                      every page, as PNG files in var/screens
 *   npm run screenshots -- login users       the named pages
 *   npm run screenshots -- --out <folder>    into another folder
 *   npm run screenshots -- --docs            the pictures of README.md and docs/, in docs/screens
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { createApp, type App } from "../src/app.js";
import { closeServices, createServices } from "../src/domain/services.js";
import { setClock } from "../src/lib/clock.js";
import { closeChromium, type Visit } from "../test/support/browser/chromium.js";
import { testConfig } from "../test/support/app/config.js";
import { emptyTables, freshDatabase } from "../test/support/database/database.js";
import { Factories } from "../test/support/app/factories.js";
import { memoryLog } from "../test/support/app/log.js";
import { DOC_PICTURES, picturesInDocs } from "../test/support/pages/doc-pictures.js";
import { PAGES, type PageState } from "../test/support/pages/pages.js";
import { PAGES_VARIABLES } from "../test/support/pages/page-states.js";
import { addressOf, listenFor, RunningProduct } from "../test/support/browser/running-product.js";
import { Visitor } from "../test/support/app/web.js";
import { PRODUCT_NAME } from "../src/config/product.js";

/** The size limit for pictures in documents, in bytes. A picture exceeds it when its quality would be too low. */
const SIZE_LIMIT = 60_000;
const SCREENS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** Selector → fixed text for elements that differ in every run. */
const VARYING: Record<string, string> = {
  ".trace-id": "018f6c2e-4b7a-4c1d-9e53-2a7f0b6d8c41",
  ".mail-text a": "http://127.0.0.1:3000/email/verify/0196c2d4/3f9a",
  ".secret-once-value > code": "adk_pat_3kTq9ZxW1rVb7NcYp5MgHs2LdJf8QaEu4RtXo6KiBv0Cw",
  "[data-back*='api-clients'] .secret-once-value > code":
    "adk_cs_9bNf4TzR7mKx2QpWc6VhYd1LsJg8UaEo3RtXi5KvBw0Zn",
  ".entry-id": "0198a3f2-5c7d-7e41-9b06-3d8f2a6c1e56",
  ".database-state": "SQLite 3.45.1, 1.2 MB",
  ".product-version": `${PRODUCT_NAME} 0.1.0 on Node.js 20.20.2`,
  ".running-since": "20 Apr 2026, 08:00",
  "#user-id": "0198a3f2-5c7d-7e41-9b06-3d8f2a6c1e55",
  "#client-id, .secret-once .card-body > p > code": "0198a3f2-5c7d-7e41-9b06-3d8f2a6c1e54",
};

/** Converts the picture with the best quality within the size limit. */
async function webp(png: Buffer): Promise<Buffer> {
  for (let quality = 75; ; quality -= 10) {
    const picture = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (picture.length <= SIZE_LIMIT || quality <= 35) return picture;
  }
}

/** Saves a screenshot if it's needed. `name` has no file extension. */
type Save = (name: string, png: Buffer) => Promise<void>;

async function takeScreenshots(page: string, visit: Visit, save: Save): Promise<void> {
  await visit.overwrite(VARYING);
  // a dialog or a menu covers only the visible part of the page
  const fullPage = !(await visit.isCovered());
  for (const [screen, size] of Object.entries(SCREENS)) {
    await visit.page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await visit.setColorScheme(colorScheme);
      const png = await visit.page.screenshot({ fullPage, animations: "disabled" });
      await save(`${page}.${screen}.${colorScheme}`, png);
    }
  }
}

async function main(isSelected: (page: PageState) => boolean, save: Save): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), "authdock-screens-"));
  // eslint-disable-next-line prefer-const -- the port is open before the app is created
  let app: App;
  const server = await listenFor(() => app);
  const variables = { ...PAGES_VARIABLES, DATABASE_URL: `sqlite:${join(scratch, "screens.sqlite")}` };
  const services = createServices(
    testConfig({ ...variables, APP_URL: addressOf(server) }),
    memoryLog().logger,
  );
  await freshDatabase(services.knex);
  app = await createApp(services);
  const visitor = (): Visitor => new Visitor(app.listener);
  const product = new RunningProduct({ services, app, make: new Factories(services), visitor });
  try {
    for (const { name, show } of PAGES.filter(isSelected)) {
      await emptyTables(services.knex);
      await takeScreenshots(name, await show(product), save);
      await product.closeBrowsers();
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

const { values, positionals } = parseArgs({
  options: { docs: { type: "boolean", default: false }, out: { type: "string" } },
  allowPositionals: true,
});
const folder = values.out ?? (values.docs ? DOC_PICTURES : "var/screens");
const docPictures = picturesInDocs();
const names = new Set(values.docs ? [...docPictures].map((file) => file.split(".")[0]!) : positionals);

await mkdir(folder, { recursive: true });
await main(
  ({ name, unpictured }) => (names.size > 0 ? names.has(name) : !unpictured),
  async (name, png) => {
    if (!values.docs) return writeFile(join(folder, `${name}.png`), png);
    if (docPictures.has(`${name}.webp`)) await writeFile(join(folder, `${name}.webp`), await webp(png));
  },
);
