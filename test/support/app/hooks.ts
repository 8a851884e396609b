import { setClock } from "../../../src/lib/clock.js";
import { endRun } from "./teardown.js";

/** How often a test that fails is repeated; see docs/decisions/0033-repeated-tests.md. */
const RETRIES = Number(process.env["TEST_RETRIES"] ?? 0);
/** A race or an attack that succeeds once has succeeded. */
const NEVER_REPEATED = /[/\\]test[/\\](races|security)[/\\]/;

/** Resets state that would leak from one test into the next. */
export const mochaHooks = {
  beforeEach(this: Mocha.Context): void {
    const test = this.currentTest;
    if (test && !NEVER_REPEATED.test(test.file ?? "")) test.retries(RETRIES);
  },
  afterEach(): void {
    setClock();
  },
};

/** Every test run loads this file, so it imports only what every test needs. */
export const mochaGlobalTeardown = endRun;
