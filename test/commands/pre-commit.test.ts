import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { useFolder } from "../support/app/processes.js";

describe("scripts/pre-commit", () => {
  const folder = useFolder();
  const path = (name: string): string => join(folder.path, name);

  const git = (...args: string[]) => {
    const env = {
      ...process.env,
      PATH: [path("bin"), process.env["PATH"]].join(delimiter),
      GIT_DIR: undefined,
    };
    return spawnSync("git", args, { cwd: folder.path, env, encoding: "utf8" });
  };
  const commit = () =>
    git(
      "-c",
      "user.name=Ada",
      "-c",
      "user.email=ada@example.test",
      "commit",
      "--allow-empty",
      "-m",
      "change",
    );
  /** Replaces npm by a program that notes its parameters and exits with this code. */
  function fakeNpm(code: number): void {
    writeFileSync(path("bin/npm"), `#!/bin/sh\necho "$@" >> "${path("calls")}"\nexit ${code}\n`);
    chmodSync(path("bin/npm"), 0o755);
  }

  before(() => {
    mkdirSync(path("scripts"));
    mkdirSync(path("bin"));
    copyFileSync("scripts/pre-commit", path("scripts/pre-commit"));
    execFileSync("git", ["init", "-q"], { cwd: folder.path });
    // as its first lines say
    expect(readFileSync("scripts/pre-commit", "utf8")).to.include("git config core.hooksPath scripts");
    expect(git("config", "core.hooksPath", "scripts").status).to.equal(0);
  });

  it("runs the checks, and lets a commit pass that passes them", () => {
    fakeNpm(0);
    expect(commit().status).to.equal(0);
    expect(readFileSync(path("calls"), "utf8")).to.equal("run --silent check\n");
  });

  it("prevents a commit that fails the checks", () => {
    fakeNpm(1);
    expect(commit().status).to.equal(1);
    expect(git("log", "--format=%s").stdout).to.equal("change\n");
  });
});
