import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { apiDockFile, apiDockVersion } from "../../../src/web/screens/api-dock/api-dock-files.js";
import { Assets } from "../../../src/web/server/assets/assets.js";
import { ServedFile } from "../../../src/web/server/assets/served-file.js";

const FOLDER = "views/assets";
const filesIn = (folder: string): string[] =>
  readdirSync(join(FOLDER, folder)).map((name) => join(FOLDER, folder, name));

/** The served files, and the folders with their parts. */
const JOINED = [
  { file: "authdock.css", parts: "styles" },
  { file: "authdock.js", parts: "scripts" },
  { file: "api-dock/api-dock.css", parts: "api-dock/styles" },
];

describe("Style sheets and scripts", () => {
  for (const { file, parts } of JOINED) {
    it(`${file} are served with all their parts, in the order in which it names them`, () => {
      const source = readFileSync(join(FOLDER, file), "utf8");
      const named = [...source.matchAll(/import "\.\/(.+)";/g)].map(([, name]) =>
        join(FOLDER, file, "..", name!),
      );
      expect(named).to.have.members(filesIn(parts));
      const body = ServedFile.read(join(FOLDER, file)).body.toString();
      expect(body).to.not.contain("import ");
      const places = named.map((part) => body.indexOf(readFileSync(part, "utf8")));
      expect(places).to.deep.equal(places.toSorted((a, b) => a - b));
      expect(places).to.not.include(-1);
    });
  }

  it("have the hash of all their parts in their URL", () => {
    const { hash } = ServedFile.read(join(FOLDER, "authdock.css"));
    expect(new Assets().path("authdock.css")).to.equal(`/assets/${hash.slice(0, 16)}/authdock.css`);
  });

  it("have at most 200 lines in each file", () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.(css|js)$/.test(name),
    );
    const long = files.filter((name) => readFileSync(join(FOLDER, name), "utf8").split("\n").length > 201);
    expect(long).to.deep.equal([]);
  });

  it("are not served as parts", () => {
    const version = apiDockVersion("api-dock.css");
    expect(apiDockFile("styles", version)).to.equal(undefined);
    expect(apiDockFile("styles/page.css", version)).to.equal(undefined);
  });
});
