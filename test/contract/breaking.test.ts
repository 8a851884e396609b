import { execFile } from "node:child_process";
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { compare } from "../../scripts/contract/comparison.js";
import { API, OAUTH, readExceptions, type Contract } from "../../scripts/contract/released.js";
import { shippedDocument, type OpenApiDocument } from "../../src/contract/document.js";
import { describeBreaking, describeCompatible } from "../support/contract/comparisons.js";
import { ProjectCopy } from "../support/contract/project.js";
import { BREAKING, COMPATIBLE, TODAY } from "./cases.js";
import { OAUTH_BREAKING, OAUTH_COMPATIBLE } from "./oauth-cases.js";

const shipped = shippedDocument();
const PATHS = ["/auth/login", "/auth/two-factor-challenge", "/definitions", "/users", "/users/{user}"];

describeBreaking(
  { contract: API, paths: PATHS, heading: "What breaks a client", cases: BREAKING },
  (reports) => {
    it("is reported with the operation, the effect on clients and the remedy", () => {
      const report = reports.get("a parameter is removed")!;
      expect(report).to.include("Breaking changes of openapi/v1 since 1.0.0");
      expect(report).to.include("`GET /users`: `sort` query parameter was removed.");
      expect(report).to.include("Sending it is answered with 422.");
      expect(report).to.include("openapi/released/exceptions.yaml");
      expect(reports.get("a response field is removed")).to.match(/`User` in \d+ operations/);
    });
  },
);

describeBreaking(
  { contract: OAUTH, heading: "What breaks an OAuth2 client", cases: OAUTH_BREAKING },
  (reports) => {
    it("is explained by what these endpoints answer", () => {
      const all = [...reports.values()].join("\n");
      expect(all).to.include("answered with 400").and.not.to.include("422");
    });
  },
);

describeCompatible({
  contract: API,
  paths: PATHS,
  heading: "What a client must be ready for",
  cases: COMPATIBLE,
});
describeCompatible({
  contract: OAUTH,
  heading: "What an OAuth2 client must be ready for",
  cases: OAUTH_COMPATIBLE,
});

describe("An error code that is removed from a path file", function () {
  this.timeout(60_000);
  let project: ProjectCopy;
  beforeEach(() => {
    project = new ProjectCopy();
  });
  afterEach(() => project.remove());

  async function breaksWithout(line: RegExp): Promise<string> {
    const file = project.path("openapi/v1/paths/user.yaml");
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

describe("npm run contract:breaking", function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "authdock-released-"));
    mkdirSync(join(folder, "openapi/released"), { recursive: true });
    for (const contract of [API, OAUTH]) release(contract);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, value: unknown): void =>
    writeFileSync(join(folder, name), JSON.stringify(value));
  const run = (cwd: string): Promise<{ code: number; stderr: string }> =>
    new Promise((done) => {
      const args = ["--import", import.meta.resolve("tsx"), resolve("scripts/contract/breaking.ts")];
      execFile(process.execPath, args, { cwd }, (error, _stdout, stderr) => {
        done({ code: error === null ? 0 : Number(error.code), stderr });
      });
    });
  /** Releases a contract without exceptions; `edit` adds what the shipped one no longer has. */
  function release(contract: Contract, edit?: (document: OpenApiDocument) => void): void {
    const document = contract.current();
    edit?.(document);
    write(contract.released, document);
    write(contract.exceptions, []);
  }
  const addProperty =
    (schema: string) =>
    ({ components }: OpenApiDocument): void => {
      const { properties } = components["schemas"]![schema] as { properties: Record<string, object> };
      properties["nickname"] = { type: "string" };
    };
  const reason = "It showed the names of others.";
  /** The contract, a schema that loses a field, and the reported line. */
  const REMOVED: [Contract, string, string][] = [
    [API, "User", "#/components/schemas/User/properties/nickname Property `nickname` of `user` was removed."],
    [
      OAUTH,
      "TokenResponse",
      "#/components/schemas/TokenResponse/properties/nickname Property `nickname` of `TokenResponse` was removed.",
    ],
  ];

  it("passes for the current contracts", async () => {
    expect(await run(process.cwd())).to.deep.include({ code: 0 });
  });

  for (const [contract, schema, change] of REMOVED)
    describe(contract.sources, () => {
      it("fails on a breaking change, and passes when an exception gives a reason", async () => {
        release(contract, addProperty(schema));
        const refused = await run(folder);
        expect(refused.code).to.equal(1);
        expect(refused.stderr).to.include(`Breaking changes of ${contract.sources} since 1.0.0`);
        expect(refused.stderr).to.include(`[${change}]`).and.to.include(contract.exceptions);

        write(contract.exceptions, [{ change, reason }]);
        expect(await run(folder)).to.deep.include({ code: 0 });
      });

      it("fails on an unused exception", async () => {
        write(contract.exceptions, [{ change, reason }]);
        const { code, stderr } = await run(folder);
        expect(code).to.equal(1);
        expect(stderr).to.include(`${contract.exceptions} has an exception without a change`);
        expect(stderr).to.include(change);
      });

      it("fails without a released contract", async () => {
        rmSync(join(folder, contract.released));
        const { code, stderr } = await run(folder);
        expect(code).to.equal(1);
        expect(stderr).to.include(`${contract.sources} has no released contract to compare with`);
      });
    });

  it("rejects an exception without a reason, and an invalid list", () => {
    const file = join(folder, API.exceptions);
    for (const text of ["- change: x\n", "- { change: x, reason: why }\n", "change: x\n", "- x\n"]) {
      writeFileSync(file, text);
      expect(() => readExceptions(file), text).to.throw();
    }
    writeFileSync(file, "# only a comment\n");
    expect(readExceptions(file)).to.deep.equal([]);
  });
});
