import { setClock } from "../../../src/lib/clock.js";
import { closeChromium } from "../browser/chromium.js";
import { stopMariaDb } from "../database/mariadb.js";
import { killProducts } from "./processes.js";

/** Nothing of one test reaches into the next. */
export const mochaHooks = {
  afterEach(): void {
    setClock();
  },
};

export async function mochaGlobalTeardown(): Promise<void> {
  await closeChromium();
  await killProducts();
  await stopMariaDb();
}
