import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { expect } from "chai";
import { cutsOf } from "../../../scripts/swagger-ui/cuts.js";
import {
  SWAGGER_UI_PIECES,
  swaggerUiPiece,
  type SwaggerUiCuts,
} from "../../../src/web/screens/api-dock/swagger-ui-pieces.js";

const LOCATION = createRequire(import.meta.url).resolve("swagger-ui-dist/swagger-ui-bundle.js");
const PAUSE = "if(SwaggerUIBundleTurn.isOver())await SwaggerUIBundleTurn.next();";

describe("The pieces of Swagger UI's script", () => {
  const script = readFileSync(LOCATION, "utf8");
  const cuts = JSON.parse(readFileSync("src/generated/swagger-ui-cuts.json", "utf8")) as SwaggerUiCuts;
  const pieces = SWAGGER_UI_PIECES.map((name) => swaggerUiPiece(LOCATION, name));

  it("belong to the version that is installed", function () {
    this.timeout(20_000);
    expect(cutsOf(script)).to.deep.equal(cuts);
  });

  it("have all modules and all statements in their order", () => {
    const [first, second, main] = pieces as [string, string, string];
    const [start, middle, end] = cuts.tables as [number, number, number];
    expect(first).to.contain(`{${script.slice(start, middle)}}`);
    expect(second).to.contain(`{${script.slice(middle, end)}}`);
    const statements = script.slice(cuts.pauses[0], cuts.result[0]);
    expect(main.replaceAll(PAUSE, "").includes(statements)).to.equal(true);
  });

  it("are scripts in which the main function can pause hundreds of times", () => {
    for (const piece of pieces) expect(() => new Script(piece)).not.to.throw();
    expect(pieces.at(-1)!.split(PAUSE).length).to.be.greaterThan(200);
  });

  it("are refused for another version", () => {
    const other = join(mkdtempSync(join(tmpdir(), "swagger-ui-")), "swagger-ui-bundle.js");
    writeFileSync(other, `${script}\n`);
    for (const name of SWAGGER_UI_PIECES)
      expect(() => swaggerUiPiece(other, name)).to.throw("another version of Swagger UI");
    expect(() => cutsOf("(() => {})();")).to.throw("has another form");
  });
});
