import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { recordActivity, type ActivityEvent } from "../../src/domain/audit.js";
import { DAY, HOUR, MINUTE, now } from "../../src/lib/clock.js";
import { queriesDuring } from "../support/queries.js";
import { textOf } from "../support/web.js";
import { useWorld } from "../support/world.js";

describe("The dashboard", () => {
  const world = useWorld();

  const record = (
    event: string,
    { actorId, subjectId, ip = "203.0.113.7" }: { actorId: string | null; subjectId?: string; ip?: string },
  ): Promise<void> => {
    const subject = subjectId === undefined ? {} : { subject: { type: "user", id: subjectId } };
    const origin = { ip, userAgent: null, traceId: uuidv7() };
    return recordActivity(
      world.services.knex,
      { event: event as ActivityEvent, actorId, ...subject },
      origin,
    );
  };

  async function dashboardOf(user: { email: string }): Promise<string> {
    const visitor = world.visitor();
    await visitor.signIn(user);
    return textOf(await visitor.get("/dashboard"));
  }

  it("says how well the account is protected", async () => {
    const user = await world.make.user();
    world.travel(12 * DAY);
    const before = await dashboardOf(user);
    expect(before).to.contain("Off: your password alone opens your account.");
    expect(before).to.contain("Changed 12 days ago");
    expect(before).to.contain(`${user.email} · Not verified`);
    const visitor = world.visitor();
    await visitor.signIn(user);
    await world.make.twoFactor(user);
    await world.services.knex("users").where({ id: user.id }).update({ email_verified_at: now() });
    const after = textOf(await visitor.get("/dashboard"));
    expect(after).to.contain("On: signing in asks for a code, too.");
    expect(after).to.contain(`${user.email} · Verified`);
  });

  it("says when the password expires, where passwords do", async () => {
    const user = await world.make.user();
    await world.services.settings.write({ "auth.password_expiry_days": "30" });
    world.travel(MINUTE);
    expect(await dashboardOf(user)).to.contain("It expires in 29 days.");
    world.travel(29 * DAY);
    expect(await dashboardOf(user)).to.contain("It expires within a day.");
  });

  it("says nothing of the second factor while the service does not offer it", async () => {
    await world.services.settings.write({ "auth.two_factor": "0" });
    expect(await dashboardOf(await world.make.user())).not.to.contain("Two-factor");
  });

  it("counts the sessions and tokens that live", async () => {
    const user = await world.make.user();
    await world.make.token(user, { name: "old", expiresAt: now() + HOUR });
    await dashboardOf(user);
    world.travel(13 * HOUR); // the session and the token of before have ended
    await world.make.token(user, { name: "revoked", expiresAt: now() + HOUR });
    await world.services
      .knex("personal_access_tokens")
      .where({ name: "revoked" })
      .update({ revoked_at: now() });
    await world.make.token(user, { name: "new", expiresAt: now() + HOUR });
    await world.make.token(await world.make.user(), { expiresAt: now() + HOUR });
    const text = await dashboardOf(user);
    expect(text).to.contain("Browser sessions 1 Access tokens 1 Last sign-in");
  });

  it("shows the ten latest events of the account, the newest first", async () => {
    const user = await world.make.user();
    for (let minute = 0; minute < 12; minute++) {
      world.travel(MINUTE);
      await record(minute < 2 ? "password_changed" : "token_created", { actorId: user.id });
    }
    world.travel(MINUTE);
    const text = await dashboardOf(user);
    expect(text.match(/Access token created/g)).to.have.length(9);
    expect(text).not.to.contain("Password changed");
    expect(text.indexOf("Signed in")).to.be.below(text.indexOf("Access token created"));
  });

  it("tells what others did to the account, and not where they did it", async () => {
    const user = await world.make.user();
    const administrator = await world.make.user({ role: "admin" });
    await record("user_updated", { actorId: administrator.id, subjectId: user.id, ip: "198.51.100.9" });
    const text = await dashboardOf(user);
    expect(text).to.contain("Account changed by an administrator").and.not.contain("198.51.100.9");
    const own = await dashboardOf(administrator);
    expect(own).to.contain("Account changed on another account").and.contain("198.51.100.9");
  });

  it("shows an event that it has no words for under its own name", async () => {
    const user = await world.make.user();
    await record("something_new", { actorId: user.id });
    expect(await dashboardOf(user)).to.contain("something new");
  });

  it("asks the database little, whatever has happened", async () => {
    const { user, visitor } = await world.signedIn();
    for (let index = 0; index < 20; index++) await record("token_created", { actorId: user.id });
    const statements = await queriesDuring(world.services.knex, () => visitor.get("/dashboard"));
    expect(statements.length, statements.join("\n")).to.be.at.most(5);
  });

  it("shows nothing of other accounts", async () => {
    const other = await world.make.user();
    await record("token_revoked", { actorId: other.id, subjectId: other.id, ip: "198.51.100.77" });
    expect(await dashboardOf(await world.make.user())).not.to.contain("198.51.100.77");
  });

  it("is for people who may see it: without the permission 403", async () => {
    const visitor = world.visitor();
    await visitor.signIn(await world.make.user({ role: null }));
    expect((await visitor.get("/dashboard")).status).to.equal(403);
  });
});
