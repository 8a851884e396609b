import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { program } from "../../src/config/program.js";
import { useFolder } from "../support/app/processes.js";

describe("The program that workers run", () => {
  const folder = useFolder();

  it("is found through a link to the current release, as the shell entered it", () => {
    const release = join(realpathSync(folder.path), "release-1");
    mkdirSync(release);
    const current = join(folder.path, "current");
    symlinkSync(release, current);
    expect(program(join(release, "dist/src/main.js"), release, current)).to.deep.equal({
      exec: join(current, "dist/src/main.js"),
      cwd: current,
    });
  });

  it("is the started file where PWD is missing, names another folder, or the file is elsewhere", () => {
    const real = realpathSync(folder.path);
    const file = join(real, "main.js");
    expect(program(file, real, undefined)).to.deep.equal({ exec: file, cwd: real });
    expect(program(file, real, "/")).to.deep.equal({ exec: file, cwd: real });
    expect(program(file, real, join(real, "removed"))).to.deep.equal({ exec: file, cwd: real });
    expect(program("/opt/other/main.js", real, undefined).exec).to.equal("/opt/other/main.js");
  });
});
