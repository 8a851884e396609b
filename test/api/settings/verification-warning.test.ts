import { expect } from "chai";
import { now } from "../../../src/lib/clock.js";
import { useWorld } from "../../support/app/world.js";

const ON = { "auth.email_verification": "1" };

describe("Turning verification of addresses on", () => {
  const world = useWorld();
  const asRoot = async (email_verified_at: number | null) =>
    world.api.as((await world.make.userWithToken({ role: "system_admin", email_verified_at })).token);
  const warningOf = (body: { data: { errors: Record<string, string[]> } }): string[] =>
    body.data.errors["confirm.auth.email_verification"]!;

  it("says how many accounts are asked, and is saved after the confirmation", async () => {
    const root = await asRoot(now());
    await world.make.user();
    await world.make.user();
    await world.make.user({ email_verified_at: now() });
    await world.make.user({ status: "banned" });
    const { body } = await root.patch("/settings", ON).expect(422);
    expect(warningOf(body)).to.deep.equal([
      "2 accounts have an unverified address. Until it is verified, they can't open any other page or sign in with the API.",
    ]);
    await root.patch("/settings", { ...ON, confirm: ["auth.email_verification"] }).expect(200);
    await root.patch("/settings", ON).expect(200); // nothing changes
  });

  it("says when one's own account is among them", async () => {
    const root = await asRoot(null);
    const { body } = await root.patch("/settings", ON).expect(422);
    expect(warningOf(body)[0]).to.match(/^Your own address isn't verified\./);
  });

  it("needs no confirmation when all addresses are verified", async () => {
    const root = await asRoot(now());
    await root.patch("/settings", ON).expect(200);
  });
});
