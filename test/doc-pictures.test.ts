import { readdirSync } from "node:fs";
import { expect } from "chai";
import { DOC_PICTURES, picturesInDocs } from "./support/pages/doc-pictures.js";
import { PAGES } from "./support/pages/pages.js";

describe("The pictures in the documents", () => {
  it("are exactly the files in their folder", () => {
    expect(picturesInDocs().size).to.be.greaterThan(0);
    expect(readdirSync(DOC_PICTURES)).to.have.members([...picturesInDocs()]);
  });

  it("show pages that npm run screenshots knows", () => {
    const pages = PAGES.map(({ name }) => name);
    for (const picture of picturesInDocs()) expect(pages).to.include(picture.split(".")[0]);
  });
});
