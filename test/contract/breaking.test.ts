import { execFile } from "node:child_process";
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { unaccepted, reportOf } from "../../scripts/contract/breaking-report.js";
import { changelogOf } from "../../scripts/contract/changelog-section.js";
import { compare, type Comparison } from "../../scripts/contract/comparison.js";
import { readExceptions } from "../../scripts/contract/released.js";
import { shippedDocument, type OpenApiDocument } from "../../src/contract/document.js";
import { ProjectCopy } from "../support/contract/project.js";
import { BREAKING, COMPATIBLE, documentsOf, TODAY, type Case } from "./cases.js";

const shipped = shippedDocument();

/** The result of the comparison for every case. Several run in parallel, because each starts the tool. */
async function decideAll(cases: Case[]): Promise<Map<Case, Comparison>> {
  const results = new Map<Case, Comparison>();
  const left = [...cases];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { base, current } = documentsOf(shipped, next);
      results.set(next, await compare(base, current, TODAY));
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
  return results;
}

/** The first column of the table below a heading of docs/api-versioning.md. */
function documented(heading: string): string[] {
  const text = readFileSync("docs/api-versioning.md", "utf8");
  const part = text.split(`\n## ${heading}\n`)[1]!.split("\n## ")[0]!;
  return part
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2)
    .map((line) => line.split("|")[1]!.trim());
}

describe("A breaking change of the contract", function () {
  this.timeout(300_000);
  let results: Map<Case, Comparison>;
  before(async () => {
    results = await decideAll(BREAKING);
  });

  for (const change of BREAKING)
    it(`is detected: ${change.title}`, () => {
      const messages = results.get(change)!.breaking.map(({ message }) => message);
      expect(messages.join("\n")).to.include(change.says);
    });

  it("is reported with the operation, the effect on clients and the remedy", () => {
    const find = (title: string) => BREAKING.find((change) => change.title === title)!;
    const { breaking } = results.get(find("a parameter is removed"))!;
    const report = reportOf(unaccepted(breaking, []), "1.0.0");
    expect(report).to.include("Breaking since 1.0.0");
    expect(report).to.include("`GET /users`: `sort` query parameter was removed.");
    expect(report).to.include("Sending it is answered with 422.");
    expect(report).to.include("openapi/released/exceptions.yaml");
    const { breaking: everywhere } = results.get(find("a response field is removed"))!;
    expect(everywhere[0]!.where).to.match(/^`User` in \d+ operations$/);
  });

  it("is always explained", () => {
    for (const { breaking } of results.values())
      expect(reportOf(unaccepted(breaking, []), "1.0.0")).not.to.include("Clients may fail.");
  });

  it("is in the table of the policy, which has no other entries", () => {
    expect(documented("What breaks a client")).to.deep.equal(BREAKING.map(({ title }) => title));
  });
});

describe("An error code that is removed from a path file", function () {
  this.timeout(60_000);
  let project: ProjectCopy;
  beforeEach(() => {
    project = new ProjectCopy();
  });
  afterEach(() => project.remove());

  async function breaksWithout(line: RegExp): Promise<string> {
    const file = project.path("openapi/v1/paths/users.yaml");
    const text = readFileSync(file, "utf8");
    expect(text).to.match(line);
    writeFileSync(file, text.replace(line, ""));
    const { code, stderr } = await project.generate();
    expect(code, stderr).to.equal(0);
    const current = JSON.parse(
      readFileSync(project.path("src/generated/openapi.json"), "utf8"),
    ) as OpenApiDocument;
    const { breaking } = await compare(shipped, current, TODAY);
    return breaking.map(({ where, message }) => `${where}: ${message}`).join("\n");
  }

  it("is reported with the operation", async () => {
    expect(await breaksWithout(/ +self_delete: .*\n/)).to.include(
      "`DELETE /users/{user}`: The enum lost values: 'self_delete'.",
    );
  });

  it("is reported for operations with standard failures", async () => {
    const breaks = await breaksWithout(
      / +registration_disabled: .*\n| +self_delete: .*\n +forbidden: .*\n.*\n/,
    );
    expect(breaks).to.include(
      "`DELETE /users/{user}`: The enum lost values: 'self_delete', 'last_administrator'.",
    );
  });
});

describe("A compatible change of the contract", function () {
  this.timeout(300_000);
  let results: Map<Case, Comparison>;
  before(async () => {
    results = await decideAll(COMPATIBLE);
  });

  for (const change of COMPATIBLE)
    it(`passes and is in the changelog: ${change.title}`, () => {
      const comparison = results.get(change)!;
      expect(comparison.breaking).to.deep.equal([]);
      const { base, current } = documentsOf(shipped, change);
      expect(changelogOf(base, current, comparison).text).to.include(change.says);
    });

  it("is in the table of the policy, which has no other entries", () => {
    expect(documented("What a client must be ready for")).to.deep.equal(COMPATIBLE.map(({ title }) => title));
  });
});

describe("npm run contract:breaking", function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "authdock-released-"));
    mkdirSync(join(folder, "openapi/released"), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string): void =>
    writeFileSync(join(folder, "openapi/released", name), text);
  const run = (cwd: string): Promise<{ code: number; stderr: string }> =>
    new Promise((done) => {
      const args = ["--import", import.meta.resolve("tsx"), resolve("scripts/contract/breaking.ts")];
      execFile(process.execPath, args, { cwd }, (error, _stdout, stderr) => {
        done({ code: error === null ? 0 : Number(error.code), stderr });
      });
    });
  /** As if a removed field had been released. */
  const releaseMore = (): void => {
    const base = structuredClone(shipped);
    (base.components["schemas"]!["User"] as { properties: object }).properties = {
      ...(base.components["schemas"]!["User"] as { properties: object }).properties,
      nickname: { type: "string" },
    };
    write("v1.json", JSON.stringify(base));
  };
  const REMOVED = "#/components/schemas/User/properties/nickname Property `nickname` of `user` was removed.";

  it("passes for the current contract", async () => {
    expect(await run(process.cwd())).to.deep.include({ code: 0 });
  });

  it("fails on a breaking change, and passes when an exception gives a reason", async () => {
    releaseMore();
    write("exceptions.yaml", "[]\n");
    const refused = await run(folder);
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.include(`[${REMOVED}]`);

    write("exceptions.yaml", JSON.stringify([{ change: REMOVED, reason: "It showed the names of others." }]));
    expect(await run(folder)).to.deep.include({ code: 0 });
  });

  it("fails on an unused exception", async () => {
    write("v1.json", JSON.stringify(shipped));
    write("exceptions.yaml", JSON.stringify([{ change: REMOVED, reason: "It showed the names of others." }]));
    const { code, stderr } = await run(folder);
    expect(code).to.equal(1);
    expect(stderr).to.include("has an exception without a change").and.to.include(REMOVED);
  });

  it("fails without a released contract", async () => {
    const { code, stderr } = await run(folder);
    expect(code).to.equal(1);
    expect(stderr).to.include("no contract to compare with");
  });

  it("rejects an exception without a reason, and an invalid list", () => {
    const file = join(folder, "openapi/released/exceptions.yaml");
    for (const text of ["- change: x\n", "- { change: x, reason: why }\n", "change: x\n", "- x\n"]) {
      write("exceptions.yaml", text);
      expect(() => readExceptions(file), text).to.throw();
    }
    write("exceptions.yaml", "# only a comment\n");
    expect(readExceptions(file)).to.deep.equal([]);
  });
});
