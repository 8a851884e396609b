import { expect } from "chai";
import { registration } from "../../support/app/factories.js";
import { useWorld } from "../../support/app/world.js";

describe("POST /auth/register while addresses must be verified", () => {
  const world = useWorld();

  it("H27: takes equally long for a taken and for a new address", async () => {
    await world.services.settings.write({ "auth.email_verification": "1" });
    const { email } = await world.make.user();
    const durations: Record<"fresh" | "taken", number[]> = { fresh: [], taken: [] };
    for (let round = 0; round < 9; round++)
      for (const kind of ["fresh", "taken"] as const) {
        const started = performance.now();
        await world.api.post("/auth/register", registration(kind === "taken" ? { email } : {})).expect(201);
        durations[kind].push(performance.now() - started);
      }
    const median = (values: number[]): number => values.sort((a, b) => a - b)[4]!;
    const [fresh, taken] = [median(durations.fresh), median(durations.taken)];
    expect(Math.min(...durations.fresh, ...durations.taken)).to.be.at.least(100);
    expect(Math.abs(fresh - taken)).to.be.below(20);
  });
});
