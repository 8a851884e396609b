import { expect } from "chai";
import fc from "fast-check";
import { accentTones, SHIPPED_ACCENT } from "../../../src/domain/settings/accent.js";
import { contrast } from "../../../src/lib/contrast.js";

describe("The accent colour", () => {
  const PAGES = { light: ["#ffffff", "#fafafa"], dark: ["#171717", "#262626"] };
  const colour = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, "0")}`);

  it("is used as it is where it can be read", () => {
    expect(accentTones("#0b7285").light).to.include({ fill: "#0b7285", onFill: "#ffffff" });
    expect(accentTones("#ffd43b").dark).to.include({ fill: "#ffd43b", onFill: "#000000" });
    expect(accentTones(SHIPPED_ACCENT).light.fill).to.equal(SHIPPED_ACCENT);
  });

  it("is darkened on light pages and lightened on dark ones where it can't be read", () => {
    expect(contrast("#ffd43b", "#ffffff")).to.be.below(3);
    expect(contrast(accentTones("#ffd43b").light.fill, "#ffffff")).to.be.within(3, 4);
    expect(contrast(accentTones("#001f3f").dark.fill, "#262626")).to.be.within(3, 4);
  });

  it("has tones that meet WCAG in both colour schemes, whatever the colour", () => {
    fc.assert(
      fc.property(colour, (accent) => {
        const tones = accentTones(accent);
        for (const scheme of ["light", "dark"] as const) {
          const { fill, onFill, fillHover } = tones[scheme];
          for (const page of PAGES[scheme]) expect(contrast(fill, page)).to.be.at.least(3);
          expect(contrast(onFill, fill)).to.be.at.least(4.5);
          expect(contrast(onFill, fillHover)).to.be.at.least(4.5);
        }
      }),
    );
  });

  it("measures contrast as WCAG does", () => {
    expect(contrast("#000000", "#ffffff")).to.equal(21);
    expect(contrast("#777777", "#ffffff")).to.be.closeTo(4.48, 0.01);
    expect(contrast("#ffffff", "#ffffff")).to.equal(1);
  });
});
