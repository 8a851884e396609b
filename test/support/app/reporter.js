import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import Mocha from "mocha";

/**
 * The reporter `spec`, which also writes the milliseconds of each file to the folder `TEST_TIMES` (scripts/test-times.ts).
 */
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const folder = process.env.TEST_TIMES;
    delete process.env.TEST_TIMES; // some tests run the tests of a copy
    if (folder) recordTimes(runner, folder);
  }
}

function recordTimes(runner, folder) {
  const files = {};
  const add = ({ file, duration = 0 }, what) => {
    const name = file === undefined ? "hooks of every test" : relative(process.cwd(), file);
    const times = (files[name] ??= { tests: 0, inTests: 0, inHooks: 0 });
    times[what] += duration;
    if (what === "inTests") times.tests++;
  };
  runner.once("start", () => {
    files.loading = { tests: 0, inTests: 0, inHooks: Math.round(process.uptime() * 1000) };
  });
  runner.on("test end", (test) => add(test, "inTests"));
  runner.on("hook end", (hook) => add(hook, "inHooks"));
  runner.once("end", () => writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(files)));
}
