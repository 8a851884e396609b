import { expect } from "chai";
import { checkClock } from "../../../src/domain/upkeep/clock-check.js";
import { clockSkew } from "../../../src/database/clock-skew.js";
import { isSqlite } from "../../../src/database/table.js";
import { MINUTE, SECOND, setClock } from "../../../src/lib/clock.js";
import { MEASURED } from "../../support/app/config.js";
import { useWorld } from "../../support/app/world.js";

describe("The clock of a machine", () => {
  const world = useWorld(MEASURED);
  before(function () {
    if (isSqlite(world.services.knex)) this.skip(); // has the clock of the machine
  });
  const warnings = () => world.logs.filter(({ msg }) => /clock of this machine/.test(String(msg)));
  const gauge = async (): Promise<number> => {
    const metrics = await world.services.metrics.registry.metrics();
    return Number(/^authdock_clock_skew_seconds (\S+)$/m.exec(metrics)![1]);
  };

  it("is accepted while it is the database's", async () => {
    expect(Math.abs((await clockSkew(world.services.knex))!)).to.be.below(SECOND);
    await checkClock(world.services);
    expect(warnings()).to.deep.equal([]);
    expect(Math.abs(await gauge())).to.be.below(1);
  });

  for (const [how, ms] of [
    ["ahead", MINUTE],
    ["behind", -MINUTE],
  ] as const)
    it(`is warned of and measured when it is ${how}`, async () => {
      setClock(() => Date.now() + ms);
      await checkClock(world.services);
      expect(warnings().map(({ seconds }) => seconds)).to.deep.equal([ms / SECOND]);
      expect(await gauge()).to.be.closeTo(ms / SECOND, 1);
    });
});
