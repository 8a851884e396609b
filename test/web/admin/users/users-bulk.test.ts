import { expect } from "chai";
import type { Response } from "supertest";
import { MINUTE } from "../../../../src/lib/clock.js";
import type { User } from "../../../../src/models/user.js";
import { isErrorLine } from "../../../support/app/log.js";
import { issueEveryCredential, countActiveCredentials, ofEach } from "../../../support/app/credentials.js";
import { PASSWORD } from "../../../support/app/factories.js";
import { textOf, type Fields, type Visitor } from "../../../support/app/web.js";
import { useWorld, type World } from "../../../support/app/world.js";

const LIST = "/admin/users";
const BULK = "/admin/users/bulk";
const NO_ACCOUNT = "019a8f3c-6a1e-7c3b-9d52-000000000000";

/** The fields that the preview submits with its confirmation. */
const boxesOf = (html: string): string[] =>
  [...html.matchAll(/type="hidden" name="users" value="([^"]+)"/g)].map(([, value]) => value!);

async function administrator(world: World, role = "system_admin"): Promise<{ user: User; visitor: Visitor }> {
  const signedIn = await world.signedIn(await world.make.user({ role, first_name: "Root" }));
  await signedIn.visitor.get(LIST);
  return signedIn;
}
const statusOf = async (world: World, { id }: { id: string }): Promise<string | null> =>
  ((await world.services.knex("users").where({ id }).first()) as User).status;
const activities = (world: World, event: string): Promise<Record<string, unknown>[]> =>
  world.services.knex("activity_log").where({ event }).orderBy("id");

