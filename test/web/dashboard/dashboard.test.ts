import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import type { ActivityEvent } from "../../../src/domain/audit/activities.js";
import { recordActivity } from "../../../src/domain/audit/record.js";
import { DAY, HOUR, MINUTE, now } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import { queriesDuring } from "../../support/app/queries.js";
import { textOf } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { PRODUCT_NAME } from "../../../src/config/product.js";

interface Bar {
  signIns: number;
  failures: number;
}

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

  it("counts active sessions and tokens", async () => {
    const user = await world.make.user();
    await world.make.token(user, { name: "old", expiresAt: now() + HOUR });
    await dashboardOf(user);
    world.advance(13 * HOUR); // the earlier session and token have ended
    await world.make.token(user, { name: "revoked", expiresAt: now() + HOUR });
    await world.services
      .knex("personal_access_tokens")
      .where({ name: "revoked" })
      .update({ revoked_at: now() });
    await world.make.token(user, { name: "new", expiresAt: now() + HOUR });
    await world.make.token(await world.make.user(), { expiresAt: now() + HOUR });
    const text = await dashboardOf(user);
    expect(text).to.contain("Sessions 1 Access tokens 1 Last sign-in");
  });

  it("shows the last sign-in besides the one of this session", async () => {
    const user = await world.make.user();
    const from = async (ip: string) => {
      world.advance(HOUR);
      const visitor = Object.assign(world.visitor(), { ip });
      await visitor.signIn(user);
      return visitor;
    };
    const first = await from("192.0.2.1");
    expect(textOf(await first.get("/dashboard"))).to.contain("Last sign-in No earlier sign-in recorded");
    const second = await from("192.0.2.2");
    expect(textOf(await second.get("/dashboard"))).to.contain("Last sign-in 1 hour ago from 192.0.2.1");
    expect(textOf(await first.get("/dashboard"))).to.contain("from 192.0.2.2");
  });

  it("shows the ten latest events of the account, newest first", async () => {
    const user = await world.make.user();
    for (let minute = 0; minute < 12; minute++) {
      world.advance(MINUTE);
      await record(minute < 2 ? "password_changed" : "token_created", { actorId: user.id });
    }
    world.advance(MINUTE);
    const text = await dashboardOf(user);
    expect(text.match(/Access token created/g)).to.have.length(9);
    expect(text).not.to.contain("Password changed");
    expect(text.indexOf("Signed in")).to.be.below(text.indexOf("Access token created"));
  });

  it("shows what others did to the account, without their address", async () => {
    const user = await world.make.user();
    const administrator = await world.make.user({ role: "admin" });
    await record("user_updated", { actorId: administrator.id, subjectId: user.id, ip: "198.51.100.9" });
    const text = await dashboardOf(user);
    expect(text).to.contain("Account changed by an administrator").and.not.contain("198.51.100.9");
  });

  it("shows what the account did to others, with its address", async () => {
    const user = await world.make.user();
    await world.make.role("editor", 5, ["dashboard.read", "users.update"]);
    const editor = await world.make.user({ role: "editor" });
    await record("user_updated", { actorId: editor.id, subjectId: user.id, ip: "198.51.100.9" });
    const text = await dashboardOf(editor);
    expect(text).to.contain("Account changed on another account").and.contain("198.51.100.9");
  });

  it("shows an unknown event by its key", async () => {
    const user = await world.make.user();
    await record("something_new", { actorId: user.id });
    expect(await dashboardOf(user)).to.contain("something new");
  });

  it("runs few statements with any number of events", async () => {
    const { user, visitor } = await world.signedIn();
    for (let index = 0; index < 20; index++) await record("token_created", { actorId: user.id });
    const statements = await queriesDuring(world.services.knex, () => visitor.get("/dashboard"));
    expect(statements.length, statements.join("\n")).to.be.at.most(6);
  });

  it("shows nothing about other accounts", async () => {
    const other = await world.make.user();
    await record("token_revoked", { actorId: other.id, subjectId: other.id, ip: "198.51.100.77" });
    expect(await dashboardOf(await world.make.user())).not.to.contain("198.51.100.77");
  });

  describe("shows the reader's permissions", () => {
    it("as text, with the names of the roles", async () => {
      const text = await dashboardOf(await world.make.user({ role: "admin" }));
      expect(text).to.contain(
        "Your permissions Your role: Administrator Users View, Create, Edit, Delete Roles View",
      );
      const both = await world.make.user({ role: "admin" });
      await world.make.giveRole(both, "user");
      expect(await dashboardOf(both)).to.contain("Your roles: Administrator, User");
    });

    it("with a message when there are none", async () => {
      const text = await dashboardOf(await world.make.user());
      expect(text).to.contain("Your role: User Only your own account.");
    });
  });

  describe("shows administrators", () => {
    let minute = 0;
    // figures are cached for a minute, also between tests
    beforeEach(() => world.advance((minute += 2) * MINUTE));

    const holder = async (permissions: string[], rank = 2): Promise<User> => {
      const name = `role-${rank}-${Math.random()}`;
      await world.make.role(name, rank, ["dashboard.read", ...permissions]);
      return world.make.user({ role: name });
    };
    const root = () => world.make.user({ role: "system_admin" });

    async function page(user: User): Promise<{ html: string; text: string; bars: Bar[] }> {
      const visitor = world.visitor();
      await visitor.signIn(user);
      const answer = await visitor.get("/dashboard");
      const heights = (kind: string): number[] =>
        [...answer.text.matchAll(new RegExp(`<rect class="chart-${kind}" [^>]* height="(\\d+)"`, "g"))].map(
          ([, height]) => Number(height),
        );
      const failures = heights("failed");
      const bars = heights("good").map((signIns, day) => ({ signIns, failures: failures[day]! }));
      return { html: answer.text, text: textOf(answer), bars };
    }

    it("accounts by status, within their rank, with links to the lists", async () => {
      for (const status of ["active", "inactive", "banned", "banned"]) await world.make.user({ status });
      await world.make.user({ role: "admin", status: "banned" });
      const gone = await world.make.user({ status: "banned" });
      await world.services.knex("users").where({ id: gone.id }).update({ deleted_at: now() });
      const low = await page(await holder(["users.read"], 3));
      expect(low.text).to.contain("Accounts 5 Active 2 Inactive 1 Banned 2 All accounts");
      expect(low.html).to.contain('href="/admin/users?status=banned"').and.not.contain("chart");
      const high = await page(await holder(["users.read"], 2));
      expect(high.text).to.contain("Accounts 7 Active 3 Inactive 1 Banned 3");
    });

    it("accounts with an undefined status", async () => {
      await world.make.user({ status: "on_leave" });
      expect((await page(await root())).text).to.contain("on_leave 1");
    });

    it("sign-ins of thirty days, within their rank, by day in UTC", async () => {
      const [user, above] = [await world.make.user(), await root()];
      const day = (ago: number) => now() - (now() % DAY) - ago * DAY;
      const put = async (event: string, actor: User, at: number): Promise<void> => {
        await record(event, { actorId: actor.id, subjectId: actor.id });
        await world.services.knex("activity_log").whereNotIn("created_at", placed).update({ created_at: at });
        placed.push(at);
      };
      const placed: number[] = [];
      await put("login", user, day(29));
      await put("login", user, day(29) + 1);
      await put("two_factor_failed", user, day(28) - 1);
      await put("login", user, day(29) - 1); // a day too old
      await put("login_failed", above, day(3));
      await put("login", above, day(3) + 1);
      const reader = await holder(["activity-logs.read"], 2);
      const { bars, html, text } = await page(reader);
      expect(bars).to.have.length(30);
      expect(bars[0]).to.deep.equal({ signIns: 2, failures: 1 });
      expect(bars[26]).to.deep.equal({ signIns: 0, failures: 0 });
      expect(bars[29]!.signIns).to.equal(1); // the reader's own sign-in
      expect(text).to.contain("Signed in 3 Failed 1");
      const date = new Date(day(29)).toISOString().slice(0, 10);
      expect(html).to.contain(`href="/admin/activity?from=${date}&amp;to=${date}"`);
      const all = await page(above);
      expect(all.bars[26]).to.deep.equal({ signIns: 1, failures: 1 });
    });

    it("the latest events with the names of actors and targets, within their rank", async () => {
      const [target, above] = [
        await world.make.user({ first_name: "Alan", last_name: "Turing" }),
        await world.make.user({ role: "system_admin", first_name: "Grace", last_name: "Hopper" }),
      ];
      const reader = await holder(["activity-logs.read"], 2);
      await record("user_updated", { actorId: reader.id, subjectId: target.id });
      await record("password_changed", { actorId: above.id, subjectId: above.id });
      const { html, text } = await page(reader);
      expect(text).to.match(/Latest events .*Account changed Ada Lovelace \S+ Alan Turing/);
      expect(text).not.to.contain("Grace Hopper");
      expect(text).to.contain("All events").and.not.contain("Recent activity");
      expect(html).to.match(/href="\/admin\/activity\/[0-9a-f-]{36}"/);
      expect((await page(above)).text).to.contain("Grace Hopper");
    });

    it("the state of mails and database, the versions and the uptime", async () => {
      const { knex } = world.services;
      const mail = { kind: "test", available_at: 0, created_at: 0 };
      for (const [status, count] of [
        ["queued", 1],
        ["failed", 2],
        ["sent", 3],
      ] as const)
        for (let row = 0; row < count; row++) await knex("mails").insert({ ...mail, id: uuidv7(), status });
      const { text } = await page(await holder(["settings.read"]));
      expect(text).to.contain("Email 1 queued 2 failed in the last week");
      expect(text).to.match(/Database (SQLite|MariaDB|MySQL) [\d.]+, [\d.]+ MB Up to date/);
      expect(text)
        .to.contain(`on Node.js ${process.versions.node}`)
        .and.match(new RegExp(`${PRODUCT_NAME} \\d+\\.\\d+\\.\\d+ on`));
    });

    it("missing migrations", async () => {
      const { knex } = world.services;
      const last = (await knex("migrations").orderBy("id", "desc").first()) as { id: number };
      await knex("migrations").where({ id: last.id }).del();
      try {
        expect((await page(await holder(["settings.read"]))).text).to.contain(
          "Migrations are pending: run “migrate”.",
        );
      } finally {
        await knex("migrations").insert(last);
      }
    });

    it("figures cached for a minute, with their time", async () => {
      const reader = await holder(["users.read"], 3);
      const before = await page(reader);
      expect(before.text)
        .to.contain("Accounts 1 Active 1")
        .and.match(/Counted .+; refreshed every minute\./);
      await world.make.user();
      world.advance(59 * 1000);
      expect((await page(reader)).text).to.contain("Accounts 1 Active 1");
      world.advance(1000);
      expect((await page(reader)).text).to.contain("Accounts 2 Active 2");
    });

    it("no figures that were cached for a reader of another rank", async () => {
      await root();
      const low = await holder(["users.read"], 9);
      expect((await page(await root())).text).to.contain("Accounts 3");
      expect((await page(low)).text).to.contain("Accounts 1");
    });

    it("nothing without the permissions, without querying it", async () => {
      const user = await world.make.user();
      const { html, text } = await page(user);
      expect(text).not.to.contain("The service");
      expect(html).not.to.contain("chart");
    });

    it("a chart with a scale and the figures of each day, without a script", async () => {
      const { html } = await page(await root());
      expect(html).to.match(/<div class="chart" role="img" aria-label="Bar chart: 1 sign-ins and 0 failed/);
      expect(html).to.match(/<title>[^<]+: Signed in 1, Failed 0<\/title>/);
      expect(html.match(/<script /g), "those of every page").to.have.length(2);
    });
  });

  it("returns 403 without the permission", async () => {
    const visitor = world.visitor();
    await visitor.signIn(await world.make.user({ role: null }));
    expect((await visitor.get("/dashboard")).status).to.equal(403);
  });
});
