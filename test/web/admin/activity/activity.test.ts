import { expect } from "chai";
import { v4 as uuidv4, v7 as uuidv7 } from "uuid";
import { ACTIVITY_EVENTS } from "../../../../src/domain/audit/activities.js";
import { DAY, MINUTE } from "../../../../src/lib/clock.js";
import type { User } from "../../../../src/models/user.js";
import { about, activityLog, idsOn, linkOn, LIST, PHONE, query } from "../../../support/app/activity-log.js";
import { queriesDuring } from "../../../support/app/queries.js";
import { textOf } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";

describe("The audit log", () => {
  const world = useWorld();
  const { record, holder, reader } = activityLog(world);

  describe("lists", () => {
    it("actor, event, target, source and time, newest first", async () => {
      const [grace, ada] = [
        await world.make.user({ first_name: "Grace", last_name: "Hopper", email: "grace@example.test" }),
        await world.make.user({ email: "ada@example.test" }),
      ];
      const { visitor } = await reader();
      const first = await record("login", { actorId: grace.id, ...about(grace) }, { userAgent: PHONE });
      const second = await record("user_updated", {
        actorId: grace.id,
        ...about(ada),
        changes: {
          before: { status: "active", first_name: "A" },
          after: { status: "banned", first_name: "B" },
        },
      });
      const answer = await visitor.get(LIST);
      expect(answer.status).to.equal(200);
      expect(idsOn(answer)).to.deep.equal([second, first]);
      const said = textOf(answer);
      expect(said).to.match(
        /Account changed Status, First name Grace Hopper grace@example\.test Ada Lovelace ada@example\.test 203\.0\.113\.7/,
      );
      expect(said).to.match(/Signed in Grace Hopper \S+ Own account 203\.0\.113\.7 Safari on iOS/);
    });

    it("events without an account, and commands on the server", async () => {
      const { visitor } = await reader();
      await record("login_failed", { changes: { email: "nobody@example.test" } });
      await record("settings_changed", { changes: { before: {}, after: {} } }, { ip: "cli" });
      const said = textOf(await visitor.get(LIST));
      expect(said).to.contain("Sign-in failed Not signed in as nobody@example.test");
      expect(said).to.contain("Settings changed Command line");
    });

    it("targets by name, even when they are deleted", async () => {
      const user = await world.make.user();
      const token = { type: "personal_access_token", id: uuidv7() };
      const role = await world.make.role("editors", 5, []);
      const { visitor } = await reader();
      await record("token_created", {
        actorId: user.id,
        ownerId: user.id,
        subject: token,
        changes: { name: "nightly" },
      });
      await record("role_created", about(role, "role"));
      await record("client_deleted", {
        subject: { type: "oauth_client", id: uuidv7() },
        changes: { name: "Shop" },
      });
      const said = textOf(await visitor.get(LIST));
      expect(said)
        .to.contain("nightly Access token")
        .and.contain("editors Role")
        .and.contain("Shop Application");
    });

    it("deleted and anonymised people", async () => {
      const user = await world.make.user({ first_name: "Grace" });
      await record("login", { actorId: user.id, ...about(user) });
      const { knex } = world.services;
      await knex("users").where({ id: user.id }).update({ deleted_at: Date.now() });
      const { visitor } = await reader();
      expect(textOf(await visitor.get(LIST))).to.contain("Grace Lovelace deleted");
      const entry = idsOn(await visitor.get(LIST)).at(-1)!;
      const detail = await visitor.get(`${LIST}/${entry}`);
      expect(textOf(detail)).to.contain("Grace Lovelace deleted");
      expect(detail.text).not.to.contain(`/admin/users/${user.id}`);
    });

    it("an unknown event by its key", async () => {
      const { visitor } = await reader();
      await record("something_new");
      expect(textOf(await visitor.get(LIST))).to.contain("something new");
    });

    it("pages forwards and backwards, each entry once, even with equal timestamps", async () => {
      const user = await world.make.user();
      const { visitor } = await reader();
      const ids: string[] = [];
      for (let row = 0; row < 40; row++) ids.unshift(await record("logout", { actorId: user.id }));
      const { knex } = world.services;
      await knex("activity_log").update({ created_at: Date.UTC(2026, 4, 4) }); // ties are broken by id
      const pages: string[][] = [];
      let answer = await visitor.get(LIST);
      for (pages.push(idsOn(answer)); linkOn(answer, "next"); pages.push(idsOn(answer)))
        answer = await visitor.get(linkOn(answer, "next"));
      expect(pages.map((page) => page.length)).to.deep.equal([15, 15, 10]);
      expect(pages.flat()).to.deep.equal([...ids].sort().reverse());
      answer = await visitor.get(linkOn(answer, "prev"));
      expect(idsOn(answer)).to.deep.equal(pages[1]);
      answer = await visitor.get(linkOn(answer, "prev"));
      expect(idsOn(answer)).to.deep.equal(pages[0]);
      // paging past the newest entries shows the newest page
      const top = await visitor.get(linkOn(await visitor.get(linkOn(answer, "next")), "prev"));
      expect(idsOn(top)).to.deep.equal(pages[0]);
      expect(linkOn(top, "prev")).to.equal("");
    });

    it("as many rows per page as chosen, which pages, filters and the export keep", async () => {
      const user = await world.make.user();
      const { visitor } = await reader();
      for (let row = 0; row < 35; row++) await record("logout", { actorId: user.id });
      const first = await visitor.get(`${LIST}?event=logout`);
      expect(idsOn(first)).to.have.length(15);
      expect(first.text).to.contain(`href="${LIST}?event=logout" aria-current="true">15</a>`);
      const older = await visitor.get(linkOn(first, "next"));
      expect(older.text).to.contain(`href="${LIST}?event=logout&amp;per_page=30">30</a>`);
      const chosen = await visitor.get(`${LIST}?event=logout&per_page=30`);
      expect(idsOn(chosen)).to.have.length(30);
      expect(linkOn(chosen, "next")).to.contain("event=logout&per_page=30&older=");
      expect(chosen.text)
        .to.contain('<input type="hidden" name="per_page" value="30">')
        .and.contain(`href="${LIST}/export?event=logout&amp;per_page=30"`)
        .and.contain(`href="${LIST}?per_page=30">Clear filters`);
      const last = await visitor.get(linkOn(chosen, "next"));
      expect(idsOn(last)).to.have.length(5);
      expect(last.text).to.contain(`href="${LIST}?event=logout&amp;per_page=30">Newest`);
      const { text: file } = await visitor.get(`${LIST}/export?event=logout&per_page=30`);
      expect(file.trim().split("\r\n")).to.have.length(36);
    });

    it("no choice of rows per page when the smallest shows all rows, and the default for an unknown number", async () => {
      const user = await world.make.user();
      const { visitor } = await reader();
      for (let row = 0; row < 15; row++) await record("logout", { actorId: user.id });
      expect(textOf(await visitor.get(`${LIST}?per_page=30`))).not.to.contain("Rows per page");
      await record("logout", { actorId: user.id });
      for (const wrong of ["1", "25", "1000", "x"])
        expect(idsOn(await visitor.get(`${LIST}?per_page=${wrong}`)), wrong).to.have.length(15);
      const all = await visitor.get(`${LIST}?per_page=30`);
      expect(textOf(all)).to.contain("16 events Rows per page");
      expect(linkOn(all, "next") + linkOn(all, "prev")).to.equal("");
    });

    it("entries with few statements and without counting, however many there are", async () => {
      const people = await Promise.all([1, 2, 3].map(() => world.make.user()));
      const { visitor } = await reader(await holder(["activity-logs.read"], 2));
      for (const user of people) await record("user_updated", { actorId: user.id, ...about(user) });
      const statements = await queriesDuring(world.services.knex, () => visitor.get(LIST));
      expect(statements.length, statements.join("\n")).to.be.at.most(5);
      expect(statements.join("\n")).not.to.match(/count\(/i);
    });

    it("a message when there are no entries or no matches, also in Turkish", async () => {
      const { user, visitor } = await reader();
      expect(textOf(await visitor.get(LIST))).to.contain("No activity yet");
      expect(textOf(await visitor.get(`${LIST}?event=logout`))).to.contain("Nothing matches these filters.");
      await world.services.knex("users").where({ id: user.id }).update({ locale: "tr" });
      expect(textOf(await visitor.get(LIST))).to.contain("Henüz etkinlik yok");
    });
  });

  describe("is filtered", () => {
    const find = async (filters: Record<string, string>, user?: User): Promise<string[]> => {
      const { visitor } = await reader(user);
      const answer = await visitor.get(LIST + query(filters));
      expect(answer.status, JSON.stringify(filters)).to.equal(200);
      return idsOn(answer);
    };

    it("by actor: name, address or id, in any case", async () => {
      const grace = await world.make.user({
        first_name: "Grace",
        last_name: "Hopper",
        email: "g@example.test",
      });
      const ada = await world.make.user();
      const done = await record("logout", { actorId: grace.id });
      await record("user_updated", { actorId: ada.id, ...about(grace) });
      for (const actor of ["HOPPER", "grace hop", "g@example.test", grace.id])
        expect(await find({ actor }), actor).to.deep.equal([done]);
      expect(await find({ actor: "nobody of this name" })).to.deep.equal([]);
    });

    it("by target, including what belongs to a person", async () => {
      const grace = await world.make.user({ first_name: "Grace", last_name: "Hopper" });
      const ada = await world.make.user();
      const token = { type: "personal_access_token", id: uuidv7() };
      const changed = await record("user_updated", { actorId: ada.id, ...about(grace) });
      const revoked = await record("token_revoked", { actorId: ada.id, subject: token, ownerId: grace.id });
      const failed = await record("login_failed", { ownerId: grace.id, changes: { email: grace.email } });
      await record("logout", { actorId: grace.id });
      await record("user_updated", { actorId: grace.id, ...about(ada) });
      expect(await find({ subject: "hopper" })).to.deep.equal([failed, revoked, changed]);
      expect(await find({ subject: token.id })).to.deep.equal([revoked]);
      expect(await find({ subject: grace.id, subject_type: "user" })).to.deep.equal([changed]);
      expect(await find({ subject_type: "personal_access_token" })).to.deep.equal([revoked]);
      expect(await find({ subject: "hopper", actor: ada.id })).to.deep.equal([revoked, changed]);
    });

    it("by event, with all known events in groups", async () => {
      const done = await record("avatar_changed");
      await record("logout");
      expect(await find({ event: "avatar_changed" })).to.deep.equal([done]);
      const { visitor } = await reader();
      const { text } = await visitor.get(LIST);
      for (const event of Object.values(ACTIVITY_EVENTS).flat())
        expect(text, event).to.match(new RegExp(`<option value="${event}">[A-Z]`));
      expect(text).to.contain('<optgroup label="Sign-in">');
    });

    it("by days in UTC, both included", async () => {
      const rows: Record<string, string> = {};
      for (const time of [
        "2026-05-03T23:59:59.999",
        "2026-05-04T00:00:00.000",
        "2026-05-05T23:59:59.999",
        "2026-05-06T00:00:00.000",
      ]) {
        rows[time] = await record("logout");
        await world.services
          .knex("activity_log")
          .where({ id: rows[time] })
          .update({ created_at: Date.parse(`${time}Z`) });
      }
      const [before, first, last, after] = Object.values(rows);
      expect(await find({ from: "2026-05-04", to: "2026-05-05" })).to.deep.equal([last, first]);
      expect(await find({ from: "2026-05-06" })).to.deep.equal([after]);
      expect(await find({ to: "2026-05-03" })).to.deep.equal([before]);
    });

    it("by client address and by trace id", async () => {
      const traceId = uuidv4();
      const v4 = await record("logout", {}, { ip: "198.51.100.9", traceId });
      const v6 = await record("logout", {}, { ip: "2001:db8::1" });
      expect(await find({ ip: "198.51.100.9" })).to.deep.equal([v4]);
      expect(await find({ ip: "2001:DB8::1" })).to.deep.equal([v6]);
      expect(await find({ trace_id: traceId.toUpperCase() })).to.deep.equal([v4]);
    });

    it("by several filters together, which the pages and the export keep", async () => {
      const user = await world.make.user();
      for (let row = 0; row < 20; row++) await record("logout", { actorId: user.id });
      const { visitor } = await reader();
      const answer = await visitor.get(LIST + query({ actor: user.id, event: "logout", ip: "203.0.113.7" }));
      expect(linkOn(answer, "next")).to.contain(`actor=${user.id}`).and.contain("event=logout");
      expect(idsOn(await visitor.get(linkOn(answer, "next")))).to.have.length(5);
      const wanted = `${LIST}/export?actor=${user.id}&amp;event=logout&amp;ip=203.0.113.7"`;
      expect(answer.text).to.contain(`href="${wanted}`);
    });

    it("by text, with literal wildcards, quotes and odd characters", async () => {
      const odd = await world.make.user({ first_name: "50%", last_name: "o'snake_zone" });
      const done = await record("logout", { actorId: odd.id });
      await record("logout", { actorId: (await world.make.user()).id });
      for (const actor of ["50%", "o'snake", "snake_z"])
        expect(await find({ actor }), actor).to.deep.equal([done]);
      for (const text of ["%%", "_____", "' or 1=1 --", "\\", "é\u0301😀", "x".repeat(5000)])
        for (const name of ["actor", "subject"])
          expect(await find({ [name]: text }), `${name} ${text}`).to.deep.equal([]);
    });

    const wrong: [filters: Record<string, string>, words: string][] = [
      [{ from: "2026-02-30" }, "Enter a date as YYYY-MM-DD, for example 2026-05-04."],
      [{ to: "yesterday" }, "Enter a date as YYYY-MM-DD, for example 2026-05-04."],
      [{ from: "2026-05-05", to: "2026-05-04" }, "Enter a date after the first one."],
      [{ ip: "203.0.113" }, "Enter an IP address."],
      [{ trace_id: "é" }, "Enter a trace ID, for example 018f6c2e-4b7a-4c1d-9e53-2a7f0b6d8c41."],
      [{ event: "fly" }, "Choose one of the options."],
      [{ subject_type: "users" }, "Choose one of the options."],
    ];
    for (const [filters, words] of wrong)
      it(`by invalid values with an explanation: ${JSON.stringify(filters)}`, async () => {
        await record("logout");
        const { visitor } = await reader();
        for (const path of [LIST, `${LIST}/export`]) {
          const answer = await visitor.get(path + query(filters));
          expect(answer.status).to.equal(422);
          expect(textOf(answer)).to.contain(words).and.contain("Correct the filters to see events.");
          expect(idsOn(answer)).to.be.empty;
          expect(answer.text).to.contain('aria-invalid="true"').and.not.contain(`href="${LIST}/export`);
        }
      });

    it("by invalid values, which keep the rows per page", async () => {
      const { visitor } = await reader();
      for (const path of [LIST, `${LIST}/export`]) {
        const { text } = await visitor.get(`${path}?ip=here&per_page=50`);
        expect(text)
          .to.contain('<input type="hidden" name="per_page" value="50">')
          .and.contain(`href="${LIST}?per_page=50">Clear filters`);
      }
    });

    it("by a limited number of matching people", async () => {
      for (let count = 0; count < 26; count++) await world.make.user({ last_name: "Smith" });
      const { visitor } = await reader();
      const answer = await visitor.get(LIST + query({ actor: "smith" }));
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain("More than 25 people match.");
    });

    it("by an invalid cursor with an explanation", async () => {
      const done = await record("logout");
      for (const place of ["x", "1.2.3", `1.${"é".repeat(36)}`, `${"9".repeat(40)}.${uuidv7()}`])
        for (const name of ["older", "newer"])
          expect(await find({ [name]: place }), place).to.deep.equal([done]);
    });
  });

  it("by any day in the clock's range", async () => {
    const id = await record("logout");
    world.advance(399 * DAY + MINUTE);
    const { visitor } = await reader();
    expect(idsOn(await visitor.get(LIST))).to.deep.equal([id]);
  });
});
