/** The suites of tests, as patterns of files and options of mocha. */

/**
 * These tests start browsers, servers, commands or tools, or need more than Node.js. npm run test:all runs them.
 */
const SLOW = "test/{browser,commands,contract,deploy,faults,races}/**/*.test.ts";
/** These tests compare times, so nothing may run beside them. */
const TIMED = "test/**/*.timed.test.ts";

/** These send the statements of other tests: they ask every operation the same question, or use clients of others. */
const WITHOUT_OWN_STATEMENTS = [
  "test/api/{authorization,token-matrix}.test.ts",
  "test/api/{contract,surface}/**/*.test.ts",
  "test/{oauth,oidc}/{certification,clients}/**/*.test.ts",
];

const ignored = (paths: string[]): string[] => paths.flatMap((path) => ["--ignore", path]);

const slow = (folder: string): string[] => [`test/${folder}/**/*.test.ts`, ...ignored([TIMED])];

export const SUITES = {
  fast: ["test/**/*.test.ts", ...ignored([SLOW, TIMED])],
  /** Those of the fast tests whose statements to the database matter. The pages send those of the API, except for these. */
  "on MariaDB": [
    "test/{api,auth,cli,database,domain,models,oauth,oidc}/**/*.test.ts",
    "test/web/**/{activity,export,import,lists,search,users}*.test.ts",
    ...ignored([TIMED, ...WITHOUT_OWN_STATEMENTS]),
  ],
  /** Those that `npm test` asks only one of each kind (test/support/app/matrix.ts). */
  matrices: [
    "test/api/contract/compiled-checks.test.ts",
    "test/web/admin/access.test.ts",
    "test/web/admin/dead-ends.test.ts",
  ],
  browser: slow("browser"),
  commands: slow("commands"),
  contract: slow("contract"),
  deploy: slow("deploy"),
  faults: slow("faults"),
  races: slow("races"),
  timed: [TIMED],
  /** Only the fast tests together see the whole contract. */
  coverage: ["test/contract.coverage.ts"],
};
export type Suite = keyof typeof SUITES;
