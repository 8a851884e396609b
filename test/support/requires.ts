import { spawnSync } from "node:child_process";

const TOOLS = {
  SQLite: ["node"], // embedded: wherever the suite runs
  make: ["make"],
  MariaDB: ["mariadbd", "mysqld"],
  Redis: ["redis-server"],
  Schemathesis: ["schemathesis"],
} as const;
export type Tool = keyof typeof TOOLS;

const installed = (names: readonly string[]): boolean =>
  names.some((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0);

/** A suite that runs where the tool is installed, is skipped by name where not, and fails with REQUIRE_ALL=1. */
export function describeWith(tool: Tool, title: string, suite: (this: Mocha.Suite) => void): void {
  if (installed(TOOLS[tool])) describe(title, suite);
  else if (process.env["REQUIRE_ALL"] === "1")
    describe(title, () => {
      it(`needs ${tool}`, () => {
        throw new Error(`${tool} is not installed and REQUIRE_ALL=1.`);
      });
    });
  else describe.skip(`${title} (needs ${tool})`, suite);
}
