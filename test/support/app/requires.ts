import { spawnSync } from "node:child_process";

const TOOLS = {
  SQLite: ["node"], // embedded
  make: ["make"],
  MariaDB: ["mariadbd", "mysqld"],
  Redis: ["redis-server"],
  nginx: ["nginx"],
  Caddy: ["caddy"],
  // the first has no user interface, which saves a third of the time
  Chromium: ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"],
  Schemathesis: ["schemathesis"],
  "contract tools": ["var/contract-tools/node_modules/.bin/prism"], // npm run contract:tools
} as const;
export type Tool = keyof typeof TOOLS;

/** The path of the tool, or undefined. */
export const pathOf = (tool: Tool): string | undefined =>
  TOOLS[tool]
    .map((name) => spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim())
    .find((path) => path !== "");

/** A suite that is skipped where the tool isn't installed. With REQUIRE_ALL=1 it fails instead. */
export function describeWith(tool: Tool, title: string, suite: (this: Mocha.Suite) => void): void {
  if (pathOf(tool) !== undefined)
    describe(title, function () {
      // slow machines run the browser and other tests on two processors
      if (tool === "Chromium") this.timeout(180_000);
      suite.call(this);
    });
  else if (process.env["REQUIRE_ALL"] === "1")
    describe(title, () => {
      it(`needs ${tool}`, () => {
        throw new Error(`${tool} is not installed and REQUIRE_ALL=1.`);
      });
    });
  else describe.skip(`${title} (needs ${tool})`, suite);
}
