import { expect } from "chai";
import { caselessForm, normalForm } from "../../src/lib/text/normal-form.js";

describe("The normal form of a text", () => {
  it("is composed, and for comparisons in lower case", () => {
    expect(normalForm("A\u0301", 10)).to.equal("Á");
    expect(caselessForm("A\u0301", 10)).to.equal("á");
    // a character outside the basic plane has two code units
    expect(normalForm("😀".repeat(9) + "e\u0301", 11)).to.equal("😀".repeat(9) + "é");
  });

  it("of a text that is too long for its field is the text itself", () => {
    const long = "E\u0301".repeat(11);
    expect(normalForm(long, 10)).to.equal(long);
    expect(caselessForm(long, 10)).to.equal(long);
  });
});
