import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { publint } from "publint";

const FOLDER = fileURLToPath(new URL("..", import.meta.url));

describe("The package", () => {
  it("contains the build, its types, the README and the license, and nothing else", () => {
    const options = { cwd: FOLDER, encoding: "utf8", shell: process.platform === "win32" } as const;
    const report = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], options);
    const [{ files }] = JSON.parse(report) as [{ files: { path: string }[] }];
    const modules = [
      "body",
      "client",
      "errors",
      "index",
      "items",
      "passkeys",
      "refresh",
      "retries",
      "schema",
      "unwrap",
      "webhooks",
    ];
    expect(files.map(({ path }) => path)).to.have.members([
      ...["LICENSE", "README.md", "package.json"],
      ...modules.flatMap((name) => [`dist/${name}.js`, `dist/${name}.d.ts`]),
    ]);
  });

  it("has no problems that publint finds", async () => {
    const { messages } = await publint({ pkgDir: FOLDER, strict: true });
    expect(messages).to.deep.equal([]);
  });
});
