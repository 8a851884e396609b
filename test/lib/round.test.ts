import { expect } from "chai";
import { Round } from "../../src/lib/round.js";

/** Uses the processor. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe("A round of housekeeping", () => {
  it("rests between its batches, so that it takes only its share of the time", async () => {
    const round = new Round(Infinity, undefined, 1 / 4);
    const start = performance.now();
    for (let batch = 0; batch < 20; batch++) {
      work(1);
      await round.pause();
    }
    // the last short rests can be missing
    expect(performance.now() - start).to.be.above(20 + 3 * 20 - 10);
  });

  it("doesn't rest without a share, but lets other work run", async () => {
    const round = new Round();
    let hasRun = false;
    setImmediate(() => (hasRun = true));
    work(20);
    await round.pause();
    expect(hasRun).to.equal(true);
  });

  it("ends its rest when the process stops", async () => {
    const stopping = new AbortController();
    const round = new Round(Infinity, stopping.signal, 1e-6);
    work(10); // and so it would rest for hours
    const pause = round.pause();
    stopping.abort();
    await pause;
    expect(round.isOver).to.equal(true);
    await round.pause();
  });
});
