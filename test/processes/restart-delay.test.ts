import { expect } from "chai";
import { MINUTE, setClock } from "../../src/lib/clock.js";
import { RestartDelay } from "../../src/processes/restart-delay.js";

describe("The delay before a process that exited is replaced", () => {
  let time: number;
  let delay: RestartDelay;
  beforeEach(() => {
    time = 0;
    setClock(() => time);
    delay = new RestartDelay();
  });

  function delayAfter(livedMs: number): number {
    const process = {};
    delay.started(process);
    time += livedMs;
    return delay.afterExitOf(process);
  }

  it("doubles from a second to half a minute while processes exit within a minute", () => {
    const delays = Array.from({ length: 7 }, () => delayAfter(MINUTE - 1));
    expect(delays).to.deep.equal([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it("is a second again after a process that ran for a minute", () => {
    delayAfter(0);
    delayAfter(0);
    expect(delayAfter(MINUTE)).to.equal(1000);
    expect(delayAfter(0)).to.equal(2000);
  });
});
