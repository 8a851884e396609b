import Mocha from "mocha";

/**
 * The reporter `spec`, which also lists the tests that passed only when they were repeated. hooks.ts decides which tests
 * are repeated.
 */
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const firstErrors = new Map();
    runner.on("retry", (test, error) => firstErrors.set(test.fullTitle(), error));
    runner.on("fail", (test) => firstErrors.delete(test.fullTitle()));
    runner.once("end", () => {
      for (const [title, error] of firstErrors)
        console.log(`  repeated: ${title}\n${String(error?.stack ?? error).replace(/^/gm, "    ")}\n`);
    });
  }
}
