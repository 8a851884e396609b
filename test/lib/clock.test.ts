import { expect } from "chai";
import fc from "fast-check";
import { DAY, toRfc3339 } from "../../src/lib/clock.js";

describe("A time in RFC 3339", () => {
  it("is the same as Date's, for every day and millisecond", () => {
    const first = Date.UTC(-1, 0, 1);
    const last = Date.UTC(12_000, 0, 1);
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (ms) => {
        expect(toRfc3339(ms)).to.equal(new Date(ms).toISOString());
      }),
      { examples: [[0], [-1], [1], [DAY], [DAY - 1], [-DAY], [Date.UTC(2024, 1, 29, 23, 59, 59, 999)]] },
    );
  });

  it("stays correct for more days than are kept", () => {
    for (let day = 0; day < 2500; day++)
      expect(toRfc3339(day * DAY)).to.equal(new Date(day * DAY).toISOString());
    expect(toRfc3339(1)).to.equal("1970-01-01T00:00:00.001Z");
  });

  it("leaves out the part of a millisecond, and is null for none", () => {
    expect(toRfc3339(1.9)).to.equal("1970-01-01T00:00:00.001Z");
    expect(toRfc3339(null)).to.equal(null);
  });

  it("can't be written for a number that isn't a time", () => {
    for (const wrong of [NaN, Infinity, 9e15]) expect(() => toRfc3339(wrong)).to.throw(RangeError);
  });
});
