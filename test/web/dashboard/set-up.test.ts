import { expect } from "chai";
import { now } from "../../../src/lib/clock.js";
import { recordActivity } from "../../../src/domain/audit/record.js";
import { makeClient } from "../../support/oauth/oauth.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

describe("The set-up guide of the dashboard", () => {
  const world = useWorld();
  const guide = async (visitor: Visitor): Promise<string> =>
    /Set up your service.*?Don't show again/.exec(textOf(await visitor.get("/dashboard")))?.[0] ?? "";
  const root = async (): Promise<Visitor> =>
    (await world.signedIn(await world.make.user({ role: "system_admin" }))).visitor;

  it("counts what is done, and links to where the rest is done", async () => {
    const visitor = await root();
    const { text } = await visitor.get("/dashboard");
    const before = await guide(visitor);
    expect(before).to.match(/^Set up your service \d of 6 done/);
    const done = Number(/(\d) of 6/.exec(before)![1]);
    for (const to of [
      ...["/admin/settings/mail", "/admin/settings/security#auth_email_verification"],
      ...["/admin/settings/branding", "/admin/users/create", "/admin/api-clients/create"],
    ]) {
      expect(text).to.contain(`href="${to}"`);
      expect((await visitor.get(to)).status, to).to.equal(200);
    }
    await makeClient(world);
    await world.make.user({ role: "system_admin" });
    expect(await guide(visitor)).to.contain(`${done + 2} of 6 done`);
  });

  it("ends when all is done", async () => {
    const visitor = await root();
    await makeClient(world);
    await world.make.user({ role: "system_admin" });
    const { knex, settings } = world.services;
    const origin = { ip: "192.0.2.1", userAgent: null, traceId: "018f6c2e-4b7a-7c1d-9e53-2a7f0b6d8c41" };
    await recordActivity(knex, { event: "backup_created", actorId: null, changes: {} }, origin);
    await knex("users").update({ email_verified_at: now() });
    await settings.write({
      "auth.email_verification": "1",
      "branding.name": "Harbour",
      "branding.logo_light": `${"0".repeat(32)}.png`,
    });
    await settings.write({ "mail.override": "1", "mail.host": "smtp.example.test" });
    expect(await guide(visitor)).to.equal("");
  });

  it("is dismissed for everyone, and can be shown again in the settings", async () => {
    const [visitor, other] = [await root(), await root()];
    await guide(visitor);
    expect((await visitor.submit("/dashboard/set-up")).headers["location"]).to.equal("/dashboard");
    expect(await guide(visitor)).to.equal("");
    expect(await guide(other)).to.equal("");
    await other.get("/admin/settings/general");
    await other.put("/admin/settings/general", { general_setup_guide: "1" });
    expect(await guide(visitor)).to.contain("of 6 done");
  });

  it("shows only what the user can do, and nothing without settings.update", async () => {
    const role = await world.make.role("mail-admin", 3, [
      "dashboard.read",
      "settings.read",
      "settings.update",
    ]);
    const { visitor } = await world.signedIn(await world.make.user({ role: role.name }));
    expect(await guide(visitor))
      .to.contain("of 3 done")
      .and.not.contain("Second administrator");
    const reader = await world.signedIn(await world.make.user({ role: "admin" }));
    expect(await guide(reader.visitor)).to.equal("");
    await reader.visitor.get("/dashboard");
    expect((await reader.visitor.submit("/dashboard/set-up")).status).to.equal(403);
  });
});
