import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { changelogOf } from "../../scripts/contract/changelog-section.js";
import { compare } from "../../scripts/contract/comparison.js";
import { API, type Exception } from "../../scripts/contract/released.js";
import {
  planRelease,
  ReleaseRefused,
  withSection,
  type Release,
} from "../../scripts/contract/release-plan.js";
import { shippedDocument, shippedOAuthDocument, type OpenApiDocument } from "../../src/contract/document.js";
import { operations } from "../support/contract/operations.js";
import { TODAY } from "./cases.js";

const shipped = shippedDocument();
const at = (
  version: string,
  edit: (document: OpenApiDocument) => void = () => undefined,
): OpenApiDocument => {
  const document = structuredClone(shipped);
  document.info.version = version;
  edit(document);
  return document;
};
const addField = (document: OpenApiDocument): void => {
  const user = document.components["schemas"]!["User"] as { properties: object };
  user.properties = { ...user.properties, nickname: { type: "string" } };
};
const rewordSummary = (document: OpenApiDocument): void => {
  document.paths["/users"]!.get!.summary = "Users, page by page";
};

describe("The changelog of the contract", function () {
  this.timeout(60_000);

  it("lists all changes, sorted by kind", async () => {
    const current = at("1.1.0", (document) => {
      addField(document);
      rewordSummary(document);
      delete document.paths["/definitions"];
      const { get } = document.paths["/users"]!;
      get!.deprecated = true;
      get!["x-deprecated-since"] = "2026-11-21";
      get!["x-sunset"] = "2027-11-21";
      get!["x-limits"] = ["throttle:600,1", "throttle:api"];
    });
    const base = at("1.0.0", (document) => {
      document.paths["/users"]!.get!["x-limits"] = ["throttle:300,1", "throttle:api"];
    });
    const { text } = changelogOf(base, current, await compare(base, current, TODAY));
    expect(
      text
        .trim()
        .replace(/in \d+ operations/, "in N operations")
        .split("\n"),
    ).to.deep.equal([
      "### Breaking",
      "",
      "- `GET /definitions`: Path `/definitions` was removed.",
      "",
      "### Added",
      "",
      "- `User` in N operations: field `nickname` of the response added",
      "",
      "### Changed",
      "",
      "- `GET /users`: `x-limits` changed from throttle:300,1 throttle:api to throttle:600,1 throttle:api",
      "- Texts and examples.",
      "",
      "### Deprecated",
      "",
      "- `GET /users` is deprecated since 2026-11-21; its sunset is 2027-11-21",
    ]);
  });

  it("reports a withdrawn deprecation, and doesn't list its headers as removed", async () => {
    const deprecate = (document: OpenApiDocument): void => {
      const operation = document.paths["/auth/me"]!.get!;
      Object.assign(operation, {
        deprecated: true,
        "x-deprecated-since": "2026-11-21",
        "x-sunset": "2027-11-21",
      });
      const { headers } = operation.responses!["200"] as { headers: Record<string, object> };
      headers["Sunset"] = { required: true, schema: { type: "string" } };
    };
    const base = at("1.0.0", deprecate);
    const comparison = await compare(base, shipped, TODAY);
    expect(comparison.breaking).to.deep.equal([]);
    expect(changelogOf(base, shipped, comparison).text).to.include("`GET /auth/me`: no longer deprecated");
  });
});

