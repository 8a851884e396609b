import { expect } from "chai";
import type { Response } from "supertest";
import { mailCell } from "../../../../src/domain/mail/outbox.js";
import { DAY, HOUR, MINUTE, now } from "../../../../src/lib/clock.js";
import type { User } from "../../../../src/models/user.js";
import { PASSWORD } from "../../../support/app/factories.js";
import { textOf, textWithTooltipsOf } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";

const LIST = "/admin/api-tokens";
const ALL = ["api-tokens.read", "api-tokens.create", "api-tokens.delete"];

describe("The administration of personal access tokens", () => {
  const world = useWorld();

  beforeEach(() => world.freezeTime());

  /** A user with a role of their own. */
  async function holder(permissions: string[], rank = 3) {
    const name = `role-${rank}-${permissions.length}-${Math.random()}`;
    await world.make.role(name, rank, permissions);
    return world.make.user({ role: name, first_name: "Olga", last_name: "Operator" });
  }
  async function administrator() {
    return world.signedIn(await world.make.user({ role: "system_admin", first_name: "Root" }));
  }
  const tokens = () =>
    world.services.knex("personal_access_tokens").orderBy("id") as Promise<Record<string, unknown>[]>;
  async function idOf(name: string): Promise<string> {
    const row = (await tokens()).find((token) => token["name"] === name);
    return row!["id"] as string;
  }
  const isActive = async (name: string): Promise<boolean> => {
    const row = (await tokens()).find((token) => token["name"] === name);
    return row!["revoked_at"] === null;
  };
  /** The names of the tokens in page order. */
  const namesOn = ({ text }: Response): string[] =>
    [...text.matchAll(/<th role="rowheader" scope="row">\s*([^<]*?)\s*</g)].map(([, name]) => name!);

  describe("lists", () => {
    it("all tokens with owner, scopes, times and status", async () => {
      const grace = await world.make.user({
        first_name: "Grace",
        last_name: "Hopper",
        email: "g@example.test",
      });
      await world.make.token(grace, {
        name: "nightly",
        scopes: ["users.read"],
        expiresAt: Date.UTC(2030, 0, 2),
      });
      await world.make.token(grace, { name: "brief", expiresAt: now() + MINUTE });
      await world.services
        .knex("personal_access_tokens")
        .where({ name: "nightly" })
        .update({ created_at: Date.UTC(2026, 1, 3), last_used_at: Date.UTC(2026, 2, 4) });
      world.advance(HOUR);
      const { visitor } = await administrator();
      const answer = await visitor.get(LIST);
      expect(answer.status).to.equal(200);
      const said = textWithTooltipsOf(answer);
      expect(said).to.match(
        /nightly Scopes: users\.read Grace Hopper g@example\.test \d+ months? ago \(3 Feb 2026, 00:00 UTC\)/,
      );
      expect(said).to.match(/2 Jan 2030, 00:00 UTC \(in \d years?\) Active \d+ months? ago \(4 Mar 2026/);
      expect(said).to.match(/brief Scopes: none Grace Hopper .* Expired never/);
      expect(said).to.contain("1 to 2 of 2");
    });

    it("messages when there are none and when nothing matches", async () => {
      const { user, visitor } = await administrator();
      expect(textOf(await visitor.get(LIST))).to.contain("No access tokens yet");
      await world.make.token(user);
      const none = await visitor.get(`${LIST}?search=zzz`);
      expect(textOf(none)).to.contain("Nothing matches “zzz”.").and.not.contain("No access tokens yet");
      expect(none.text).to.contain(`href="${LIST}"`);
    });

    it("no revoked tokens and none of deleted accounts", async () => {
      const { user, visitor } = await administrator();
      const gone = await world.make.user();
      await world.make.token(user, { name: "revoked" });
      await world.make.token(gone, { name: "orphan" });
      await world.make.token(user, { name: "kept" });
      const { knex } = world.services;
      await knex("personal_access_tokens").where({ name: "revoked" }).update({ revoked_at: now() });
      await knex("users").where({ id: gone.id }).update({ deleted_at: now() });
      const page = await visitor.get(LIST);
      expect(namesOn(page)).to.deep.equal(["kept"]);
      expect(textOf(page)).to.contain("1 to 1 of 1");
    });

    it("the service's own tokens with an explanation", async () => {
      const { user, visitor } = await administrator();
      await world.make.token(user, { name: "auth-token" });
      await world.make.token(user, { name: "api-dock" });
      const said = textOf(await visitor.get(LIST));
      expect(said)
        .to.contain("Created by signing in through the API. Revoking it signs that program out.")
        .and.contain("Created by the API docs to try out an operation. It expires after 15 minutes.");
    });

    it("pages of 15, with the total of the search", async () => {
      const { user, visitor } = await administrator();
      for (let count = 1; count <= 31; count++)
        await world.make.token(user, { name: `key ${String(count).padStart(2, "0")}` });
      await world.make.token(user, { name: "other" });
      const first = await visitor.get(`${LIST}?search=key&sort=name`);
      expect(namesOn(first)).to.have.length(15);
      expect(textOf(first)).to.contain("1 to 15 of 31");
      expect(first.text).to.contain('aria-label="Page 3 of 3"');
      expect(first.text).to.contain('href="/admin/api-tokens?search=key&amp;sort=name&amp;page=2"');
      const last = await visitor.get(`${LIST}?search=key&sort=name&page=3`);
      expect(namesOn(last)).to.deep.equal(["key 31"]);
      expect(last.text).not.to.contain('rel="next"');
      expect(namesOn(await visitor.get(`${LIST}?search=key&sort=name&page=999`))).to.deep.equal(["key 31"]);
    });

    it("tokens sorted by each column, in both directions", async () => {
      const { visitor } = await administrator();
      const { knex } = world.services;
      const people = [
        ["Zoe", "B-token", 3, 2, null],
        ["Mia", "a-token", 2, 3, 5],
        ["anna", "c-token", 1, 1, 7],
      ] as const;
      for (const [first_name, name, created, expires, used] of people) {
        await world.make.token(await world.make.user({ first_name }), { name });
        await knex("personal_access_tokens")
          .where({ name })
          .update({ created_at: created, expires_at: now() + expires * DAY, last_used_at: used });
      }
      const orders: Record<string, string[]> = {
        name: ["a-token", "B-token", "c-token"],
        owner: ["c-token", "a-token", "B-token"],
        created_at: ["c-token", "a-token", "B-token"],
        expires_at: ["c-token", "B-token", "a-token"],
        last_used_at: ["B-token", "a-token", "c-token"],
      };
      for (const [column, order] of Object.entries(orders)) {
        const up = await visitor.get(`${LIST}?sort=${column}`);
        expect(namesOn(up), column).to.deep.equal(order);
        expect(up.text.match(/aria-sort="ascending"/g), column).to.have.length(1);
        const down = await visitor.get(`${LIST}?sort=-${column}`);
        expect(namesOn(down), `-${column}`).to.deep.equal(order.toReversed());
        expect(down.text.match(/aria-sort="descending"/g), column).to.have.length(1);
        expect(down.text).to.contain(`href="${LIST}?sort=${column}"`);
      }
    });

    it("the latest first for invalid parameters", async () => {
      const { user, visitor } = await administrator();
      for (const name of ["first", "second", "third"]) {
        await world.make.token(user, { name });
        world.advance(MINUTE);
      }
      for (const query of [
        "",
        "?sort=token_hash",
        "?sort=--name",
        "?sort=-",
        "?sort=constructor",
        "?sort=name&sort=owner",
        "?page=0",
        "?page=-1",
        "?page=1e9",
        "?page=x",
        "?page[]=2",
        "?search[]=first",
      ])
        expect(namesOn(await visitor.get(LIST + query)), query).to.deep.equal(["third", "second", "first"]);
    });

    it("tokens by name, owner and email, matching each word", async () => {
      const { visitor } = await administrator();
      const grace = await world.make.user({
        first_name: "Grace",
        last_name: "Hopper",
        email: "navy@example.test",
      });
      const sule = await world.make.user({
        first_name: "Şule",
        last_name: "YILMAZ",
        email: "x@example.test",
      });
      await world.make.token(grace, { name: "Nightly Export" });
      await world.make.token(sule, { name: "ÖLÇÜM" });
      const finds: Record<string, string[]> = {
        nightly: ["Nightly Export"],
        "EXPORT nightly": ["Nightly Export"],
        "export hopper": ["Nightly Export"],
        "navy@": ["Nightly Export"],
        ölçüm: ["ÖLÇÜM"],
        "şule yilm": ["ÖLÇÜM"],
        "export yilmaz": [],
      };
      for (const [search, names] of Object.entries(finds))
        expect(
          namesOn(await visitor.get(`${LIST}?search=${encodeURIComponent(search)}`)),
          search,
        ).to.deep.equal(names);
    });

    it("M21: tokens by literal wildcards, quotes and control characters", async function () {
      const { user, visitor } = await administrator();
      const names = ["50% off", "snake_zone", "back\\slash", "it's", "wow! so", "plain zone"];
      for (const name of names) await world.make.token(user, { name });
      const finds: Record<string, string[]> = {
        "0% ": [],
        "50%": ["50% off"],
        snake_: ["snake_zone"],
        "back\\s": ["back\\slash"],
        "it's": ["it's"],
        "wow!": ["wow! so"],
        e_z: [],
        zone: ["plain zone"],
        "%%": [],
        "zone\u0000%": [],
        "\u0000": names.toReversed(),
        "' or 1=1 --": [],
      };
      for (const [search, expected] of Object.entries(finds)) {
        const answer = await visitor.get(`${LIST}?search=${encodeURIComponent(search)}&sort=-created_at`);
        expect(answer.status).to.equal(200);
        expect(
          namesOn(answer)
            .map((name) => name.replace("&#39;", "'"))
            .sort(),
          JSON.stringify(search),
        ).to.deep.equal([...expected].sort());
      }
      const long = await visitor.get(`${LIST}?search=${"%25".repeat(3000)}`);
      expect(long.status).to.equal(200);
    });

    it("H39: names, people and searches as text", async () => {
      const { visitor } = await administrator();
      for (const text of [
        "<script>alert(1)</script>",
        `"><img src=x onerror=alert(1)>`,
        "'><svg/onload=alert(1)>",
      ]) {
        const user = await world.make.user({ first_name: text, last_name: text });
        await world.make.token(user, { name: text, scopes: [text] });
        for (const query of [
          "",
          `?search=${encodeURIComponent(text)}`,
          `?search=${encodeURIComponent(`zz${text}`)}`,
        ]) {
          const { status, text: html } = await visitor.get(LIST + query);
          expect(status).to.equal(200);
          expect(html).to.contain("alert(1)");
          for (const tag of ["<script>alert", "<img src=x", "<svg/onload"]) expect(html).not.to.contain(tag);
        }
      }
    });

    it("everything in Turkish too", async () => {
      const { user, visitor } = await administrator();
      await world.services.knex("users").where({ id: user.id }).update({ locale: "tr" });
      expect(textOf(await visitor.get(LIST))).to.contain("Henüz erişim jetonu yok");
    });
  });

  describe("shows", () => {
    /** Creates one token for each account, with the account's name. */
    async function everybody() {
      const people: Record<string, User> = {};
      for (const role of ["system_admin", "admin", "user"])
        people[role] = await world.make.user({ role, first_name: role });
      people["nobody"] = await world.make.user({ role: null });
      for (const [name, user] of Object.entries(people)) await world.make.token(user, { name });
      return people;
    }
    const seen = async (user: User): Promise<string[]> => {
      const { visitor } = await world.signedIn(user);
      const answer = await visitor.get(LIST);
      expect(answer.status).to.equal(200);
      const names = namesOn(answer).sort();
      if (names.length > 0) expect(textOf(answer)).to.contain(`1 to ${names.length} of ${names.length}`);
      return names;
    };

    it("readers the tokens within their rank, and counts no others", async () => {
      const people = await everybody();
      expect(await seen(people["system_admin"]!)).to.deep.equal(["admin", "nobody", "system_admin", "user"]);
      expect(await seen(await holder(["api-tokens.read"], 2))).to.deep.equal(["admin", "nobody", "user"]);
      expect(await seen(await holder(["api-tokens.read"], 3))).to.deep.equal(["nobody", "user"]);
      expect(await seen(await holder(["api-tokens.read"], 9))).to.deep.equal(["nobody"]);
    });

    it("no tokens of higher-ranked accounts in a search, even if only one of two roles is higher", async () => {
      const both = await world.make.user({ role: "user", last_name: "Twofold" });
      await world.make.giveRole(both, "system_admin");
      await world.make.token(both, { name: "hidden one" });
      const { visitor } = await world.signedIn(await holder(ALL, 2));
      for (const search of ["hidden", "twofold", both.email, ""]) {
        const answer = await visitor.get(`${LIST}?search=${encodeURIComponent(search)}`);
        expect(namesOn(answer), search).to.be.empty;
        expect(textOf(answer))
          .not.to.contain("Twofold")
          .and.not.match(/ of 1\b/);
      }
    });

    it("other users their own tokens, whatever their other permissions", async () => {
      const people = await everybody();
      for (const role of ["admin", "user", "nobody"]) expect(await seen(people[role]!)).to.deep.equal([role]);
      const other = await holder(["api-tokens.delete", "api-tokens.create"], 2);
      expect(await seen(other)).to.deep.equal([]);
    });

    it("the menu entry only with the read permission", async () => {
      for (const permission of ["api-tokens.read", "api-tokens.create"]) {
        const { visitor } = await world.signedIn(await holder([permission]));
        const { text } = await visitor.get(LIST);
        expect(text.includes(`<a href="${LIST}" aria-current="page"`)).to.equal(
          permission === "api-tokens.read",
        );
      }
    });
  });

  describe("creates", () => {
    const VALUE = /adk_pat_[0-9A-Za-z]{49}/g;
    const formOf = ({ text }: Response): string => /name="_form" value="([^"]+)"/.exec(text)![1]!;

    it("a token for the administrator, with the value in this answer only", async () => {
      const user = await holder(ALL);
      const { visitor } = await world.signedIn(user);
      await visitor.get(LIST);
      const created = await visitor.submit(LIST, {
        ...{ name: "laptop", scopes: ["users.read"], expires_in_days: "7" },
        user_id: (await world.make.user()).id,
      });
      expect(created.status).to.equal(201);
      const [value] = created.text.match(VALUE)!;
      expect(created.text).to.contain("<dialog").and.contain("data-secret-once");
      const [row] = await tokens();
      expect(row).to.include({ user_id: user.id, name: "laptop" });
      expect(row!["expires_at"]).to.equal((row!["created_at"] as number) + 7 * DAY);
      await world.api.as(value).get("/auth/me").expect(200);
      expect((await visitor.get(LIST)).text)
        .to.contain("laptop")
        .and.not.match(VALUE);
      expect(await world.services.knex("mails").where({ kind: "token_created" })).to.have.length(1);
    });

    it("one token for a form that is sent twice", async () => {
      const { visitor } = await administrator();
      const fields = { name: "laptop", _form: formOf(await visitor.get(LIST)) };
      expect((await visitor.submit(LIST, fields)).status).to.equal(201);
      const again = await visitor.submit(LIST, fields);
      expect(again.status).to.equal(303);
      expect(again.headers["location"]).to.equal(LIST);
      expect(await tokens()).to.have.length(1);
    });

    it("a token after a recent password only", async () => {
      const { visitor } = await administrator();
      world.advance(HOUR);
      await visitor.get(LIST);
      const asked = await visitor.submit(LIST, { name: "laptop" });
      expect(asked.status).not.to.equal(201);
      expect(await tokens()).to.be.empty;
      const created = await visitor.submit(LIST, { name: "laptop", current_password: PASSWORD });
      expect(created.status).to.equal(201);
    });

    it("no token with a scope outside the catalogue, and shows what was entered", async () => {
      const { visitor } = await administrator();
      await visitor.get(LIST);
      for (const wrong of ["*", "nonsense"]) {
        const rejected = await visitor.submit(LIST, { name: "laptop", scopes: ["users.read", wrong] });
        expect(rejected.status).to.equal(422);
        expect(rejected.text)
          .to.contain('value="laptop"')
          .and.match(/value="users.read" checked/);
      }
      expect(await tokens()).to.be.empty;
    });

    it("no token without the permission, and then shows no form", async () => {
      const { visitor } = await world.signedIn(await holder(["api-tokens.read", "api-tokens.delete"]));
      expect((await visitor.get(LIST)).text).not.to.contain('name="expires_in_days"');
      expect((await visitor.submit(LIST, { name: "laptop" })).status).to.equal(403);
      expect(await tokens()).to.be.empty;
    });
  });

  describe("revokes", () => {
    const revoke = async (user: User, token: string, query = ""): Promise<Response> => {
      const { visitor } = await world.signedIn(user);
      await visitor.get(LIST);
      return visitor.delete(LIST + query, { token });
    };

    it("one's own token without any permission and without a mail", async () => {
      const user = await world.make.user({ role: null });
      const value = await world.make.token(user, { name: "mine" });
      const answer = await revoke(user, await idOf("mine"));
      expect(answer.status).to.equal(303);
      await world.api.as(value).get("/auth/me").expect(401);
      expect(await world.services.knex("mails")).to.be.empty;
    });

    it("another user's token, with the actor in the audit log and a mail to the owner", async () => {
      const { services } = world;
      const owner = await world.make.user();
      const value = await world.make.token(owner, { name: "theirs" });
      const actor = await holder([...ALL, "dashboard.read"], 2);
      const { visitor } = await world.signedIn(actor);
      const before = await visitor.get(LIST);
      expect(textOf(before)).to.contain("Revoke “theirs” of Ada Lovelace");
      const answer = await visitor.delete(LIST, { token: await idOf("theirs") });
      expect(answer.status).to.equal(303);
      const after = textOf(await visitor.get(answer.headers["location"] as string));
      expect(after).to.contain("Token revoked.").and.contain("No access tokens yet");
      await world.api.as(value).get("/auth/me").expect(401);
      const activity = await services.knex("activity_log").where({ event: "token_revoked" });
      expect(activity).to.have.length(1);
      expect(activity[0]).to.include({ actor_id: actor.id, subject_type: "personal_access_token" });
      expect(JSON.parse(activity[0].changes as string)).to.deep.equal({ name: "theirs", owner_id: owner.id });
      const [mail, ...more] = await services.knex("mails");
      expect(more).to.be.empty;
      expect(mail).to.include({ kind: "token_revoked", user_id: owner.id });
      expect(services.encryption.decrypt(mail.payload as string, mailCell(mail.id as string)))
        .to.contain("theirs")
        .and.contain("/user/tokens");
    });

    it("a second time without effect", async () => {
      const owner = await world.make.user();
      await world.make.token(owner, { name: "theirs" });
      const actor = await world.make.user({ role: "system_admin" });
      for (let time = 1; time <= 2; time++)
        expect((await revoke(actor, await idOf("theirs"))).status, `time ${time}`).to.equal(303);
      const { knex } = world.services;
      expect(await knex("activity_log").where({ event: "token_revoked" })).to.have.length(1);
      expect(await knex("mails").where({ kind: "token_revoked" })).to.have.length(1);
    });

    it("and returns to the list with its search, sorting and page", async () => {
      const actor = await world.make.user({ role: "system_admin" });
      for (let count = 0; count < 17; count++) await world.make.token(actor, { name: `key ${count}` });
      const { visitor } = await world.signedIn(actor);
      const address = `${LIST}?search=key&sort=name&page=2`;
      const { text } = await visitor.get(address);
      expect(text).to.contain(`action="${address.replaceAll("&", "&amp;")}"`);
      const answer = await visitor.delete(address, { token: await idOf("key 9") });
      expect(answer.headers["location"]).to.equal(address);
    });

    it("after asking for the password next to the token when it wasn't confirmed recently", async () => {
      const { user, visitor } = await administrator();
      await world.make.token(user, { name: "one" });
      await world.make.token(user, { name: "two" });
      world.advance(16 * MINUTE);
      const token = await idOf("two");
      expect((await visitor.get(LIST)).text).to.contain(`id="${token}-current_password"`);
      const wrong = await visitor.delete(LIST, { token, current_password: "wrong" });
      expect(wrong.status).to.equal(422);
      expect(wrong.text.match(/<dialog [^>]* open>/g)).to.have.length(1);
      expect(wrong.text).to.contain(`id="${token}-current_password-error"`);
      expect(wrong.text).to.contain(`href="#${token}-current_password"`);
      expect(wrong.text).not.to.contain('id="current_password-error"');
      const bare = await visitor.delete(LIST, { token });
      expect(bare.headers["location"]).to.match(/^\/user\/confirm-password/);
      expect(await isActive("two")).to.equal(true);
      const answer = await visitor.delete(LIST, { token, current_password: PASSWORD });
      expect(answer.status).to.equal(303);
      expect([await isActive("one"), await isActive("two")]).to.deep.equal([true, false]);
    });

    /** Owner, caller (permissions and rank), the response to the form, and whether the page shows the form. */
    const matrix: [owner: string, permissions: string[], rank: number, status: number, offered: boolean][] = [
      ["user", [], 2, 403, false],
      ["user", ["api-tokens.read"], 2, 403, false],
      ["user", ["api-tokens.read", "dashboard.read"], 2, 403, false],
      // without the read permission, the tokens look as if they didn't exist
      ["user", ["api-tokens.delete", "dashboard.read"], 3, 403, false],
      ["user", ["api-tokens.read", "api-tokens.delete", "dashboard.read"], 3, 303, true],
      ["user", ["api-tokens.read", "api-tokens.delete", "dashboard.read"], 2, 303, true],
      // permissions of the default role are left out of the comparison
      ["user", ["api-tokens.read", "api-tokens.delete"], 2, 303, true],
      // an account with a permission that the actor lacks
      ["admin", ["api-tokens.read", "api-tokens.delete", "dashboard.read"], 2, 403, false],
      // a higher-ranked account looks as if it didn't exist
      ["user", ["api-tokens.read", "api-tokens.delete", "dashboard.read"], 4, 404, false],
      ["admin", ["api-tokens.read", "api-tokens.delete", "dashboard.read"], 3, 404, false],
      ["system_admin", ["api-tokens.read", "api-tokens.delete", "dashboard.read"], 2, 404, false],
    ];
    for (const [role, permissions, rank, status, offered] of matrix)
      it(`of ${role} by rank ${rank} with ${permissions.join(", ") || "nothing"}: ${status}`, async () => {
        const owner = await world.make.user({ role });
        await world.make.token(owner, { name: "theirs" });
        const actor = await holder(permissions, rank);
        const { visitor } = await world.signedIn(actor);
        const token = await idOf("theirs");
        expect((await visitor.get(LIST)).text.includes(`value="${token}"`)).to.equal(offered);
        const answer = await visitor.delete(LIST, { token });
        expect(answer.status).to.equal(status);
        expect(await isActive("theirs")).to.equal(status !== 303);
        const { knex } = world.services;
        expect(await knex("mails")).to.have.length(status === 303 ? 1 : 0);
        expect(await knex("activity_log").where({ event: "token_revoked" })).to.have.length(
          status === 303 ? 1 : 0,
        );
      });

    it("no unknown token, with the response for a hidden one", async () => {
      const above = await world.make.user({ role: "system_admin" });
      await world.make.token(above, { name: "above" });
      const actor = await holder(ALL, 2);
      const { visitor } = await world.signedIn(actor);
      for (const token of [
        await idOf("above"),
        "019a8f3c-6a1e-7c3b-9d52-000000000000",
        "",
        "nothing",
        "ş' or 1=1",
      ]) {
        await visitor.get(LIST);
        expect((await visitor.delete(LIST, { token })).status, token).to.equal(404);
      }
      const powerless = await world.signedIn(await world.make.user());
      for (const token of [await idOf("above"), "019a8f3c-6a1e-7c3b-9d52-000000000000", "nothing"]) {
        await powerless.visitor.get(LIST);
        expect((await powerless.visitor.delete(LIST, { token })).status, token).to.equal(403);
      }
      expect(await isActive("above")).to.equal(true);
    });

    it("no token of an account that has since been promoted above the actor", async () => {
      const owner = await world.make.user();
      await world.make.token(owner, { name: "theirs" });
      const { visitor } = await world.signedIn(await holder([...ALL, "dashboard.read"], 2));
      await visitor.get(LIST);
      await world.make.giveRole(owner, "system_admin");
      expect((await visitor.delete(LIST, { token: await idOf("theirs") })).status).to.equal(404);
      expect(await isActive("theirs")).to.equal(true);
    });
  });

  it("nothing for guests and without a CSRF token", async () => {
    const guest = world.visitor();
    expect((await guest.get(LIST)).headers["location"]).to.match(/^\/login\?next=/);
    const { user, visitor } = await administrator();
    await world.make.token(user, { name: "kept" });
    await visitor.get(LIST);
    const token = await idOf("kept");
    expect((await visitor.delete(LIST, { token, _csrf: "wrong" })).status).to.equal(419);
    await guest.get("/login");
    expect((await guest.delete(LIST, { token })).headers["location"]).to.match(/^\/login/);
    expect(await tokens()).to.have.length(1);
    expect(await isActive("kept")).to.equal(true);
  });
});
