import { expect } from "chai";
import { pageNumbers } from "../../../src/web/lists/list-request.js";

describe("The page numbers below a list", () => {
  const shown = (page: number, last: number): string =>
    pageNumbers(page, last)
      .map((number) => number ?? "…")
      .join(" ");

  it("are all pages of a short list", () => {
    expect(shown(1, 1)).to.equal("1");
    expect(shown(2, 3)).to.equal("1 2 3");
    expect(shown(3, 5)).to.equal("1 2 3 4 5");
  });

  it("are the first, the last and the neighbours of the current page of a long list", () => {
    expect(shown(1, 20)).to.equal("1 2 … 20");
    expect(shown(10, 20)).to.equal("1 … 9 10 11 … 20");
    expect(shown(20, 20)).to.equal("1 … 19 20");
  });

  it("have no gap of a single page", () => {
    expect(shown(4, 7)).to.equal("1 2 3 4 5 6 7");
    expect(shown(5, 9)).to.equal("1 … 4 5 6 … 9");
  });
});
