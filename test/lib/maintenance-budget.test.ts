import { expect } from "chai";
import { MaintenanceBudget } from "../../src/lib/maintenance-budget.js";

/** Uses the processor. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe("The budget of maintenance work", () => {
  it("sleeps between its batches, so that it takes only its share of the time", async () => {
    const budget = new MaintenanceBudget(Infinity, undefined, 1 / 4);
    const start = performance.now();
    for (let batch = 0; batch < 20; batch++) {
      work(1);
      await budget.pause();
    }
    // the last short sleeps can be missing
    expect(performance.now() - start).to.be.above(20 + 3 * 20 - 10);
  });

  it("doesn't sleep without a share, but lets other work run", async () => {
    const budget = new MaintenanceBudget();
    let hasRun = false;
    setImmediate(() => (hasRun = true));
    work(20);
    await budget.pause();
    expect(hasRun).to.equal(true);
  });

  it("ends its sleep when the process stops", async () => {
    const stopping = new AbortController();
    const budget = new MaintenanceBudget(Infinity, stopping.signal, 1e-6);
    work(10); // and so it would sleep for hours
    const pause = budget.pause();
    stopping.abort();
    await pause;
    expect(budget.isOver).to.equal(true);
    await budget.pause();
  });
});
