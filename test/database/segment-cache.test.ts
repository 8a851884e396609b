import { expect } from "chai";
import { SegmentCache } from "../../src/database/list-index/segment-cache.js";

describe("The cache of what was decoded of segments", () => {
  const [one, other] = [{ stamp: 1 }, { stamp: 2 }];

  it("has a value for each segment and what was decoded of it", () => {
    const cache = new SegmentCache<string>(9);
    expect(cache.set(one, "a", "of one")).to.equal("of one");
    cache.set(other, "a", "of the other");
    expect([cache.get(one, "a"), cache.get(other, "a")]).to.deep.equal(["of one", "of the other"]);
    expect(cache.get(one, "b")).to.equal(undefined);
  });

  it("forgets the values that weren't used for the longest time", () => {
    const cache = new SegmentCache<string>(2);
    cache.set(one, "a", "A");
    cache.set(one, "b", "B");
    cache.get(one, "a");
    cache.set(one, "c", "C");
    expect(["a", "b", "c"].map((what) => cache.get(one, what))).to.deep.equal(["A", undefined, "C"]);
  });
});
