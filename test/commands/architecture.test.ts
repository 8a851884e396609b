import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";

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

  it("has no imports from later folders", async () => {
    const { code, stderr } = await checkImports(
      ["domain/accounts/account-status.ts", "domain/users/user-list.ts"],
      ["domain/mail/links.ts", "web/server/paths.ts"],
      ["lib/clock.ts", "domain/services.ts"],
      ["web/server/paths.ts", "web/screens/account/profile.ts"],
      ["web/words/words.ts", "web/routes.ts"],
      ["../migrations/2026_01_01_000000_users.ts", "domain/services.ts"],
    );
    expect(code).to.equal(1);
    expect(stderr.trimEnd().split("\n")).to.have.members([
      "domain/accounts/account-status.ts imports domain/users/user-list.ts, which isn't in an earlier folder",
      "domain/mail/links.ts imports web/server/paths.ts, which isn't in an earlier folder",
      "lib/clock.ts imports domain/services.ts, which isn't in an earlier folder",
      "web/server/paths.ts imports web/screens/account/profile.ts, which isn't in an earlier folder",
      "web/words/words.ts imports web/routes.ts, which isn't in an earlier folder",
      "../migrations/2026_01_01_000000_users.ts imports domain/services.ts, which isn't in an earlier folder",
    ]);
  });

  it("can have imports from earlier folders, and from the file's own one", async () => {
    const checked = await checkImports(
      ["web/screens/account/profile.ts", "domain/services.ts"],
      ["web/screens/account/avatar.ts", "web/screens/account/profile.ts"],
      ["api/v1/users/users.ts", "api/pipeline/send.ts"],
      ["../migrations/2026_01_01_000000_users.ts", "lib/clock.ts"],
      ["app.ts", "web/routes.ts"],
    );
    expect(checked).to.deep.equal({ code: 0, stderr: "" });
  });

  it("has no files in unknown folders", async () => {
    const checked = await checkImports(["web/screens/attic/attic.ts", "lib/clock.ts"]);
    const stderr = "web/screens/attic/attic.ts is in no folder of scripts/architecture.ts\n";
    expect(checked).to.deep.equal({ code: 1, stderr });
  });

  /** Checks a folder with these files, each with one import. The paths are relative to it. */
  async function checkImports(...imports: [file: string, imported: string][]): ReturnType<typeof check> {
    const parent = mkdtempSync(join(tmpdir(), "authdock-imports-"));
    const folder = join(parent, "src");
    mkdirSync(folder);
    for (const [file, imported] of imports) {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      const target = relative(dirname(path), join(folder, imported)).replace(/\.ts$/, ".js");
      writeFileSync(path, `import "${target.startsWith(".") ? target : `./${target}`}";\n`);
    }
    try {
      return await check(folder, join(parent, "no-contract"));
    } finally {
      rmSync(parent, { recursive: true });
    }
  }
});
