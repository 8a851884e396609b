import { expect } from "chai";
import { setClock } from "../../src/lib/clock.js";
import { TtlCache } from "../../src/lib/ttl-cache.js";

describe("A TtlCache", () => {
  let time = 1000;
  beforeEach(() => setClock(() => time));
  afterEach(() => setClock());

  it("computes a value once while it is fresh, also for concurrent callers", async () => {
    const cache = new TtlCache(60);
    let computed = 0;
    const compute = (): Promise<number> => Promise.resolve(++computed);
    const answers = await Promise.all([cache.get("a", compute), cache.get("a", compute)]);
    expect(answers).to.deep.equal([
      { value: 1, at: 1000 },
      { value: 1, at: 1000 },
    ]);
    time += 59;
    expect((await cache.get("a", compute)).value).to.equal(1);
    expect((await cache.get("b", compute)).value).to.equal(2);
    time += 1;
    expect(await cache.get("a", compute)).to.deep.equal({ value: 3, at: 1060 });
    time -= 500; // the clock is set back
    expect((await cache.get("a", compute)).value).to.equal(4);
  });

  it("doesn't keep a failure", async () => {
    const cache = new TtlCache(60);
    const failed = await cache
      .get("a", () => Promise.reject(new Error("gone")))
      .catch((error: Error) => error);
    expect(failed).to.be.an("error").with.property("message", "gone");
    expect((await cache.get("a", () => Promise.resolve(1))).value).to.equal(1);
  });
});
