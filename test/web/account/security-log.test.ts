import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import type { ActivityEvent } from "../../../src/domain/audit/activities.js";
import { recordActivity } from "../../../src/domain/audit/record.js";
import type { User } from "../../../src/models/user.js";
import { textOf } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const LOG = "/user/security-log";

describe("The security log of an account", () => {
  const world = useWorld();

  const record = (event: ActivityEvent, actor: User, subject: User, ip = "203.0.113.7"): Promise<void> =>
    recordActivity(
      world.services.knex,
      { event, actorId: actor.id, subject: { type: "user", id: subject.id } },
      { ip, userAgent: null, traceId: uuidv7() },
    );

  it("shows what the account did and what others did to it, without their address", async () => {
    const { user, visitor } = await world.signedIn();
    const administrator = await world.make.user({ role: "admin" });
    const other = await world.make.user();
    await record("password_changed", user, user);
    await record("user_updated", administrator, user, "198.51.100.9");
    await record("token_revoked", other, other, "198.51.100.77");
    const text = textOf(await visitor.get(LOG));
    expect(text).to.contain("Password changed").and.contain("203.0.113.7");
    expect(text).to.contain("Account changed by an administrator").and.not.contain("198.51.100.9");
    expect(text).not.to.contain("198.51.100.77");
  });

  it("is filtered by kind of event", async () => {
    const { user, visitor } = await world.signedIn();
    await record("password_changed", user, user);
    const text = textOf(await visitor.get(`${LOG}?kind=account`));
    expect(text).to.contain("Password changed").and.contain("1 to 1 of 1").and.not.contain("Signed in ");
    expect(textOf(await visitor.get(`${LOG}?kind=access`))).to.contain("Nothing matches these filters.");
  });

  it("has pages, which keep the filter", async () => {
    const { user, visitor } = await world.signedIn();
    for (let index = 0; index < 16; index++) await record("password_changed", user, user);
    const { text } = await visitor.get(`${LOG}?kind=account`);
    expect(text).to.contain("1 to 15 of 16").and.contain(`href="${LOG}?kind=account&amp;page=2"`);
    expect(textOf(await visitor.get(`${LOG}?kind=account&page=2`))).to.contain("16 to 16 of 16");
  });

  it("has a choice of rows per page, which pages and filters keep", async () => {
    const { user, visitor } = await world.signedIn();
    for (let index = 0; index < 31; index++) await record("password_changed", user, user);
    const { text: first } = await visitor.get(`${LOG}?kind=account`);
    expect(first).to.contain(`href="${LOG}?kind=account&amp;per_page=30">30</a>`);
    const { text } = await visitor.get(`${LOG}?kind=account&per_page=30`);
    expect(text)
      .to.contain("1 to 30 of 31")
      .and.contain(`href="${LOG}?kind=account&amp;page=2&amp;per_page=30"`)
      .and.contain('<input type="hidden" name="per_page" value="30">')
      .and.contain(`href="${LOG}?per_page=30">Clear filters`);
    expect(textOf(await visitor.get(`${LOG}?kind=account&per_page=25`))).to.contain("1 to 15 of 31");
  });

  it("reports an unknown kind and shows everything", async () => {
    const { visitor } = await world.signedIn();
    const answer = await visitor.get(`${LOG}?kind=constructor`);
    expect(answer.text).to.contain('id="filter-kind-error"');
    expect(textOf(answer)).to.contain("1 to 1 of 1");
  });

  it("redirects guests to sign in", async () => {
    expect((await world.visitor().get(LOG)).headers["location"]).to.match(/^\/login/);
  });
});
