import { spawnSync } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { breakingChangesOf } from "../../scripts/contract/breaking-report.js";
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
    project.edit("openapi/v1/paths/user.yaml", (text) => text.replace(line, ""));
    const { breaking } = await compare(shipped, await project.bundle(), TODAY);
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
  /** Releases a contract without exceptions; `edit` adds what the shipped one no longer has. */
  function release(contract: Contract, edit?: (document: OpenApiDocument) => void): void {
    const document = contract.current();
    edit?.(document);
    write(contract.released, document);
    write(contract.exceptions, []);
  }
  const report = ({ released, exceptions, ...contract }: Contract): Promise<string | null> =>
    breakingChangesOf({
      ...contract,
      released: join(folder, released),
      exceptions: join(folder, exceptions),
    });
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

  // npm run check runs it for the current contracts, which pass
  it("fails and reports each contract that breaks clients", () => {
    for (const [contract, schema] of REMOVED) release(contract, addProperty(schema));
    const script = ["--import", import.meta.resolve("tsx"), resolve("scripts/contract/breaking.ts")];
    const { status, stderr } = spawnSync(process.execPath, script, { cwd: folder, encoding: "utf8" });
    expect(status).to.equal(1);
    for (const [{ sources, exceptions }, , change] of REMOVED)
      expect(stderr)
        .to.include(`Breaking changes of ${sources} since 1.0.0`)
        .and.include(`[${change}]`)
        .and.include(exceptions);
  });

  for (const [contract, schema, change] of REMOVED)
    describe(contract.sources, () => {
      it("passes when an exception gives a reason", async () => {
        release(contract, addProperty(schema));
        write(contract.exceptions, [{ change, reason }]);
        expect(await report(contract)).to.equal(null);
      });

      it("fails on an unused exception", async () => {
        write(contract.exceptions, [{ change, reason }]);
        const text = await report(contract);
        expect(text)
          .to.include(`${contract.exceptions} has an exception without a change`)
          .and.include(change);
      });

      it("fails without a released contract", async () => {
        rmSync(join(folder, contract.released));
        expect(await report(contract)).to.include(
          `${contract.sources} has no released contract to compare with`,
        );
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