describe("A status for several accounts", () => {
  const world = useWorld();
  beforeEach(() => world.freezeTime());

  describe("is previewed", () => {
    it("with the current and new status of each account, without changing anything", async () => {
      const { visitor } = await administrator(world);
      const grace = await world.make.user({ first_name: "Grace", email: "grace@example.test" });
      const alan = await world.make.user({ first_name: "Alan", status: "inactive" });
      const answer = await visitor.submit(BULK, { users: [grace.id, alan.id], act: "status:banned" });
      expect(answer.status).to.equal(200);
      const said = textOf(answer);
      expect(said).to.contain("2 accounts will change").and.contain("1 account loses access immediately");
      expect(said).to.match(/Grace Lovelace grace@example\.test Active → Banned Access revoked/);
      expect(said).to.match(/Alan Lovelace \S+ Inactive → Banned (?!Access revoked)/);
      expect(said).not.to.contain("account won't change");
      expect(boxesOf(answer.text)).to.deep.equal([`${grace.id} 1`, `${alan.id} 1`]);
      expect(await statusOf(world, grace)).to.equal("active");
      expect(await activities(world, "user_updated")).to.be.empty;
    });

    it("with skipped accounts and the reason: one's own, unknown, hidden, or unchanged", async () => {
      const { user, visitor } = await administrator(world, "admin");
      const root = await world.make.user({ role: "system_admin", email: "root@example.test" });
      const banned = await world.make.user({ first_name: "Bob", status: "banned" });
      const answer = await visitor.submit(BULK, {
        users: [user.id, NO_ACCOUNT, root.id, banned.id],
        act: "status:banned",
      });
      const said = textOf(answer);
      expect(said).to.contain("4 accounts won't change").and.contain("No account would change.");
      expect(said).to.match(
        /Root Lovelace \S+ Active Change your own password and email on your account pages\./,
      );
      expect(said).to.match(/Bob Lovelace \S+ Banned Already has this status\./);
      expect(
        said
          .replaceAll(root.id, NO_ACCOUNT)
          .split(`Unknown account ${NO_ACCOUNT} This account doesn't exist`),
      ).to.have.length(3);
      expect(said).not.to.contain("root@example.test");
      expect(answer.text).not.to.contain('value="PUT"');
    });

    it("with the effect of a status that doesn't revoke access", async () => {
      await world.services.knex("definitions").insert({
        id: NO_ACCOUNT,
        key: "userStatus",
        value: "on_leave",
        label: "On leave",
        sort_order: 4,
        severity: "info",
        is_active: true,
      });
      await world.services.knex("cache_versions").where({ name: "definitions" }).increment("version", 1);
      const { visitor } = await administrator(world);
      const user = await world.make.user();
      const leave = textOf(await visitor.submit(BULK, { users: user.id, act: "status:on_leave" }));
      expect(leave)
        .to.contain("Only active accounts can sign in. Existing sessions continue.")
        .and.contain("On leave");
      await world.services.knex("users").where({ id: user.id }).update({ status: "banned" });
      const active = textOf(await visitor.submit(BULK, { users: user.id, act: "status:active" }));
      expect(active)
        .to.contain("1 account will change")
        .and.not.contain(
          "account loses access immediately: its sessions, access tokens, connected applications, pending sign-ins and reset links end. A later change of status doesn't restore them.",
        );
    });

    it("once for an account that is named twice", async () => {
      const { visitor } = await administrator(world);
      const { id } = await world.make.user();
      const answer = await visitor.submit(BULK, { users: [id, id, `${id} 1`, id], act: "status:banned" });
      expect(boxesOf(answer.text)).to.deep.equal([`${id} 1`]);
      expect(textOf(answer)).to.contain("1 account will change");
    });

    it("with messages for invalid ids of every kind, as text", async () => {
      const { user, visitor } = await administrator(world);
      const odd = [
        "",
        " ",
        "%",
        "ş' or 1=1 --",
        "<script>alert(1)</script>",
        `${user.id} `,
        user.id.toUpperCase(),
        `{${user.id}}`,
        "x".repeat(4000),
        "\u0000",
        "😀 1",
      ];
      const answer = await visitor.submit(BULK, { users: odd, act: "status:banned" });
      expect(answer.status).to.equal(200);
      expect(textOf(answer)).to.contain("No account would change.").and.not.contain("x".repeat(65));
      expect(answer.text).not.to.contain("<script>alert");
      expect(await statusOf(world, user)).to.equal("active");
    });

    it("on the list with an error and the previous selection when something is missing", async () => {
      const { visitor } = await administrator(world);
      const user = await world.make.user();
      const bare = await visitor.submit(`${BULK}?sort=email`, {});
      expect(bare.status).to.equal(422);
      expect(textOf(bare)).to.contain("Select at least one account.").and.contain("Choose what to change.");
      expect(bare.text).to.contain(`action="${BULK}?sort=email"`);
      const selected = await visitor.submit(BULK, { users: user.id, act: "status:nosuch" });
      expect(selected.status).to.equal(422);
      expect(textOf(selected)).to.contain("The selected status doesn't exist.");
      expect(selected.text).to.match(new RegExp(`value="${user.id}"[^>]* checked`));
    });

    it("for at most a hundred accounts with a message, and not for a thousand", async () => {
      const { visitor } = await administrator(world);
      const ids = (count: number): string[] =>
        Array.from({ length: count }, (_, index) => NO_ACCOUNT.slice(0, -4) + String(index).padStart(4, "0"));
      expect((await visitor.submit(BULK, { users: ids(100), act: "status:banned" })).status).to.equal(200);
      const more = await visitor.submit(BULK, { users: ids(101), act: "status:banned" });
      expect(more.status).to.equal(422);
      expect(textOf(more)).to.contain("You can change at most 100 accounts at a time.");
      expect((await visitor.submit(BULK, { users: ids(1000), act: "status:banned" })).status).to.equal(413);
    });
  });

  describe("is set", () => {
    async function confirm(visitor: Visitor, users: { id: string }[], status: string, more: Fields = {}) {
      const act = `status:${status}`;
      const preview = await visitor.submit(BULK, { users: users.map(({ id }) => id), act });
      return visitor.put(BULK, { users: boxesOf(preview.text), act, ...more });
    }

    it("for all of them, and returns to the list as it was", async () => {
      const { user: actor, visitor } = await administrator(world);
      const users = [await world.make.user(), await world.make.user({ status: "inactive" })];
      const preview = await visitor.submit(`${BULK}?search=a&sort=email`, {
        users: users.map(({ id }) => id),
        act: "status:banned",
      });
      expect(preview.text).to.contain(`action="${BULK}?search=a&amp;sort=email"`);
      const answer = await visitor.put(`${BULK}?search=a&sort=email`, {
        users: boxesOf(preview.text),
        act: "status:banned",
      });
      expect(answer.status).to.equal(303);
      expect(answer.headers["location"]).to.equal(`${LIST}?search=a&sort=email`);
      expect(textOf(await visitor.get(`${LIST}?search=a&sort=email`))).to.contain(
        "2 accounts now have the status “Banned”.",
      );
      for (const user of users) expect(await statusOf(world, user)).to.equal("banned");
      const rows = await activities(world, "user_updated");
      expect(rows.map((row) => row["subject_id"])).to.have.members(users.map(({ id }) => id));
      for (const row of rows) expect(row["actor_id"]).to.equal(actor.id);
      expect(JSON.parse(rows[0]!["changes"] as string)).to.deep.equal({
        before: { status: "active" },
        after: { status: "banned" },
      });
      const versions = (await world.services
        .knex("users")
        .whereIn(
          "id",
          users.map(({ id }) => id),
        )
        .pluck("version")) as number[];
      expect(versions).to.deep.equal([2, 2]);
    });

    it("and revokes access when it is denied, with the counts in the audit log", async () => {
      const { knex } = world.services;
      const { visitor } = await administrator(world);
      const { user, visitor: victim } = await world.signedIn();
      const api = world.api.as(await world.make.token(user));
      await issueEveryCredential(knex, user);
      const inactive = await world.make.user({ status: "inactive" });
      await issueEveryCredential(knex, inactive);
      const bystander = await world.make.user();
      await issueEveryCredential(knex, bystander);
      expect((await confirm(visitor, [user, inactive], "banned")).status).to.equal(303);
      expect(await countActiveCredentials(knex, user)).to.deep.equal(ofEach(0));
      expect(await countActiveCredentials(knex, inactive)).to.deep.equal(ofEach(1));
      expect(await countActiveCredentials(knex, bystander)).to.deep.equal(ofEach(1));
      await api.get("/auth/me").expect(401);
      expect((await victim.get("/dashboard")).headers["location"]).to.match(/^\/login/);
      const [row, ...others] = await activities(world, "account_cut_off");
      expect(others).to.be.empty;
      expect(row).to.include({ subject_id: user.id });
      expect((JSON.parse(row!["changes"] as string) as { revoked: object }).revoked).to.include({
        personal_access_tokens: 2,
        sessions: 2,
        oauth_refresh_tokens: 1,
        password_resets: 1,
      });
    });

    it("after the password, which the preview asks for when it wasn't confirmed recently", async () => {
      const { visitor } = await administrator(world);
      const user = await world.make.user();
      world.advance(16 * MINUTE);
      const preview = await visitor.submit(BULK, { users: user.id, act: "status:banned" });
      expect(preview.text).to.contain('id="bulk-confirm-current_password"');
      const users = boxesOf(preview.text);
      const wrong = await visitor.put(BULK, { users, act: "status:banned", current_password: "wrong" });
      expect(wrong.status).to.equal(422);
      expect(wrong.text).to.contain('id="bulk-confirm-current_password-error"');
      expect(boxesOf(wrong.text)).to.deep.equal(users);
      const bare = await visitor.put(BULK, { users, act: "status:banned" });
      expect(bare.headers["location"]).to.match(/^\/user\/confirm-password/);
      expect(await statusOf(world, user)).to.equal("active");
      const right = await visitor.put(BULK, { users, act: "status:banned", current_password: PASSWORD });
      expect(right.status).to.equal(303);
      expect(await statusOf(world, user)).to.equal("banned");
    });

    it("never for one's own account: the others change, and the response says so", async () => {
      const { user, visitor } = await administrator(world);
      const other = await world.make.user({ first_name: "Other" });
      for (const own of [user.id, `${user.id} 1`]) {
        const answer = await visitor.put(BULK, { users: [own, other.id], act: "status:inactive" });
        expect(answer.status).to.equal(200);
        expect(textOf(answer)).to.match(
          /Root Lovelace \S+ Active Change your own password and email on your account pages\./,
        );
        expect(await statusOf(world, user)).to.equal("active");
        expect(await statusOf(world, other)).to.equal("inactive");
      }
      expect((await visitor.get(LIST)).status).to.equal(200);
    });

    it("never for an account with more permissions: preview and response skip it", async () => {
      await world.make.role("support", 2, ["dashboard.read", "users.read", "users.update"]);
      const { visitor } = await administrator(world, "support");
      await world.make.role("janitor", 5, ["settings.update"]);
      const janitor = await world.make.user({ role: "janitor", first_name: "Jane" });
      const other = await world.make.user({ first_name: "Other" });
      const users = [janitor.id, other.id];
      const preview = await visitor.submit(BULK, { users, act: "status:banned" });
      expect(textOf(preview)).to.match(/Jane Lovelace \S+ Active You can't change this account/);
      const answer = await visitor.put(BULK, { users, act: "status:banned" });
      expect(textOf(answer)).to.match(/Jane Lovelace \S+ Active You can't change this account/);
      expect(await statusOf(world, janitor)).to.equal("active");
      expect(await statusOf(world, other)).to.equal("banned");
    });

    it("only for accounts that haven't changed since the preview", async () => {
      const { visitor } = await administrator(world);
      const kept = await world.make.user({ first_name: "Kept", status: "inactive" });
      const free = await world.make.user({ first_name: "Free", status: "inactive" });
      const preview = await visitor.submit(BULK, { users: [kept.id, free.id], act: "status:active" });
      const root = world.api.as(await world.make.token(await world.make.user({ role: "system_admin" })));
      await root.patch(`/users/${kept.id}`, { status: "banned" }).expect(200);
      const answer = await visitor.put(BULK, { users: boxesOf(preview.text), act: "status:active" });
      expect(answer.status).to.equal(200);
      const said = textOf(answer);
      expect(said).to.contain("1 account was changed").and.contain("1 account was not changed");
      expect(said).to.match(/Kept Lovelace \S+ Banned Someone else has since changed it\./);
      expect(await statusOf(world, kept)).to.equal("banned");
      expect(await statusOf(world, free)).to.equal("active");
    });

    it("C22: never for higher-ranked accounts, which are reported as unknown", async () => {
      await world.make.role("peer", 3, ["users.read", "users.update"]);
      const { visitor } = await administrator(world, "peer");
      const above = await world.make.user({ role: "admin", email: "above@example.test" });
      const below = await world.make.user();
      const answer = await visitor.put(BULK, {
        users: [above.id, NO_ACCOUNT, below.id],
        act: "status:banned",
      });
      expect(textOf(answer)).to.contain("1 account was changed").and.not.contain("above@example.test");
      expect(await statusOf(world, above)).to.equal("active");
      expect(await statusOf(world, below)).to.equal("banned");
    });

    it("never for accounts that have been promoted above the actor since the preview", async () => {
      await world.make.role("peer", 3, ["users.read", "users.update"]);
      const { visitor } = await administrator(world, "peer");
      const user = await world.make.user();
      const preview = await visitor.submit(BULK, { users: user.id, act: "status:banned" });
      await world.make.giveRole(user, "admin");
      const answer = await visitor.put(BULK, { users: boxesOf(preview.text), act: "status:banned" });
      expect(textOf(answer)).to.contain("This account doesn't exist, or you can't see it.");
      expect(await statusOf(world, user)).to.equal("active");
    });

    /** Breaks the database for every change after the first `count` ones. */
    async function failingAfter(count: number, work: () => Promise<Response>): Promise<Response> {
      const { authority } = world.services;
      const within = authority.within.bind(authority);
      let changes = 0;
      authority.within = (trx) => (changes++ < count ? within(trx) : Promise.reject(new Error("on purpose")));
      try {
        return await work();
      } finally {
        delete (authority as Partial<typeof authority>).within; // restores the method of the class
      }
    }

    it("until an error interrupts it", async () => {
      const { visitor } = await administrator(world);
      const users = [];
      for (const first_name of ["One", "Two", "Three"]) users.push(await world.make.user({ first_name }));
      const fields = { users: users.map(({ id }) => id), act: "status:banned" };
      const answer = await failingAfter(1, () => visitor.put(BULK, fields));
      expect(answer.status).to.equal(200);
      const said = textOf(answer);
      expect(said).to.contain("1 account was changed").and.contain("2 accounts were not changed");
      expect(said).to.match(/Two Lovelace \S+ Active Something went wrong\./);
      expect(said).to.match(/Three Lovelace \S+ Active Not attempted\./);
      for (const [index, status] of ["banned", "active", "active"].entries())
        expect(await statusOf(world, users[index]!)).to.equal(status);
      expect(world.logs.filter(isErrorLine)).to.have.length(1);
    });

    it("for no account, with an error page, when the first change fails", async () => {
      const { visitor } = await administrator(world);
      const user = await world.make.user();
      const answer = await failingAfter(0, () => visitor.put(BULK, { users: user.id, act: "status:banned" }));
      expect(answer.status).to.equal(500);
      expect(await statusOf(world, user)).to.equal("active");
    });

    it("a second time without effect", async () => {
      const { visitor } = await administrator(world);
      const user = await world.make.user();
      for (let time = 1; time <= 2; time++) await visitor.put(BULK, { users: user.id, act: "status:banned" });
      expect(await activities(world, "account_cut_off")).to.have.length(1);
      expect(await activities(world, "user_updated")).to.have.length(1);
    });
  });

  it("requires the permissions to change and to see accounts, and a CSRF token", async () => {
    const victim = await world.make.user();
    const fields = { users: victim.id, act: "status:banned" };
    const guest = world.visitor();
    await guest.get("/login");
    expect((await guest.submit(BULK, fields)).headers["location"]).to.match(/^\/login/);
    expect((await guest.put(BULK, fields)).headers["location"]).to.match(/^\/login/);
    await world.make.role("reader", 2, ["users.read", "dashboard.read"]);
    await world.make.role("writer", 2, ["users.update", "dashboard.read"]);
    for (const role of ["user", "reader", "writer"]) {
      const { visitor } = await world.signedIn(await world.make.user({ role }));
      expect((await visitor.submit(BULK, fields)).status, role).to.equal(403);
      await visitor.get("/dashboard");
      expect((await visitor.put(BULK, fields)).status, role).to.equal(403);
    }
    const { visitor } = await administrator(world);
    expect((await visitor.put(BULK, { ...fields, _csrf: "wrong" })).status).to.equal(419);
    expect((await visitor.submit(BULK, { ...fields, _csrf: "wrong" })).status).to.equal(419);
    expect(await statusOf(world, victim)).to.equal("active");
  });
});

describe("A status for several accounts with the kill switch off", () => {
  const world = useWorld({}, { security: { enforce_active_status: false } });

  it("announces no revocation and revokes nothing", async () => {
    const { visitor } = await administrator(world);
    const user = await world.make.user();
    await issueEveryCredential(world.services.knex, user);
    const preview = await visitor.submit(BULK, { users: user.id, act: "status:banned" });
    expect(textOf(preview))
      .to.contain(
        "This service is configured to keep existing sessions: signed-in users stay signed in, and only new sign-ins are refused.",
      )
      .and.not.contain(
        "account loses access immediately: its sessions, access tokens, connected applications, pending sign-ins and reset links end. A later change of status doesn't restore them.",
      );
    expect((await visitor.put(BULK, { users: boxesOf(preview.text), act: "status:banned" })).status).to.equal(
      303,
    );
    expect(await countActiveCredentials(world.services.knex, user)).to.deep.equal(ofEach(1));
  });

  it("leaves one active system administrator, whoever the actor is", async () => {
    const root = await world.make.user({ role: "system_admin", first_name: "Late", status: "active" });
    const { user: actor, visitor } = await administrator(world);
    await world.services.knex("users").where({ id: actor.id }).update({ status: "inactive" });
    const other = await world.make.user({ role: "system_admin" });
    await visitor.get(LIST);
    const answer = await visitor.put(BULK, { users: [root.id, other.id], act: "status:inactive" });
    expect(answer.status).to.equal(200);
    expect(textOf(answer)).to.contain("At least one active system administrator must remain.");
    const left = [await statusOf(world, root), await statusOf(world, other)];
    expect(left).to.deep.equal(["inactive", "active"]);
  });
});