describe("A release of the contract", function () {
  this.timeout(60_000);
  const base = at("1.0.0");
  const plan = (
    version: string,
    current: OpenApiDocument,
    exceptions: Exception[] = [],
    from: OpenApiDocument | null = base,
  ): Promise<Release> => planRelease(version, from, { ...API, current: () => current }, exceptions, TODAY);
  const refusal = (planned: Promise<Release>): Promise<string> =>
    planned.then(
      () => "released",
      (error: Error) => {
        expect(error).to.be.instanceOf(ReleaseRefused);
        return error.message;
      },
    );

  it("starts with a list of the operations", async () => {
    const { section, document } = await plan("1.0.0", at("1.0.0"), [], null);
    expect(section).to.match(/^## 1\.0\.0 – 2026-11-21\n\n### Added\n/);
    expect(section.match(/^- `(GET|POST|PUT|PATCH|DELETE) \//gm)).to.have.length(operations.length);
    expect(JSON.stringify(document)).not.to.match(/"x-(codeSamples|middleware|permission)"/);
    expect(document.paths["/users"]!.get!.operationId).to.equal("users.index");
  });

  it("is a minor version when clients are affected, and a patch when only readers are", async () => {
    expect((await plan("1.1.0", at("1.1.0", addField))).section).to.include("### Added");
    expect((await plan("1.0.1", at("1.0.1", rewordSummary))).section).to.include("Texts and examples.");
  });

  it("detects a changed example", async () => {
    const current = at("1.0.1", (document) => {
      document.components["examples"] = { ...document.components["examples"], another: { value: {} } };
    });
    expect((await plan("1.0.1", current)).section).to.include("Texts and examples.");
  });

  it("gives the reason of an accepted breaking change", async () => {
    const current = at("1.1.0", (document) => delete document.paths["/definitions"]);
    const exception = {
      change: "#/paths/~1definitions Path `/definitions` was removed.",
      reason: "It listed what nobody may see.",
    };
    expect((await plan("1.1.0", current, [exception])).section).to.include(
      "- `GET /definitions`: Path `/definitions` was removed. It listed what nobody may see.",
    );
  });

  it("puts the newest version first, and replaces a section of the same version", () => {
    const first = withSection("# Changelog\n\nWords.\n", "## 1.0.0 – 2026-11-21\n\n- a\n");
    const second = withSection(first, "## 1.1.0 – 2026-12-01\n\n- b\n");
    expect(second).to.equal(
      "# Changelog\n\nWords.\n\n## 1.1.0 – 2026-12-01\n\n- b\n\n## 1.0.0 – 2026-11-21\n\n- a\n",
    );
    expect(withSection(first, "## 1.0.0 – 2026-11-22\n\n- c\n")).to.equal(
      "# Changelog\n\nWords.\n\n## 1.0.0 – 2026-11-22\n\n- c\n",
    );
  });

  it("rejects an unsuitable version", async () => {
    expect(await refusal(plan("1.0.1", at("1.0.1", addField)))).to.include(
      "These changes require the version 1.1.0",
    );
    expect(await refusal(plan("2.0.0", at("2.0.0", addField)))).to.include(
      "These changes require the version 1.1.0",
    );
    expect(await refusal(plan("1.1.0", at("1.1.0", rewordSummary)))).to.include(
      "These changes require the version 1.0.1",
    );
    expect(await refusal(plan("1.1.0", at("1.0.0", addField)))).to.include("set info.version to 1.1.0");
    expect(await refusal(plan("1.0.1", at("1.0.1")))).to.equal("Nothing has changed since 1.0.0.");
  });

  it("rejects a deprecation with less than 180 days from the release to the sunset", async () => {
    const deprecated = (sunset: string) =>
      at("1.1.0", (document) => {
        const marks = { deprecated: true, "x-deprecated-since": "2026-01-01", "x-sunset": sunset };
        Object.assign(document.paths["/definitions"]!.get!, marks);
      });
    expect(await refusal(plan("1.1.0", deprecated("2027-05-19")))).to.equal(
      "GET /definitions has the sunset 2027-05-19. Consumers need 180 days: set x-sunset to 2027-05-20 or later.",
    );
    expect((await plan("1.1.0", deprecated("2027-05-20"))).section).to.include("### Deprecated");
    const released = { ...deprecated("2026-12-01"), info: base.info };
    const later = deprecated("2026-12-01");
    addField(later);
    expect((await plan("1.1.0", later, [], released)).section).to.include("### Added");
  });

  it("rejects an unaccepted breaking change, and an unused exception", async () => {
    const broken = at("1.1.0", (document) => delete document.paths["/definitions"]);
    expect(await refusal(plan("1.1.0", broken))).to.include("Path `/definitions` was removed.");
    const exception = { change: "#/paths/~1people was removed.", reason: "It was never there." };
    expect(await refusal(plan("1.1.0", at("1.1.0", addField), [exception]))).to.include(
      "an exception without a change",
    );
  });
});

describe("npm run contract:release", function () {
  this.timeout(120_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "authdock-release-"));
    cpSync("openapi", join(folder, "openapi"), { recursive: true });
    mkdirSync(join(folder, "docs"));
    for (const name of ["api-changelog.md", "oauth-changelog.md"])
      writeFileSync(join(folder, "docs", name), "# Changelog\n");
    for (const name of ["node_modules", "scripts", "src", "package.json"])
      symlinkSync(resolve(name), join(folder, name));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const run = (...args: string[]): Promise<{ code: number; stderr: string }> =>
    new Promise((done) => {
      const all = ["--import", "tsx", "scripts/contract/release.ts", ...args];
      execFile(process.execPath, all, { cwd: folder }, (error, _stdout, stderr) => {
        done({ code: error === null ? 0 : Number(error.code), stderr });
      });
    });

  it("stores the contract, writes the changelog and empties the exceptions", async () => {
    const { version } = shipped.info;
    rmSync(join(folder, "openapi/released/v1.json"));
    writeFileSync(
      join(folder, "openapi/released/exceptions.yaml"),
      "# what it is for\n- change: x\n  reason: was needed once\n",
    );
    const { code, stderr } = await run(version);
    expect(code, stderr).to.equal(0);
    expect(JSON.parse(read("openapi/released/v1.json"))).to.deep.include({ info: shipped.info });
    expect(read("docs/api-changelog.md")).to.include(`## ${version} – `).and.include("- `GET /auth/me`: ");
    expect(read("openapi/released/exceptions.yaml")).to.equal("# what it is for\n[]\n");
  });

  it("releases the OAuth2 endpoints on their own", async () => {
    const { info } = shippedOAuthDocument();
    rmSync(join(folder, "openapi/released/oauth-v1.json"));
    const api = read("openapi/released/v1.json");
    const { code, stderr } = await run(info.version, "oauth");
    expect(code, stderr).to.equal(0);
    expect(JSON.parse(read("openapi/released/oauth-v1.json"))).to.deep.include({ info });
    expect(read("openapi/released/v1.json")).to.equal(api);
    expect(read("docs/oauth-changelog.md")).to.include("- `POST /oauth/token`: ");
    expect(read("docs/api-changelog.md")).to.equal("# Changelog\n");
  });

  it("requires a version, and a known contract", async () => {
    expect((await run()).stderr).to.include("Usage: npm run contract:release -- 1.1.0 [oauth]");
    expect((await run("next")).code).to.equal(1);
    expect((await run("1.0.0", "v2")).stderr).to.include("Usage: ");
  });
});
