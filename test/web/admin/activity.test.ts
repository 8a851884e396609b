import { expect } from "chai";
import type { Response } from "supertest";
import { v4 as uuidv4, v7 as uuidv7 } from "uuid";
import {
  ACTIVITY_EVENTS,
  recordActivity,
  type Activity,
  type ActivityEvent,
} from "../../../src/domain/audit.js";
import { DAY, MINUTE, SECOND } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import { csvRows } from "../../support/csv.js";
import { queriesDuring } from "../../support/queries.js";
import { textOf } from "../../support/web.js";
import { useWorld } from "../../support/world.js";

const LIST = "/admin/activity";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

describe("The audit log", () => {
  const world = useWorld();

  beforeEach(() => world.travel(0));

  /** Writes a row as it would be written now, a second after the one before; its id. */
  async function record(
    event: string,
    activity: Partial<Activity> = {},
    origin: { ip?: string; userAgent?: string | null; traceId?: string } = {},
  ): Promise<string> {
    world.travel(SECOND);
    const from = { ip: "203.0.113.7", userAgent: null, traceId: uuidv4(), ...origin };
    await recordActivity(
      world.services.knex,
      { actorId: null, ...activity, event: event as ActivityEvent },
      from,
    );
    const row = (await world.services.knex("activity_log").where({ trace_id: from.traceId }).first("id")) as {
      id: string;
    };
    return row.id;
  }
  const about = ({ id }: { id: string }, type = "user") => ({ subject: { type, id } });

  /** Somebody of a role of their own. */
  async function holder(permissions: string[], rank = 3): Promise<User> {
    const name = `role-${rank}-${Math.random()}`;
    await world.make.role(name, rank, permissions);
    return world.make.user({ role: name, first_name: "Olga", last_name: "Operator" });
  }
  const root = () => world.make.user({ role: "system_admin", first_name: "Root", last_name: "Admin" });

  /** Opens the list as somebody whose own sign-in is not in the log. */
  async function reader(user?: User) {
    const signedIn = await world.signedIn(user ?? (await root()));
    await world.services.knex("activity_log").where({ actor_id: signedIn.user.id, event: "login" }).del();
    return signedIn;
  }
  /** The ids of the rows on the page, in their order. */
  const idsOn = ({ text }: Response): string[] =>
    [...text.matchAll(/<a href="\/admin\/activity\/([0-9a-f-]{36})"/g)].map(([, id]) => id!);
  const linkOn = ({ text }: Response, rel: string): string =>
    (new RegExp(`rel="${rel}" href="([^"]+)"`).exec(text)?.[1] ?? "").replaceAll("&amp;", "&");
  const query = (filters: Record<string, string>): string => `?${new URLSearchParams(filters).toString()}`;

  describe("lists", () => {
    it("who did what to whom, from where and when, the newest first", async () => {
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

    it("what concerns nobody who has an account, and commands at the server", async () => {
      const { visitor } = await reader();
      await record("login_failed", { changes: { email: "nobody@example.test" } });
      await record("settings_changed", { changes: { before: {}, after: {} } }, { ip: "cli" });
      const said = textOf(await visitor.get(LIST));
      expect(said).to.contain("Sign-in failed Nobody signed in as nobody@example.test");
      expect(said).to.contain("Settings changed Command line of the server");
    });

    it("things by their names, also when they are gone", async () => {
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
        .and.contain("Shop API client");
    });

    it("people who were deleted, and who were anonymised", async () => {
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

    it("an event of another version under its own name", async () => {
      const { visitor } = await reader();
      await record("something_new");
      expect(textOf(await visitor.get(LIST))).to.contain("something new");
    });

    it("one page after the other, to the end and back, each row once, also of one moment", async () => {
      const user = await world.make.user();
      const { visitor } = await reader();
      const ids: string[] = [];
      for (let row = 0; row < 60; row++) ids.unshift(await record("logout", { actorId: user.id }));
      const { knex } = world.services;
      await knex("activity_log").update({ created_at: Date.UTC(2026, 4, 4) }); // ties are broken by id
      const pages: string[][] = [];
      let answer = await visitor.get(LIST);
      for (pages.push(idsOn(answer)); linkOn(answer, "next"); pages.push(idsOn(answer)))
        answer = await visitor.get(linkOn(answer, "next"));
      expect(pages.map((page) => page.length)).to.deep.equal([25, 25, 10]);
      expect(pages.flat()).to.deep.equal([...ids].sort().reverse());
      answer = await visitor.get(linkOn(answer, "prev"));
      expect(idsOn(answer)).to.deep.equal(pages[1]);
      answer = await visitor.get(linkOn(answer, "prev"));
      expect(idsOn(answer)).to.deep.equal(pages[0]);
      // whoever goes on to what is newer than the newest sees the newest
      const top = await visitor.get(linkOn(await visitor.get(linkOn(answer, "next")), "prev"));
      expect(idsOn(top)).to.deep.equal(pages[0]);
      expect(linkOn(top, "prev")).to.equal("");
    });

    it("without counting and with a few statements, however much there is", async () => {
      const people = await Promise.all([1, 2, 3].map(() => world.make.user()));
      const { visitor } = await reader(await holder(["activity-logs.read"], 2));
      for (const user of people) await record("user_updated", { actorId: user.id, ...about(user) });
      const statements = await queriesDuring(world.services.knex, () => visitor.get(LIST));
      expect(statements.length, statements.join("\n")).to.be.at.most(5);
      expect(statements.join("\n")).not.to.match(/count\(/i);
    });

    it("nothing yet, and nothing that matches, in words; and speaks Turkish, too", async () => {
      const { user, visitor } = await reader();
      expect(textOf(await visitor.get(LIST))).to.contain("Nothing has happened yet.");
      expect(textOf(await visitor.get(`${LIST}?event=logout`))).to.contain("Nothing matches these filters.");
      await world.services.knex("users").where({ id: user.id }).update({ locale: "tr" });
      expect(textOf(await visitor.get(LIST))).to.contain("Henüz bir etkinlik yok.");
    });
  });

  describe("is narrowed", () => {
    const find = async (filters: Record<string, string>, user?: User): Promise<string[]> => {
      const { visitor } = await reader(user);
      const answer = await visitor.get(LIST + query(filters));
      expect(answer.status, JSON.stringify(filters)).to.equal(200);
      return idsOn(answer);
    };

    it("by who did it: name, address or id, in any case", async () => {
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

    it("by whom or what it was done to, with what belongs to a person", async () => {
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

    it("by event, of which every known one is offered in words and groups", async () => {
      const done = await record("avatar_changed");
      await record("logout");
      expect(await find({ event: "avatar_changed" })).to.deep.equal([done]);
      const { visitor } = await reader();
      const { text } = await visitor.get(LIST);
      for (const event of Object.values(ACTIVITY_EVENTS).flat())
        expect(text, event).to.match(new RegExp(`<option value="${event}">[A-Z]`));
      expect(text).to.contain('<optgroup label="Signing in">');
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

    it("by address and by trace id", async () => {
      const traceId = uuidv4();
      const v4 = await record("logout", {}, { ip: "198.51.100.9", traceId });
      const v6 = await record("logout", {}, { ip: "2001:db8::1" });
      expect(await find({ ip: "198.51.100.9" })).to.deep.equal([v4]);
      expect(await find({ ip: "2001:DB8::1" })).to.deep.equal([v6]);
      expect(await find({ trace_id: traceId.toUpperCase() })).to.deep.equal([v4]);
    });

    it("by several things at once, which the pages and the export keep", async () => {
      const user = await world.make.user();
      for (let row = 0; row < 30; row++) await record("logout", { actorId: user.id });
      const { visitor } = await reader();
      const answer = await visitor.get(LIST + query({ actor: user.id, event: "logout", ip: "203.0.113.7" }));
      expect(linkOn(answer, "next")).to.contain(`actor=${user.id}`).and.contain("event=logout");
      expect(idsOn(await visitor.get(linkOn(answer, "next")))).to.have.length(5);
      const wanted = `${LIST}/export?actor=${user.id}&amp;event=logout&amp;ip=203.0.113.7"`;
      expect(answer.text).to.contain(`href="${wanted}`);
    });

    it("by text as it is typed: wildcards, quotes and odd characters", async () => {
      const odd = await world.make.user({ first_name: "50%", last_name: "o'snake_zone" });
      const done = await record("logout", { actorId: odd.id });
      await record("logout", { actorId: (await world.make.user()).id });
      for (const actor of ["50%", "o'snake", "e_z"])
        expect(await find({ actor }), actor).to.deep.equal([done]);
      for (const text of ["%%", "_____", "' or 1=1 --", "\\", "é\u0301😀", "x".repeat(5000)])
        for (const name of ["actor", "subject"])
          expect(await find({ [name]: text }), `${name} ${text}`).to.deep.equal([]);
    });

    const wrong: [filters: Record<string, string>, words: string][] = [
      [{ from: "2026-02-30" }, "Please enter a date as YYYY-MM-DD"],
      [{ to: "yesterday" }, "Please enter a date as YYYY-MM-DD"],
      [{ from: "2026-05-05", to: "2026-05-04" }, "This day is before the first one."],
      [{ ip: "203.0.113" }, "This is not an IP address."],
      [{ trace_id: "é" }, "This is not a trace id"],
      [{ event: "fly" }, "Please choose one of the given values."],
      [{ subject_type: "users" }, "Please choose one of the given values."],
    ];
    for (const [filters, words] of wrong)
      it(`by nothing that cannot be meant: ${JSON.stringify(filters)} is answered in words`, async () => {
        await record("logout");
        const { visitor } = await reader();
        for (const path of [LIST, `${LIST}/export`]) {
          const answer = await visitor.get(path + query(filters));
          expect(answer.status).to.equal(422);
          expect(textOf(answer)).to.contain(words).and.contain("please correct the filters first");
          expect(idsOn(answer)).to.be.empty;
          expect(answer.text).to.contain('aria-invalid="true"').and.not.contain(`href="${LIST}/export`);
        }
      });

    it("by no more people than can be looked up", async () => {
      for (let count = 0; count < 26; count++) await world.make.user({ last_name: "Smith" });
      const { visitor } = await reader();
      const answer = await visitor.get(LIST + query({ actor: "smith" }));
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain("More than 25 people match this.");
    });

    it("by no place that is none", async () => {
      const done = await record("logout");
      for (const place of ["x", "1.2.3", `1.${"é".repeat(36)}`, `${"9".repeat(40)}.${uuidv7()}`])
        for (const name of ["older", "newer"])
          expect(await find({ [name]: place }), place).to.deep.equal([done]);
    });
  });

  describe("tells of one row", () => {
    async function shown(id: string, user?: User): Promise<Response> {
      const { visitor } = await reader(user);
      return visitor.get(`${LIST}/${id}`);
    }

    it("everything, with the browser in words, and where to look further", async () => {
      const [grace, ada] = [await world.make.user({ first_name: "Grace" }), await world.make.user()];
      const traceId = uuidv4();
      const id = await record(
        "user_updated",
        { actorId: grace.id, ...about(ada) },
        { userAgent: PHONE, traceId },
      );
      const answer = await shown(id);
      expect(answer.status).to.equal(200);
      const said = textOf(answer);
      for (const words of [
        "Account changed",
        "user_updated",
        "Grace Lovelace",
        "203.0.113.7",
        "Safari on iOS",
        PHONE,
        traceId,
        id,
      ])
        expect(said).to.contain(words);
      expect(answer.text).to.contain('data-copy-lines="trace-id"');
      for (const filter of [
        `trace_id=${traceId}`,
        `actor=${grace.id}`,
        `subject=${ada.id}`,
        "ip=203.0.113.7",
      ])
        expect(answer.text).to.contain(`href="/admin/activity?${filter}"`);
      for (const { id: account } of [grace, ada])
        expect(answer.text).to.contain(`href="/admin/users/${account}"`);
    });

    it("what changed side by side, and what of a list was added and removed", async () => {
      const changes = {
        before: {
          status: "active",
          permissions: ["users.read", "roles.read"],
          email_verified_at: Date.UTC(2026, 4, 4),
        },
        after: {
          status: "banned",
          permissions: ["roles.read", "users.update"],
          email_verified_at: null,
          nested: { on: true },
        },
        revoked: { sessions: 3, personal_access_tokens: 0 },
      };
      const answer = await shown(await record("user_updated", { changes }));
      const said = textOf(answer);
      expect(said).to.contain("Status active banned");
      expect(said).to.contain("Email verified May 4, 2026, 12:00 AM –");
      expect(said).to.contain("removed: users.read roles.read roles.read added: users.update");
      expect(said).to.contain("nested › on – yes");
      expect(said).to.contain("Ended › Browser sessions 3 Ended › Personal access tokens 0");
    });

    it("moments as such, and what is none as it is", async () => {
      const changes = {
        expires_at: "2026-05-04T10:00:00.000Z",
        wrong_at: 1e20,
        odd_at: "2026-99-99T",
        count_at: {},
      };
      const said = textOf(await shown(await record("token_created", { changes })));
      expect(said).to.contain("Expires May 4, 2026, 10:00 AM");
      expect(said).to.contain("wrong_at 100000000000000000000").and.contain("odd_at 2026-99-99T");
    });

    it("what was created, which has nothing before", async () => {
      const said = textOf(
        await shown(
          await record("definition_changed", { changes: { before: null, after: { label: "Idle" } } }),
        ),
      );
      expect(said).to.contain("Label – Idle");
    });

    it("no account to those who may not see accounts", async () => {
      const ada = await world.make.user();
      const id = await record("user_updated", { ...about(ada) });
      const answer = await shown(id, await holder(["activity-logs.read"], 2));
      expect(textOf(answer)).to.contain("Ada Lovelace");
      expect(answer.text).not.to.contain("/admin/users/");
    });

    it("nothing of a row that is not there", async () => {
      const { visitor } = await reader();
      for (const id of [uuidv7(), "x", "é", "%00", `${uuidv7()}%20`])
        expect((await visitor.get(`${LIST}/${id}`)).status, id).to.equal(404);
    });
  });

  it("H39: shows what people and browsers wrote as text", async () => {
    for (const text of [
      "<script>alert(1)</script>",
      '"><img src=x onerror=alert(1)>',
      "'><svg/onload=alert(1)>",
    ]) {
      const user = await world.make.user({ first_name: text, last_name: text });
      const changes = {
        before: { [text]: text },
        after: { [text]: [text] },
        [text]: text,
        name: text,
        email: text,
      };
      const subject = { type: "personal_access_token", id: text.slice(0, 60) };
      const id = await record("user_updated", { actorId: user.id, subject, changes }, { userAgent: text });
      await record(
        text.slice(0, 60),
        { subject: { type: text.slice(0, 30), id: "1" } },
        { userAgent: text, ip: "<b>" },
      );
      const { visitor } = await reader();
      for (const path of [
        LIST,
        `${LIST}/${id}`,
        LIST + query({ actor: text, subject: text, ip: text, from: text }),
      ]) {
        const { text: html } = await visitor.get(path);
        expect(html, path).to.contain("alert(1)");
        for (const tag of ["<script>alert", "<img src=x", "<svg/onload", "<b>"])
          expect(html, path).not.to.contain(tag);
      }
    }
  });

  it("M16: takes control characters and broken text of a row as they come", async () => {
    const odd = "a\r\nb\u0000\u001b[31m\u202e{}%s \ud83d";
    const id = await record(
      "user_updated",
      { changes: { before: { a: odd }, after: { a: [odd] } } },
      { userAgent: odd.replace("\ud83d", "") },
    );
    const { visitor } = await reader();
    for (const path of [LIST, `${LIST}/${id}`, `${LIST}/export`])
      expect((await visitor.get(path)).status, path).to.equal(200);
  });

  describe("is for", () => {
    it("whoever may read it, and for nobody else", async () => {
      const id = await record("logout");
      for (const path of [LIST, `${LIST}/export`, `${LIST}/${id}`]) {
        const { visitor } = await world.signedIn(
          await holder(["users.read", "settings.read", "roles.read"], 2),
        );
        expect((await visitor.get(path)).status, path).to.equal(403);
        const guest = await world.visitor().get(path);
        expect(guest.headers["location"], path).to.match(/^\/login/);
        const allowed = await world.signedIn(await holder(["activity-logs.read"], 2));
        expect((await allowed.visitor.get(path)).status, path).to.equal(200);
      }
    });

    it("the menu of those who may read it", async () => {
      for (const [role, shown] of [
        ["admin", true],
        ["user", false],
      ] as const) {
        const { visitor } = await world.signedIn(await world.make.user({ role }));
        expect((await visitor.get("/profile")).text.includes(`href="${LIST}"`), role).to.equal(shown);
      }
    });

    it("C22: everybody within their rank: whoever acted, whom it was done to and whose it is", async () => {
      const people = {
        system_admin: await root(),
        admin: await world.make.user({ role: "admin" }),
        user: await world.make.user(),
        nobody: await world.make.user({ role: null }),
      };
      const both = await world.make.user();
      await world.make.giveRole(both, "system_admin");
      const rows: Record<string, Record<string, string>> = {};
      for (const [name, user] of Object.entries({ ...people, both }))
        rows[name] = {
          actor: await record("logout", { actorId: user.id }),
          subject: await record("user_updated", { actorId: people.nobody.id, ...about(user) }),
          owner: await record("token_revoked", {
            subject: { type: "personal_access_token", id: uuidv7() },
            ownerId: user.id,
          }),
          failed: await record("login_failed", { ownerId: user.id, changes: { email: user.email } }),
        };
      const nobodys = await record("login_failed", { changes: { email: "unknown@example.test" } });
      const of = (...names: string[]) =>
        names
          .flatMap((name) => Object.values(rows[name]!))
          .concat(nobodys)
          .sort();
      const seen: [rank: number, ids: string[]][] = [
        [2, of("admin", "user", "nobody")],
        [3, of("user", "nobody")],
        [9, of("nobody")],
      ];
      for (const [rank, ids] of [...seen, [1, of(...Object.keys(rows))] as const]) {
        const { visitor } = await reader(
          rank === 1 ? people.system_admin : await holder(["activity-logs.read"], rank),
        );
        const answer = await visitor.get(LIST);
        expect(idsOn(answer).sort(), `rank ${rank}`).to.deep.equal(ids);
        const exported = (await visitor.get(`${LIST}/export`)).text;
        await world.services.knex("activity_log").where({ event: "activity_exported" }).del();
        for (const id of of(...Object.keys(rows))) {
          expect((await visitor.get(`${LIST}/${id}`)).status, `rank ${rank}`).to.equal(
            ids.includes(id) ? 200 : 404,
          );
          expect(exported.includes(id), `rank ${rank}`).to.equal(ids.includes(id));
        }
        for (const [name, user] of Object.entries({ ...people, both }))
          for (const filter of ["actor", "subject"]) {
            const found = idsOn(await visitor.get(LIST + query({ [filter]: user.email })));
            expect(found.length > 0, `rank ${rank}: ${filter} ${name}`).to.equal(
              Object.values(rows[name]!).some((id) => ids.includes(id)),
            );
          }
      }
    });

    it("C22: nobody below, while the account above is deleted or anonymised", async () => {
      const above = await root();
      await record("logout", { actorId: above.id });
      await world.services
        .knex("users")
        .where({ id: above.id })
        .update({ deleted_at: Date.now(), first_name: "Deleted" });
      const { visitor } = await reader(await world.make.user({ role: "admin" }));
      expect(idsOn(await visitor.get(LIST))).to.be.empty;
    });

    it("C22: nobody below a role that something was done to", async () => {
      const [above, below] = [await world.make.role("above", 2, []), await world.make.role("below", 8, [])];
      const hidden = await record("role_updated", about(above, "role"));
      const shown = await record("role_updated", about(below, "role"));
      const { visitor } = await reader(await holder(["activity-logs.read"], 5));
      expect(idsOn(await visitor.get(LIST))).to.deep.equal([shown]);
      expect((await visitor.get(`${LIST}/${hidden}`)).status).to.equal(404);
    });

    it("C22: failed sign-ins, tokens and revocations as the product writes them", async () => {
      const above = await root();
      const other = world.visitor();
      for (const email of [above.email, "unknown@example.test"]) {
        await other.get("/login");
        await other.submit("/login", { email, password: "wrong" });
        await world.api.post("/auth/login", { email, password: "wrong" }).expect(401);
      }
      const token = await world.make.token(above, { name: "secret plan" });
      await world.api.as(token).post("/auth/logout").expect(200);
      const { visitor } = await reader(await world.make.user({ role: "admin" }));
      const said = textOf(await visitor.get(LIST));
      expect(said.match(/as unknown@example\.test/g)).to.have.length(2);
      expect(said).not.to.contain(above.email).and.not.contain("secret plan");
      const all = textOf(await (await reader()).visitor.get(LIST));
      expect(all).to.contain(above.email);
    });
  });

  describe("keeps", () => {
    it("no secret on the page or in the export, should an event have written one", async () => {
      const secrets = {
        password: "hunter2-hunter2",
        token: "T0kenT0ken",
        two_factor_secret: "JBSWY3DPEHPK3PXP",
        recovery_codes: ["aaaaa-bbbbb"],
        client_secret: { value: "s3cr3tvalue" },
        secret_hash: "deadbeefdeadbeef",
        note: "adk_pat_abcdefghijklmnopqrstuvwxyz0123456789",
        remark: "$2b$12$abcdefghijklmnopqrstuv",
        "captcha.secret_key": "0x4AAAA-very-secret",
      };
      const harmless = {
        "auth.password_min_length": "12",
        password: "changed",
        personal_access_tokens: 7,
        token_id: "018f6c2e-4b7a-4c1d-9e53-2a7f0b6d8c41",
        grant: "authorization_code",
      };
      const id = await record("user_updated", { changes: { before: harmless, after: secrets, ...secrets } });
      const { visitor } = await reader();
      for (const path of [LIST, `${LIST}/${id}`, `${LIST}/export`]) {
        const { text } = await visitor.get(path);
        for (const value of [
          "hunter2",
          "T0ken",
          "JBSWY3",
          "aaaaa-",
          "s3cr3t",
          "deadbeef",
          "adk_pat_a",
          "$2b$12",
          "very-secret",
        ])
          expect(text, `${path} ${value}`).not.to.contain(value);
        if (path === LIST) continue;
        for (const value of ["12", "changed", "7", "018f6c2e", "authorization_code"])
          expect(text).to.contain(value);
      }
    });

    it("rows for 400 days, as the page says", async () => {
      const { visitor } = await reader();
      expect(textOf(await visitor.get(LIST))).to.contain("Kept for 400 days.");
    });
  });

  describe("is taken along", () => {
    it("as CSV with every column, and that is written down first", async () => {
      const [grace, ada] = [await world.make.user({ email: "grace@example.test" }), await world.make.user()];
      const { user, visitor } = await reader();
      const changes = { before: { status: "active" }, after: { status: "banned" } };
      const id = await record("user_updated", { actorId: grace.id, ...about(ada), changes });
      const answer = await visitor.get(`${LIST}/export${query({ actor: "grace@" })}`);
      expect(answer.status).to.equal(200);
      expect(answer.headers["content-type"]).to.match(/^text\/csv/);
      expect(answer.headers["content-disposition"]).to.match(
        /^attachment; filename=activity-\d{4}-\d\d-\d\d\.csv$/,
      );
      expect(answer.headers["cache-control"]).to.equal("private, no-store");
      const rows = csvRows(answer);
      expect(rows).to.have.length(1);
      expect(rows[0]).to.include({
        id,
        event: "user_updated",
        actor_id: grace.id,
        actor_name: "Ada Lovelace",
        actor_email: "grace@example.test",
        subject_type: "user",
        subject_id: ada.id,
        ip_address: "203.0.113.7",
        changes: JSON.stringify(changes),
      });
      expect(rows[0]!["time"]).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      const noted = await world.services.knex("activity_log").where({ event: "activity_exported" });
      expect(noted).to.have.length(1);
      expect(noted[0]).to.include({ actor_id: user.id });
      expect(JSON.parse(noted[0].changes)).to.deep.equal({ filters: { actor: "grace@" } });
    });

    it("whole, in parts of a bounded size", async function () {
      this.timeout(60_000);
      const user = await world.make.user();
      const { visitor } = await reader();
      const rows = Array.from({ length: 1203 }, (_, index) => ({
        id: uuidv7(),
        actor_id: user.id,
        event: "logout",
        changes: "{}",
        created_at: Date.UTC(2026, 4, 4) + Math.floor(index / 700), // more of one moment than a part has
      }));
      for (let at = 0; at < rows.length; at += 100)
        await world.services.knex("activity_log").insert(rows.slice(at, at + 100));
      const answer = await visitor.get(`${LIST}/export${query({ event: "logout" })}`);
      const ids = csvRows(answer).map((row) => row["id"]);
      expect(ids).to.have.length(1203);
      expect(new Set(ids).size).to.equal(1203);
    });

    it("L03: with nothing that a spreadsheet would take for a formula", async () => {
      const user = await world.make.user({ first_name: "=cmd()", last_name: "x" });
      const { visitor } = await reader();
      await record("logout", { actorId: user.id }, { userAgent: "+1+1" });
      const row = csvRows(await visitor.get(`${LIST}/export${query({ event: "logout" })}`))[0]!;
      expect(row).to.include({ actor_name: "'=cmd() x", user_agent: "'+1+1" });
    });
  });

  it("finds rows of every day that the clock may show", async () => {
    const id = await record("logout");
    world.travel(399 * DAY + MINUTE);
    const { visitor } = await reader();
    expect(idsOn(await visitor.get(LIST))).to.deep.equal([id]);
  });
});
