import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseVariables } from "dotenv";
import { expect } from "chai";
import { RANDOM_KEY } from "../support/app/config.js";
import { useFolder } from "../support/app/processes.js";
import { deployFile, expectKnown, problemsOf, STOPS_WITHIN } from "../support/deploy/examples.js";

describe("deploy/authdock.env.example", () => {
  it("is valid in production once the key is in it, and every commented variable is known", () => {
    const given = parseVariables(deployFile("authdock.env.example"));
    expect(problemsOf({ ...given, PORT: "3001" })).to.deep.equal([
      `APP_KEY must be 32 bytes as base64:… (npm run key makes one)`,
    ]);
    expect(problemsOf({ ...given, APP_KEY: RANDOM_KEY })).to.deep.equal([]);
    const names = [...deployFile("authdock.env.example").matchAll(/^#? ?([A-Z_]+)=/gm)].map(
      ([, name]) => name!,
    );
    expectKnown(names);
    expect(names, "the unit sets it for each instance").not.to.include("PORT");
  });
});

describe("deploy/authdock@.service", () => {
  const unit = deployFile("authdock@.service");
  const folder = useFolder();
  /** The unit with this machine's paths. */
  const installed = (): string => {
    const file = join(folder.path, "authdock@3001.service");
    writeFileSync(file, unit.replace("/usr/bin/node", process.execPath));
    return file;
  };

  it("starts the service as npm start does, with the example's file, and gives it time to finish", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(unit).to.include(`ExecStart=/usr/bin/${scripts.start}\n`);
    expect(unit)
      .to.include("EnvironmentFile=/etc/authdock/authdock.env\n")
      .and.include("Environment=PORT=%i\n");
    expect(deployFile("authdock.env.example")).to.include("# /etc/authdock/authdock.env,");
    expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)![1])).to.be.greaterThan(STOPS_WITHIN);
    const pictures = parseVariables(deployFile("authdock.env.example"))["AVATAR_DIR"];
    expect(pictures).to.match(new RegExp(`^/var/lib/${/^StateDirectory=(\w+)$/m.exec(unit)![1]}/`));
  });

  if (spawnSync("systemd-analyze", ["--version"]).status === 0) {
    it("is valid for systemd", () => {
      const { status, stderr } = spawnSync("systemd-analyze", ["verify", installed()], { encoding: "utf8" });
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: "" });
    });

    it("is confined: systemd rates its exposure below 2 of 10", () => {
      execFileSync("systemd-analyze", ["security", "--offline=yes", "--threshold=20", installed()]);
    });
  }
});
