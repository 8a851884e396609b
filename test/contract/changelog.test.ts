import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { changelogOf } from "../../scripts/contract/changelog-section.js";
import { compare } from "../../scripts/contract/comparison.js";
import { release } from "../../scripts/contract/release-files.js";
import { API, OAUTH, type Exception } from "../../scripts/contract/released.js";
import {
  planRelease,
  ReleaseRejected,
  withSection,
  type Release,
} from "../../scripts/contract/release-plan.js";
import { shippedDocument, shippedOAuthDocument, type OpenApiDocument } from "../../src/contract/document.js";
import { withOperations } from "../../src/contract/published.js";
import { operations } from "../support/contract/operations.js";
import { TODAY } from "./cases.js";

const shipped = shippedDocument();
/** The operations that the tests change. Comparing the others would take most of the time. */
const few = withOperations(shipped, ({ operationId }) =>
  /^(users\.(index|show|store|update|patch)|definitions\.index|auth\.me)$/.test(operationId!),
);
const at = (
  version: string,
  edit: (document: OpenApiDocument) => void = () => undefined,
): OpenApiDocument => {
  const document = structuredClone(few);
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

const rejection = (planned: Promise<unknown>): Promise<string> =>
  planned.then(
    () => "released",
    (error: Error) => {
      expect(error).to.be.instanceOf(ReleaseRejected);
      return error.message;
    },
  );

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
    const comparison = await compare(base, few, TODAY);
    expect(comparison.breaking).to.deep.equal([]);
    expect(changelogOf(base, few, comparison).text).to.include("`GET /auth/me`: no longer deprecated");
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

  it("starts with a list of the operations", async () => {
    const { section, document } = await plan("1.0.0", shipped, [], null);
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
    expect(await rejection(plan("1.0.1", at("1.0.1", addField)))).to.include(
      "These changes require the version 1.1.0",
    );
    expect(await rejection(plan("2.0.0", at("2.0.0", addField)))).to.include(
      "These changes require the version 1.1.0",
    );
    expect(await rejection(plan("1.1.0", at("1.1.0", rewordSummary)))).to.include(
      "These changes require the version 1.0.1",
    );
    expect(await rejection(plan("1.1.0", at("1.0.0", addField)))).to.include("set info.version to 1.1.0");
    expect(await rejection(plan("1.0.1", at("1.0.1")))).to.equal("Nothing has changed since 1.0.0.");
  });

  it("rejects a deprecation with less than 180 days from the release to the sunset", async () => {
    const deprecated = (sunset: string) =>
      at("1.1.0", (document) => {
        const marks = { deprecated: true, "x-deprecated-since": "2026-01-01", "x-sunset": sunset };
        Object.assign(document.paths["/definitions"]!.get!, marks);
      });
    expect(await rejection(plan("1.1.0", deprecated("2027-05-19")))).to.equal(
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
    expect(await rejection(plan("1.1.0", broken))).to.include("Path `/definitions` was removed.");
    const exception = { change: "#/paths/~1people was removed.", reason: "It was never there." };
    expect(await rejection(plan("1.1.0", at("1.1.0", addField), [exception]))).to.include(
      "an exception without a change",
    );
  });
});

describe("npm run contract:release", function () {
  this.timeout(60_000);
  const HEAD = "# Changelog\n";
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "authdock-release-"));
    for (const name of ["openapi/released", "docs"]) mkdirSync(join(folder, name), { recursive: true });
    for (const { released, exceptions, changelog } of [API, OAUTH]) {
      writeFileSync(join(folder, released), "{}");
      writeFileSync(join(folder, exceptions), "[]");
      writeFileSync(join(folder, changelog), HEAD);
    }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const releaseIn = (...parameters: string[]): Promise<string> =>
    release(
      parameters,
      [API, OAUTH].map((contract) => ({
        ...contract,
        released: join(folder, contract.released),
        exceptions: join(folder, contract.exceptions),
        changelog: join(folder, contract.changelog),
      })),
    );

  it("stores the contract, writes the changelog and empties the exceptions", async () => {
    rmSync(join(folder, API.released));
    writeFileSync(join(folder, API.exceptions), "# what it is for\n- change: x\n  reason: was needed once\n");
    await releaseIn(shipped.info.version);
    expect(JSON.parse(read(API.released))).to.deep.include({ info: shipped.info });
    expect(read(API.changelog)).to.include(`## ${shipped.info.version} – `).and.include("- `GET /auth/me`: ");
    expect(read(API.exceptions)).to.equal("# what it is for\n[]\n");
  });

  it("releases the OAuth2 endpoints on their own", () => {
    const { info } = shippedOAuthDocument();
    rmSync(join(folder, OAUTH.released));
    const command = ["--import", import.meta.resolve("tsx"), resolve("scripts/contract/release.ts")];
    const { status, stdout, stderr } = spawnSync(process.execPath, [...command, info.version, "oauth"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(status, stderr).to.equal(0);
    expect(stdout).to.include(`Released ${info.version}: `);
    expect(JSON.parse(read(OAUTH.released))).to.deep.include({ info });
    expect(read(OAUTH.changelog)).to.include("- `POST /oauth/token`: ");
    expect([read(API.released), read(API.changelog)]).to.deep.equal(["{}", HEAD]);
  });

  it("requires a version, and a known contract", async () => {
    for (const parameters of [[], ["next"], ["1.0.0", "v2"]])
      expect(await rejection(releaseIn(...parameters))).to.equal(
        "Usage: npm run contract:release -- 1.1.0 [oauth]",
      );
  });
});
