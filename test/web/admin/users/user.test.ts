import { expect } from "chai";
import type { Response } from "supertest";
import { DAY, MINUTE } from "../../../../src/lib/clock.js";
import type { User } from "../../../../src/models/user.js";
import { issueEveryCredential, countActiveCredentials, ofEach } from "../../../support/app/credentials.js";
import { PASSWORD } from "../../../support/app/factories.js";
import { queuedMails } from "../../../support/app/mails.js";
import { textOf, type Fields, type Visitor } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";

const NEW_PASSWORD = "another-horse-battery";
const newPassword = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
const MARKUP = `<img src=x onerror=alert(1)>"'`;

describe("The page of a user", () => {
  const world = useWorld();
  let admin: User;
  let visitor: Visitor;
  let user: User;
  beforeEach(async () => {
    ({ user: admin, visitor } = await world.signedIn(await world.make.user({ role: "admin" })));
    user = await world.make.user({ first_name: "Grace", last_name: "Hopper", email: "grace@example.test" });
  });

  const at = ({ id } = user): string => `/admin/users/${id}`;
  const row = async ({ id } = user): Promise<User> =>
    (await world.services.knex("users").where({ id }).first()) as User;
  const rolesOf = async ({ id } = user): Promise<string[]> =>
    (await world.services
      .knex("role_user")
      .join("roles", "roles.id", "role_user.role_id")
      .where({ user_id: id })
      .orderBy("name")
      .pluck("name")) as string[];
  const changed = async (event: string): Promise<object[]> => {
    const rows = (await world.services.knex("activity_log").where({ event }).orderBy("created_at")) as {
      actor_id: string;
      subject_id: string;
      changes: string;
    }[];
    return rows.map(({ actor_id, subject_id, changes }) => ({
      actor_id,
      subject_id,
      changes: JSON.parse(changes) as object,
    }));
  };
  /** The fields of the unchanged account form. */
  const formOf = async (account = user, by = visitor): Promise<Fields> => {
    const { first_name, last_name, email, status, version } = await row(account);
    const [role = ""] = await rolesOf(account);
    await by.get(at(account));
    return { first_name, last_name, email, status: status!, role, _version: String(version) };
  };
  const save = async (changes: Fields, account = user, by = visitor): Promise<Response> =>
    by.put(at(account), { ...(await formOf(account, by)), ...changes, _confirmed: "1" });
  const expectSaved = (answer: Response, account = user): void => {
    expect(answer.status, textOf(answer)).to.equal(303);
    expect(answer.headers["location"]).to.equal(at(account));
  };
  const after = async (): Promise<string> => textOf(await visitor.get(at()));
  const formsOf = (answer: Response): string[] =>
    [...answer.text.matchAll(/<form[^>]* action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g)]
      .filter(([, action]) => action!.startsWith("/admin/users/"))
      .map(([, action, inside]) => {
        const method = /name="_method" value="(\w+)"/.exec(inside!)?.[1] ?? "POST";
        return `${method} ${action!.replace(/^\/admin\/users\/[^/]+/, "")}`;
      })
      .sort();

  it("shows personal data, permissions and active sessions and tokens", async () => {
    await issueEveryCredential(world.services.knex, user);
    const answer = await visitor.get(at());
    expect(answer.status).to.equal(200);
    for (const words of [
      "Grace Hopper",
      "grace@example.test",
      "Active",
      "User",
      "Not verified",
      "Off. Only the password protects this account.",
      "1 session",
      "1 access token",
      "1 application",
      "Not yet",
      user.id,
    ])
      expect(textOf(answer), words).to.contain(words);
  });

  it("shows the last sign-in, two-factor authentication and verification with their times", async () => {
    await world.services
      .knex("users")
      .where({ id: user.id })
      .update({ email_verified_at: Date.now() - DAY });
    await world.signedIn(user);
    await world.make.twoFactor(user);
    const words = await after();
    expect(words).to.match(/Last sign-in .+ from [\d.]+/);
    expect(words).to.match(/Two-factor authentication Turned on now /);
    expect(words).to.contain("Verified 1 day ago");
  });

  it("shows recent activity with actors only to readers of the audit log", async () => {
    await save({ first_name: "Amazing" });
    const words = await after();
    expect(words).to.contain("Recent activity");
    expect(words).to.match(/Account changed by Ada Lovelace/);
    await world.make.role("clerk", 3, ["users.read"]);
    const clerk = await world.signedIn(await world.make.user({ role: "clerk" }));
    expect(textOf(await clerk.visitor.get(at()))).not.to.contain("Recent activity");
  });

  it("saves name, address, role and status, and records old and new values", async () => {
    await world.make.role("helpdesk", 3, ["users.read"]);
    const answer = await save({
      first_name: "Amazing",
      email: " Amazing@Example.test ",
      role: "helpdesk",
      status: "inactive",
    });
    expectSaved(answer);
    expect(await row()).to.include({
      first_name: "Amazing",
      last_name: "Hopper",
      email: "amazing@example.test",
      status: "inactive",
    });
    expect(await rolesOf()).to.deep.equal(["helpdesk"]);
    expect(await changed("user_updated")).to.deep.equal(
      [
        {
          actor_id: admin.id,
          subject_id: user.id,
          changes: {
            before: { first_name: "Grace", email: "grace@example.test", status: "active", role: "user" },
            after: {
              first_name: "Amazing",
              email: "amazing@example.test",
              status: "inactive",
              role: "helpdesk",
              email_verified_at: null,
            },
          },
        },
      ].map((entry) => ({ ...entry, changes: withVerification(entry.changes) })),
    );
  });
  /** Clears the verification, which the log records before and after. */
  const withVerification = ({ before, after }: { before: object; after: object }): object => ({
    before: { ...before, email_verified_at: null },
    after,
  });

  it("changes and records nothing when nothing differs", async () => {
    const before = await row();
    expectSaved(await save({}));
    expect(await row()).to.deep.equal(before);
    expect(await changed("user_updated")).to.deep.equal([]);
    expect(await queuedMails(world.services)).to.deep.equal([]);
  });

  it("notifies the old address, and verifies the new one while verification is on", async () => {
    await world.services.settings.write({ "auth.email_verification": "1" });
    await world.services.knex("users").where({ id: admin.id }).update({ email_verified_at: Date.now() });
    await save({ email: "amazing@example.test" });
    const mails = await queuedMails(world.services);
    expect(mails.map(({ kind, to }) => [kind, to])).to.deep.equal([
      ["email_changed", "grace@example.test"],
      ["verify_email", "amazing@example.test"],
    ]);
    expect(mails[0]!.text).to.contain("amazing@example.test");
  });

  describe("with a status that revokes access", () => {
    it("C20: explains the effect before, ends all access and shows how much", async () => {
      const token = world.api.as(await world.make.token(user));
      const { visitor: banned } = await world.signedIn(user);
      await issueEveryCredential(world.services.knex, user);
      expect(await after()).to.contain("Inactive and Banned end all sessions and tokens immediately.");
      expectSaved(await save({ status: "banned" }));
      expect(await after()).to.contain(
        "Changes saved. Access revoked: 2 sessions, 2 access tokens, 1 application.",
      );
      expect(await countActiveCredentials(world.services.knex, user)).to.deep.equal(ofEach(0));
      await token.get("/auth/me").expect(401);
      expect((await banned.get("/dashboard")).headers["location"]).to.match(/^\/login/);
      const [cutOff] = (await changed("account_cut_off")) as { changes: { revoked: object } }[];
      expect(cutOff!.changes.revoked).to.include({ sessions: 2, personal_access_tokens: 2 });
    });

    it("asks before it ends all access, with the entries and what ends", async () => {
      const form = { ...(await formOf()), first_name: "Amazing", status: "banned" };
      await world.make.token(user);
      const before = await row();
      const asked = await visitor.put(at(), form);
      expect(asked.status).to.equal(200);
      const [dialog] = /<dialog[^>]* open>[\s\S]*?<\/dialog>/.exec(asked.text)!;
      expect(dialog)
        .to.contain("Banned")
        .and.contain("1 access token")
        .and.contain("Nothing has been saved yet");
      expect(await row()).to.deep.equal(before);
      const hidden = [...dialog.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
      const fields = Object.fromEntries(hidden.map(([, name, value]) => [name!, value!]));
      expectSaved(await visitor.submit(at(), fields));
      expect(await row()).to.include({ status: "banned", first_name: "Amazing" });
    });

    it("doesn't ask about a status that ends nothing, or that can't be changed", async () => {
      await world.services.knex("users").where({ id: user.id }).update({ status: "banned" });
      expectSaved(await visitor.put(at(), { ...(await formOf()), status: "inactive" }));
      const own = await visitor.put(at(admin), { status: "banned" });
      expect(own.status).to.equal(403);
    });

    it("C20: ends nothing when a denied account is edited, and restores nothing", async () => {
      await save({ status: "banned" });
      await issueEveryCredential(world.services.knex, user);
      await save({ first_name: "Amazing" });
      await save({ status: "inactive" });
      await save({ status: "active" });
      expect(await countActiveCredentials(world.services.knex, user)).to.deep.equal(ofEach(1));
      expect(await changed("account_cut_off")).to.have.length(1);
    });

    it("shows an undefined status unchanged and keeps it", async () => {
      await world.services.knex("users").where({ id: user.id }).update({ status: "on_leave" });
      const page = await visitor.get(at());
      expect(page.text).to.match(/<option value="" selected>on_leave<\/option>/);
      expectSaved(await save({ status: "", first_name: "Amazing" }));
      expect(await row()).to.include({ status: "on_leave", first_name: "Amazing" });
    });
  });

  describe("with a new password", () => {
    it("ends all access of the account, says so, and notifies the owner", async () => {
      const token = world.api.as(await world.make.token(user));
      await visitor.get(at());
      expectSaved(await visitor.put(at(), newPassword));
      expect(await after()).to.contain("Password set. Access revoked: 1 access token.");
      await token.get("/auth/me").expect(401);
      await world.api.post("/auth/login", { email: user.email, password: NEW_PASSWORD }).expect(200);
      const [mail] = await queuedMails(world.services, "password_set");
      expect(mail).to.include({ to: user.email, link: "/forgot-password" });
      expect(mail!.text + mail!.html!).not.to.contain(NEW_PASSWORD);
      const [log] = (await changed("user_updated")) as { changes: object }[];
      expect(JSON.stringify(log)).to.contain('"password":"changed"').and.not.contain(NEW_PASSWORD);
    });

    it("keeps the password when its field is empty", async () => {
      const before = (await row()).password;
      expectSaved(await save({ first_name: "Amazing", password: "", password_confirmation: "" }));
      expect((await row()).password).to.equal(before);
    });

    const wrong: [title: string, fields: Fields, sentence: string][] = [
      ["none", { password: "", password_confirmation: "" }, "Enter a password."],
      [
        "one that is too short",
        { password: "short", password_confirmation: "short" },
        "at least 8 characters",
      ],
      ["a different confirmation", { ...newPassword, password_confirmation: "x" }, "does not match"],
    ];
    for (const [title, fields, sentence] of wrong)
      it(`rejects ${title}, with an error in that form only`, async () => {
        const before = await row();
        await visitor.get(at());
        const answer = await visitor.put(at(), fields);
        expect(answer.status).to.equal(422);
        expect(textOf(answer)).to.contain(sentence);
        expect(answer.text.match(/data-focus/g)).to.have.length(1);
        expect(await row()).to.deep.equal(before);
      });
  });

  describe("when another administrator has saved first", () => {
    it("saves nothing, keeps the input, and shows the current values", async () => {
      const form = await formOf();
      await save({ first_name: "Amazing", status: "inactive" });
      const before = await row();
      const answer = await visitor.put(at(), { ...form, first_name: "Gracie", last_name: "Murray" });
      expect(answer.status).to.equal(409);
      expect(await row()).to.deep.equal(before);
      expect(answer.text).to.contain('value="Gracie"').and.contain('value="Murray"');
      const words = textOf(answer);
      expect(words).to.contain(
        "Someone else changed this after you opened the page, so we haven't saved anything yet. Your entries are still here: save again to keep them.",
      );
      expect(words).to.contain("First name : Amazing");
      expect(words).to.contain("Last name : Hopper");
      expect(words).to.contain("Status : Inactive");
      expect(words).not.to.contain("Email :");
    });

    it("accepts the form when it is submitted again", async () => {
      const form = await formOf();
      await save({ first_name: "Amazing" });
      const answer = await visitor.put(at(), { ...form, last_name: "Murray" });
      const version = /name="_version" value="(\d+)"/.exec(answer.text)![1]!;
      expectSaved(await visitor.put(at(), { ...form, last_name: "Murray", _version: version }));
      expect(await row()).to.include({ first_name: "Grace", last_name: "Murray" });
    });
  });

  describe("for an account with several roles, or none", () => {
    it("keeps all roles when only the name is saved", async () => {
      await world.make.role("helpdesk", 3, ["users.read"]);
      await world.make.giveRole(user, "helpdesk");
      const page = await visitor.get(at());
      expect(page.text).to.match(/<option value="" selected>helpdesk, User<\/option>/);
      expectSaved(await save({ role: "", first_name: "Amazing" }));
      expect(await rolesOf()).to.deep.equal(["helpdesk", "user"]);
      expectSaved(await save({ role: "user" }));
      expect(await rolesOf()).to.deep.equal(["user"]);
    });

    it("says that there is no role, and can assign one", async () => {
      const nobody = await world.make.user({ role: null });
      expect(textOf(await visitor.get(at(nobody)))).to.contain("No role");
      expectSaved(await save({ role: "" }, nobody), nobody);
      expect(await rolesOf(nobody)).to.deep.equal([]);
      expectSaved(await save({ role: "user" }, nobody), nobody);
      expect(await rolesOf(nobody)).to.deep.equal(["user"]);
    });
  });

  describe("deletes the account", () => {
    it("after a confirmation, ends all access, notifies the owner and returns to the list", async () => {
      const token = world.api.as(await world.make.token(user));
      expect(await after()).to.contain("The account of grace@example.test is cut off immediately.");
      const answer = await visitor.delete(at());
      expect(answer.headers["location"]).to.equal("/admin/users");
      expect((await row()).deleted_at).to.be.a("number");
      await token.get("/auth/me").expect(401);
      expect(textOf(await visitor.get("/admin/users"))).to.contain(
        "The account of Grace Hopper was deleted. You can restore it for 30 days.",
      );
      expect(await queuedMails(world.services, "account_deleted")).to.have.length(1);
      expect((await visitor.get(at())).status).to.equal(404);
      expect((await visitor.delete(at())).status).to.equal(404);
    });
  });

  it("shows every form to users with every permission", async () => {
    await world.make.twoFactor(user);
    await world.services
      .knex("users")
      .where({ id: user.id })
      .update({ avatar: `${"a".repeat(32)}.webp` });
    expect(formsOf(await visitor.get(at()))).to.deep.equal([
      "DELETE ",
      "DELETE /access",
      "DELETE /avatar",
      "DELETE /two-factor",
      "POST /avatar",
      "POST /reset-link",
      "PUT ",
      "PUT ",
      "PUT /status",
      "PUT /status",
    ]);
  });

  it("asks for the password in every form when it wasn't confirmed recently", async () => {
    await world.make.twoFactor(user);
    world.advance(16 * MINUTE);
    const page = await visitor.get(at());
    const ids = [...page.text.matchAll(/id="([\w-]*current_password)"/g)].map(([, id]) => id);
    expect(ids).to.deep.equal([
      "banned-current_password",
      "inactive-current_password",
      "account-current_password",
      "two-factor-current_password",
      "access-current_password",
      "password-current_password",
      "picture-current_password",
      "delete-current_password",
    ]);
    expectSaved(await save({ first_name: "Amazing", current_password: PASSWORD }));
    expect((await row()).first_name).to.equal("Amazing");
  });

  it("is in Turkish for a Turkish reader", async () => {
    await world.services.knex("users").where({ id: admin.id }).update({ locale: "tr" });
    const words = await after();
    for (const part of ["Tüm kullanıcılar", "Hesap", "Etkin", "Güvenlik", "Hesabı sil"])
      expect(words).to.contain(part);
  });

  it("H39: shows names as text everywhere", async () => {
    await world.services
      .knex("users")
      .where({ id: user.id })
      .update({ first_name: MARKUP, last_name: MARKUP, status: "<b>odd", pending_email: "<i>@x" });
    const page = await visitor.get(at());
    expect(page.status).to.equal(200);
    expect(page.text).not.to.match(/<img src=x|<b>odd|<i>@x/);
    const again = await save({ first_name: `${MARKUP}<script>`, email: "no address" });
    expect(again.status).to.equal(422);
    expect(again.text).not.to.match(/<img src=x|onerror=alert\(1\)>"/);
  });

  describe("for one's own account", () => {
    it("C23: has only the name, and links to the profile for the rest", async () => {
      const page = await visitor.get(at(admin));
      expect(formsOf(page)).to.deep.equal(["PUT "]);
      expect(page.text).not.to.match(/name="(email|role|status|password)"/);
      expect(textOf(page)).to.contain(
        "This is your account. Change your email, password, picture and second factor on your account pages. Only another administrator can change your role and status.",
      );
      expect(textOf(page)).to.contain("Change your own password and email on your account pages.");
      expectSaved(await save({ first_name: "Augusta" }, admin), admin);
      expect((await row(admin)).first_name).to.equal("Augusta");
    });

    for (const [title, fields] of [
      ["the status", { status: "inactive" }],
      ["a role", { role: "user" }],
      ["a role together with a name", { role: "user", first_name: "Augusta" }],
      ["another address", { email: "mine@example.test" }],
      ["a new password", newPassword],
    ] as [string, Fields][])
      it(`C22: rejects ${title} in a forged form`, async () => {
        const before = [await row(admin), await rolesOf(admin)];
        expect((await save(fields, admin)).status).to.equal(403);
        expect([await row(admin), await rolesOf(admin)]).to.deep.equal(before);
      });

    it("C23: can't delete it, with any spelling of the id", async () => {
      await visitor.get(at(admin));
      const { id } = admin;
      for (const alias of [id, id.toUpperCase(), `%20${id}`, `${id}%20`, `{${id}}`, `${id}/`]) {
        const answer = await visitor.delete(`/admin/users/${alias}`, { user: id, _user: id });
        expect(answer.status, alias).to.be.oneOf([403, 404]);
      }
      expect((await row(admin)).deleted_at).to.equal(null);
    });
  });

  describe("for an account with more permissions", () => {
    beforeEach(async () => {
      await world.make.role("janitor", 5, ["settings.update"]);
      user = await world.make.user({ role: "janitor" });
      await world.make.twoFactor(user);
    });

    it("C22: shows address and role read-only, hides forbidden forms, and explains why", async () => {
      const page = await visitor.get(at());
      expect(formsOf(page)).to.deep.equal(["POST /avatar", "POST /reset-link", "PUT "]);
      expect(page.text).not.to.match(/name="(email|role|status|password)"/);
      expect(textOf(page)).to.contain(
        "This account has more rights than you. Only someone with all of its rights can change its email, role, password, second factor and access.",
      );
      expect(textOf(page)).to.contain("janitor");
    });

    it("saves the name", async () => {
      expectSaved(await save({ first_name: "Amazing" }));
      expect(await row()).to.include({ first_name: "Amazing", status: "active" });
    });

    it("C22: rejects its deletion in a forged form", async () => {
      await visitor.get(at());
      expect((await visitor.delete(at())).status).to.equal(403);
      expect((await row()).deleted_at).to.equal(null);
    });

    for (const [title, fields] of [
      ["another address", { email: "mine@example.test" }],
      ["another role", { role: "user" }],
      ["another status", { status: "inactive" }],
      ["a new password", newPassword],
      ["a name together with another address", { first_name: "Augusta", email: "mine@example.test" }],
    ] as [string, Fields][])
      it(`C22: rejects ${title} in a forged form`, async () => {
        const before = [await row(), await rolesOf()];
        const answer = await save(fields);
        expect(answer.status).to.equal(403);
        expect(textOf(answer)).to.contain("it has permissions that you don't have");
        expect([await row(), await rolesOf()]).to.deep.equal(before);
        expect(await queuedMails(world.services)).to.deep.equal([]);
      });
  });

  describe("rejects", () => {
    it("C22: an account of a higher rank as if it didn't exist", async () => {
      const above = await world.make.user({ role: "system_admin" });
      await visitor.get("/profile");
      const answers = [
        await visitor.get(at(above)),
        await visitor.put(at(above), { first_name: "Augusta" }),
        await visitor.delete(at(above)),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404]);
      expect(await row(above)).to.include({ first_name: "Ada", deleted_at: null });
    });

    it("C22: a role above one's own, and one with a permission that one lacks", async () => {
      await world.make.role("janitor", 9, ["settings.update"]);
      const page = await visitor.get(at());
      expect(page.text)
        .to.match(/<option value="admin"/)
        .and.not.match(/value="(janitor|system_admin)"/);
      for (const role of ["janitor", "system_admin"]) {
        expect((await save({ role })).status, role).to.equal(403);
        expect(await rolesOf()).to.deep.equal(["user"]);
      }
    });

    it("C21: fields that aren't in the form, without changing anything", async () => {
      const before = await row();
      const others = await row(admin);
      expectSaved(
        await save({
          user_id: admin.id,
          id: admin.id,
          version: "99",
          two_factor_secret: "x",
          two_factor_confirmed_at: "1",
          two_factor_recovery_codes: "x",
          email_verified_at: "1",
          password_changed_at: "1",
          created_at: "1",
          deleted_at: "1",
          avatar: "x",
          permissions: "users.delete",
          roles: "system_admin",
        }),
      );
      expect(await row()).to.deep.equal(before);
      expect(await row(admin)).to.deep.equal(others);
      expect(await rolesOf()).to.deep.equal(["user"]);
    });

    it("H34: changes and deletion without a recent password, and keeps the input", async () => {
      const form = await formOf();
      const before = await row();
      world.advance(16 * MINUTE);
      await visitor.get(at());
      const wrong = await visitor.put(at(), { ...form, first_name: "Amazing", current_password: "wrong" });
      expect(wrong.status).to.equal(422);
      expect(wrong.text).to.contain('value="Amazing"');
      for (const answer of [await visitor.put(at(), form), await visitor.delete(at())])
        expect(answer.headers["location"]).to.match(/^\/user\/confirm-password/);
      expect(await row()).to.deep.equal(before);
    });

    const wrong: [title: string, fields: Fields, sentence: string][] = [
      ["a taken address", { email: "taken@example.test" }, "That email is already in use."],
      ["an invalid address", { email: "nowhere" }, "Enter a valid email address."],
      ["no name", { first_name: " " }, "Enter a first name."],
      ["an unknown status", { status: "gone" }, "The selected status doesn't exist."],
      ["an unknown role", { role: "gone" }, "The selected role doesn't exist."],
    ];
    for (const [title, fields, sentence] of wrong)
      it(`${title}, next to the input`, async () => {
        await world.make.user({ email: "taken@example.test" });
        const before = await row();
        const answer = await save({ last_name: "Murray", ...fields });
        expect(answer.status).to.equal(422);
        expect(textOf(answer)).to.contain(sentence);
        expect(answer.text).to.contain('value="Murray"');
        expect(await row()).to.deep.equal(before);
      });

    it("changes without the update permission, and shows no form", async () => {
      await world.make.role("clerk", 3, ["users.read"]);
      const clerk = await world.signedIn(await world.make.user({ role: "clerk" }));
      const before = await row();
      const page = await clerk.visitor.get(at());
      expect(page.status).to.equal(200);
      expect(formsOf(page)).to.deep.equal([]);
      expect((await clerk.visitor.put(at(), { first_name: "Augusta" })).status).to.equal(403);
      expect((await clerk.visitor.delete(at())).status).to.equal(403);
      expect(await row()).to.deep.equal(before);
    });

    it("deletion with only the update permission, and vice versa", async () => {
      await world.make.role("editor", 3, ["dashboard.read", "users.read", "users.update"]);
      await world.make.role("cleaner", 3, ["dashboard.read", "users.read", "users.delete"]);
      const editor = await world.signedIn(await world.make.user({ role: "editor" }));
      const cleaner = await world.signedIn(await world.make.user({ role: "cleaner" }));
      expect(formsOf(await editor.visitor.get(at()))).not.to.include("DELETE ");
      expect(formsOf(await cleaner.visitor.get(at()))).to.deep.equal(["DELETE "]);
      expect((await editor.visitor.delete(at())).status).to.equal(403);
      expect((await cleaner.visitor.put(at(), { first_name: "Augusta" })).status).to.equal(403);
      expect(await row()).to.include({ first_name: "Grace", deleted_at: null });
    });

    it("accounts without the permission, guests, and forms without a CSRF token", async () => {
      const { visitor: member } = await world.signedIn();
      expect((await member.get(at())).status).to.equal(403);
      expect((await world.visitor().get(at())).headers["location"]).to.match(/^\/login/);
      const stolen = await visitor.put(at(), { _csrf: "stolen", first_name: "Augusta" });
      expect(stolen.status).to.equal(419);
      expect((await row()).first_name).to.equal("Grace");
    });

    it("an invalid id", async () => {
      for (const id of ["1", "null", "%C3%BC", "0", "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e", `${user.id}'--`])
        expect((await visitor.get(`/admin/users/${id}`)).status, id).to.equal(404);
    });
  });
});
