import { setClock } from "../../../src/lib/clock.js";
import { endRun } from "./teardown.js";

/** Resets state that would leak from one test into the next. */
export const mochaHooks = {
  afterEach(): void {
    setClock();
  },
};

/** Every test run loads this file, so it imports only what every test needs. */
export const mochaGlobalTeardown = endRun;
