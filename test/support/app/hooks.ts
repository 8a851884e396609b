import { setClock } from "../../../src/lib/clock.js";
import { endRun } from "./teardown.js";

/** Nothing of one test reaches into the next. */
export const mochaHooks = {
  afterEach(): void {
    setClock();
  },
};

/** Every run of a single test file loads this file: so it imports nothing that only some tests need. */
export const mochaGlobalTeardown = endRun;
