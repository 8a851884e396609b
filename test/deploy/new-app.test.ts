import { execFile } from "node:child_process";
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect } from "chai";
import { makeRun } from "../support/app/make-run.js";
import { useFolder } from "../support/app/processes.js";
import { lendBuildCache } from "../support/contract/build-cache.js";
import { describeWith } from "../support/app/requires.js";
import { freePort } from "../support/database/mariadb.js";

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

function run(command: string, args: string[], cwd = "."): Promise<Outcome> {
  // a run of tests in the new product reports nothing to this run
  const { CONTRACT_SEEN: _, TEST_DATABASE_URL: __, ...env } = process.env;
  return new Promise((done) => {
    execFile(command, args, { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    );
  });
}
const newApp = (...args: string[]): Promise<Outcome> =>
  run(process.execPath, ["scripts/new-app.mjs", ...args]);

describeWith("make", "node scripts/new-app.mjs", function () {
  this.timeout(400_000);
  const folder = useFolder();
  const path = (...parts: string[]): string => join(folder.path, "acme-portal", ...parts);
  const text = (file: string): string => readFileSync(path(file), "utf8");
  const git = async (...args: string[]): Promise<string> => (await run("git", args, path())).stdout;
  const inApp = async (...args: string[]): Promise<void> => {
    const { code, stdout, stderr } = await run(process.execPath, args, path());
    expect(code, `${args.join(" ")}\n${stdout}\n${stderr}`).to.equal(0);
  };
  /** Installs the packages of this product, so that the test needs no network. */
  function install(): void {
    symlinkSync(resolve("node_modules"), path("node_modules"));
    utimesSync(path("package-lock.json"), 0, 0);
    lendBuildCache(path());
  }

  it("creates a product under its own name, and says what to do next", async () => {
    const { code, stdout, stderr } = await newApp(path());
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
    expect(stdout)
      .to.match(/^Created Acme Portal in .*acme-portal \(\d+ files\)\./)
      .and.include("make run");
    expect(JSON.parse(text("package.json"))).to.include({ name: "acme-portal", version: "0.1.0" });
    expect(text("README.md")).to.match(/^# Acme Portal\n/);
    expect(text("CHANGELOG.md")).to.match(/## \[Unreleased\]\n$/);
    expect(text("openapi/v1/openapi.yaml")).to.include("title: Acme Portal API");
    expect(existsSync(path(".git/HEAD"))).to.equal(true);
    expect(JSON.parse(text("package.json"))).to.have.nested.property("authdock.title", "Acme Portal");
    expect(await git("log", "--format=%s", "main", "--")).to.match(/^Acme Portal: Authdock [0-9a-f]{12}\n$/);
    expect(await git("status", "--short")).to.equal("");
    install();
  });

  it("leaves out secrets, data, and what is only about this repository", () => {
    for (const name of [
      ".env",
      "dist",
      "docs/screens",
      "docs/performance.md",
      "findings",
      "scripts/bench",
      "scripts/new-app.mjs",
      "scripts/newcomer.ts",
    ])
      expect(existsSync(path(name)), name).to.equal(false);
    expect(text("docs/api-changelog.md")).to.match(/\n## \d+\.\d+\.\d+ – [\d-]+\n\nThe first release\.\n$/);
    expect(text("docs/upgrading.md")).not.to.include("2026_");
    const mentions = ["package.json", "Makefile", ".ci/run", "CONTRIBUTING.md"].filter((file) =>
      /bench|newcomer/.test(text(file)),
    );
    expect(mentions).to.deep.equal([]);
  });

  it("has documents whose links all lead somewhere", () => {
    const documents = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...documentsBelow("docs")];
    const broken = documents.flatMap((document) =>
      [...text(document).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target]) => target!)
        .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(path(dirname(document), target)))
        .map((target) => `${document}: ${target}`),
    );
    expect(broken).to.deep.equal([]);
  });

  const documentsBelow = (below: string): string[] =>
    readdirSync(path(below), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(below, name));

  it("passes the checks of the files that have changed", async () => {
    const changed = [
      "*.md",
      "docs/**/*.md",
      "openapi/{v1,oauth}/**/*.yaml",
      "package.json",
      "src/config/*.ts",
    ];
    await inApp("node_modules/prettier/bin/prettier.cjs", "--check", ...changed);
    for (const [script, ...args] of [["scripts/generate.ts"], ["scripts/contract/breaking.ts"]])
      await inApp("--import", "tsx/esm", script!, ...args);
  });

  it("is built and served by make run, under its name", async () => {
    const running = await makeRun(path(), await freePort(), "Acme Portal");
    try {
      expect((await running.api.get("//ready")).status).to.equal(200);
      const page = await fetch(`${running.api.origin}/login`);
      expect(await page.text())
        .to.include("Acme Portal")
        .and.not.include("Authdock");
    } finally {
      await running.stop();
    }
  });

  it("has tests that pass, such as those of its name", async () => {
    await inApp(
      "node_modules/mocha/bin/mocha.js",
      "test/config/env-file.test.ts",
      "test/web/server/branding.test.ts",
    );
  });

  it("has cookies of its own, also in its tests", () => {
    expect(text("src/config/product.ts")).to.include('"acme_portal_"');
    expect(text("test/web/server/csrf.test.ts"))
      .to.include("acme_portal_")
      .and.not.match(/authdock_(session|csrf)/);
  });

  it("gets later fixes on a branch, which merge with its own changes", async () => {
    expect((await newApp(path(), "--update")).stdout).to.include("The product has everything already.");
    writeFileSync(path("src/own.ts"), "export const own = 1;\n");
    writeFileSync(path("SECURITY.md"), `${text("SECURITY.md")}\nWrite to us.\n`);
    const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.test"];
    await git("add", "--all");
    await git(...identity, "commit", "--quiet", "--message", "own changes");
    // a product of an earlier state, which lacked this file and had another one
    await git("checkout", "--quiet", "authdock");
    await git("mv", "LICENSE", "COPYING");
    await git(...identity, "commit", "--quiet", "--message", "an earlier state");
    await git("checkout", "--quiet", "main");
    await git(...identity, "merge", "--quiet", "authdock");
    expect([existsSync(path("LICENSE")), existsSync(path("COPYING"))]).to.deep.equal([false, true]);

    const { code, stdout } = await newApp(path(), "--update");
    expect({ code, stdout }).to.have.property("code", 0);
    expect(stdout).to.include("git merge authdock");
    expect(await git("status", "--short"), "nothing changes before the merge").to.equal("");
    await git(...identity, "merge", "--quiet", "authdock");
    expect([existsSync(path("LICENSE")), existsSync(path("COPYING"))]).to.deep.equal([true, false]);
    expect(text("SECURITY.md")).to.match(/Write to us\.\n$/);
    expect(text("src/own.ts")).to.equal("export const own = 1;\n");
  });

  it("takes a name to show, and joins a repository that exists", async () => {
    await run("git", ["init", "--quiet"], folder.path);
    const { stdout } = await newApp(join(folder.path, "second-app"), "--title", "Çağrı 2");
    expect(stdout).to.include("Created Çağrı 2 in").and.include("in a git repository that exists");
    expect(readFileSync(join(folder.path, "second-app/src/config/product.ts"), "utf8")).to.include(
      '"Çağrı 2"',
    );
    expect(existsSync(join(folder.path, "second-app/.git"))).to.equal(false);
  });

  it("explains itself", async () => {
    const { code, stdout } = await newApp("--help");
    expect(code).to.equal(0);
    expect(stdout).to.include("node scripts/new-app.mjs ../acme-portal");
  });

  it("rejects a folder with files, one inside the repository, and names that can't be used", async () => {
    writeFileSync(join(folder.path, "file"), "");
    const REJECTIONS: [args: string[], sentence: RegExp][] = [
      [[path()], /acme-portal isn't empty\. Choose a new folder\.$/m],
      [[join(folder.path, "file")], /isn't a folder\.$/m],
      [["new-product"], /is inside this repository\. Choose a folder beside it/],
      [["."], /is inside this repository/],
      [[dirname(realpathSync("."))], /contains this repository/],
      [[join(folder.path, "Acme_Portal")], /“Acme_Portal” can't be the name of a product/],
      [[join(folder.path, "authdock")], /Choose a name of your own/],
      [[join(folder.path, "fine"), "--title", "<b>"], /“<b>” can't be shown as the name/],
      [[join(folder.path, "null")], /“Null” can't be shown as the name/],
      [[], /^Enter one folder\./],
      [["--colour", "red"], /Unknown option '--colour'/],
      [[folder.path, "--update"], /wasn't made by this command/],
      [[join(folder.path, "second-app"), "--update"], /has no branch authdock\. See docs\/product\.md\.$/m],
    ];
    for (const [args, sentence] of REJECTIONS) {
      const { code, stderr } = await newApp(...args);
      expect({ args, code }).to.deep.equal({ args, code: 2 });
      expect(stderr).to.match(sentence);
    }
    expect(existsSync("new-product")).to.equal(false);
    expect(existsSync(join(folder.path, "fine"))).to.equal(false);
  });
});
