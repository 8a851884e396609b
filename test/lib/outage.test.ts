import { expect } from "chai";
import { SECOND, setClock } from "../../src/lib/clock.js";
import { Outage } from "../../src/lib/telemetry/outage.js";
import { memoryLog } from "../support/app/log.js";

describe("The report of an outage", () => {
  let time = 0;
  beforeEach(() => setClock(() => time));
  afterEach(() => setClock());

  const reported = () => {
    const { logger, lines } = memoryLog();
    const outage = new Outage(logger, "the database", "Start it.", 5 * SECOND);
    return { outage, messages: () => lines.map(({ msg }) => msg) };
  };

  it("is one sentence, however many errors follow, and another one when the server answers again", () => {
    const { outage, messages } = reported();
    outage.answered();
    for (let errors = 0; errors < 100; errors++) outage.failed("connect ECONNREFUSED\n    at Socket");
    expect(messages()).to.deep.equal(["the database isn't available: connect ECONNREFUSED. Start it."]);
    time += 5 * SECOND;
    outage.answered();
    outage.answered();
    expect(messages().slice(1)).to.deep.equal(["the database is available again"]);
    outage.failed("connect ETIMEDOUT");
    expect(messages().slice(2)).to.deep.equal(["the database isn't available: connect ETIMEDOUT. Start it."]);
  });

  it("isn't repeated while some connections are accepted and others refused", () => {
    const { outage, messages } = reported();
    for (let seconds = 0; seconds < 60; seconds++) {
      outage.failed("Too many connections.");
      time += SECOND;
      outage.answered();
    }
    expect(messages()).to.have.length(1);
  });
});
