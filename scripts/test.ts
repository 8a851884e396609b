/**
 * npm test: the fast tests, on every processor. They need nothing but Node.js. Then it checks that they have seen the whole
 * contract. With TEST_DATABASE_URL, the tests whose statements to the database matter run on that database.
 *
 * npm test -- --bail     passes the option to mocha
 */
import { forSeen, mocha, run, withTimes } from "./testing/run.js";

const options = process.argv.slice(2);
const onServer = process.env["TEST_DATABASE_URL"] !== undefined;
const seen = forSeen();

let { code } = await withTimes((env) =>
  run(mocha(onServer ? "on MariaDB" : "fast", options), { ...env, ...seen }),
);
if (code === 0 && !onServer && options.length === 0) code = (await run(mocha("coverage", [], 1), seen)).code;
if (!onServer) console.log("Browsers, MariaDB, races, faults, deployment and tools: npm run test:all");
process.exitCode = code;
