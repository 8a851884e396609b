import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";

/** Files that use the time zone of an account or of the service, and wouldn't know of another field. */
const USES = [
  /^src\/generated\//,
  /^openapi\/(released|v1\/paths)\//,
  /settings/,
  /^src\/(database|oauth|domain\/mail|web\/server|web\/words)\//,
  // new accounts get the service's zone, or the one of the browser
  /registration|provider-sign-in|user-administration|provisioning/,
  /^views\/assets\//,
  // what an application is told, and other words for a page
  /\/(oauth|presenting|search)\.ts$/,
  // days in words
  /\/(login|account-view)\.ts$/,
];

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|yaml|json|ejs|js)$/.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath}/${name}`);

describe("The fields of an account", () => {
  it("are each named in at most 12 files, from the contract to the screens", () => {
    const named = ["src", "openapi", "views"]
      .flatMap(filesOf)
      .filter((file) => !USES.some((use) => use.test(file)))
      .filter((file) => /\btimezone\b/.test(readFileSync(file, "utf8")));
    expect(named).to.include("src/models/account-fields.ts");
    expect(named.length, named.join("\n")).to.be.at.most(12);
  });
});
