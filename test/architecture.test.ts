import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { ESLint } from "eslint";

const SCRIPT = ["--import", "tsx/esm", "scripts/check-architecture.ts"];

/** What the check prints about the files of a folder, and its exit code. */
async function check(...folders: string[]): Promise<{ code: number; stderr: string }> {
  const command = promisify(execFile)(process.execPath, [...SCRIPT, ...folders]);
  const { code = 0, stderr } = (await command.catch((cause: unknown) => cause)) as {
    code?: number;
    stderr: string;
  };
  return { code, stderr };
}

describe("The architecture of src", () => {
  it("has no circular imports and no long files of the contract", async () => {
    expect(await check()).to.deep.equal({ code: 0, stderr: "" });
  });

  it("reports circular imports, including those of types", async () => {
    const folder = mkdtempSync(join(tmpdir(), "authdock-circle-"));
    mkdirSync(join(folder, "rooms"));
    writeFileSync(join(folder, "a.ts"), 'import type { B } from "./rooms/b.js";\nexport type A = B;\n');
    writeFileSync(join(folder, "rooms/b.ts"), 'import type { A } from "../a.js";\nexport type B = A;\n');
    try {
      const { code, stderr } = await check(folder);
      expect(code).to.equal(1);
      expect(stderr).to.contain("a.ts → rooms/b.ts → a.ts");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("reports files of the contract with more than 200 lines", async () => {
    const folder = mkdtempSync(join(tmpdir(), "authdock-contract-"));
    mkdirSync(join(folder, "paths"));
    const lines = (count: number): string => "# a line\n".repeat(count);
    writeFileSync(join(folder, "openapi.yaml"), lines(300));
    writeFileSync(join(folder, "paths/long.yaml"), lines(201));
    writeFileSync(join(folder, "paths/short.yaml"), lines(200));
    try {
      const stderr = `${join(folder, "paths/long.yaml")} has 201 lines, more than 200\n`;
      expect(await check("src", folder)).to.deep.equal({ code: 1, stderr });
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
    }).timeout(180_000);
});
