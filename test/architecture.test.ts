import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { ESLint } from "eslint";

const SCRIPT = ["--import", "tsx/esm", "scripts/check-architecture.ts"];

describe("The architecture of src", () => {
  it("has no circular imports", async () => {
    const { stderr } = await promisify(execFile)(process.execPath, SCRIPT);
    expect(stderr).to.equal("");
  });

  it("reports circular imports, including those of types", async () => {
    const folder = mkdtempSync(join(tmpdir(), "authdock-circle-"));
    mkdirSync(join(folder, "rooms"));
    writeFileSync(join(folder, "a.ts"), 'import type { B } from "./rooms/b.js";\nexport type A = B;\n');
    writeFileSync(join(folder, "rooms/b.ts"), 'import type { A } from "../a.js";\nexport type B = A;\n');
    try {
      const error = (await promisify(execFile)(process.execPath, [...SCRIPT, folder]).catch(
        (cause: unknown) => cause,
      )) as { code: number; stderr: string };
      expect(error.code).to.equal(1);
      expect(error.stderr).to.contain("a.ts → rooms/b.ts → a.ts");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  const linted = async (file: string, text: string): Promise<(string | null)[]> => {
    const [result] = await new ESLint().lintText(text, { filePath: file });
    return result!.messages.map(({ ruleId }) => ruleId);
  };
  const FORBIDDEN: [file: string, imported: string][] = [
    ["src/domain/accounts/account-status.ts", "../users/user-list.js"],
    ["src/domain/mail/links.ts", "../../web/server/paths.js"],
    ["src/web/server/paths.ts", "../screens/account/profile.js"],
    ["src/lib/clock.ts", "../domain/services.js"],
  ];
  for (const [file, imported] of FORBIDDEN)
    it(`rejects an import of ${imported} in ${file}`, async () => {
      expect(await linted(file, `import "${imported}";\n`)).to.include("boundaries/dependencies");
    }).timeout(60_000);
});
