import { expect } from "chai";
import type { Response } from "supertest";
import type { User } from "../../../../src/models/user.js";
import { MINUTE } from "../../../../src/lib/clock.js";
import { PASSWORD as PASSWORD_OF_ADMIN } from "../../../support/app/factories.js";
import { queuedMails, type QueuedMail } from "../../../support/app/mails.js";
import { textOf, type Fields, type Visitor } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";

const PASSWORD = "another-horse-battery";
const GRACE = {
  first_name: "Grace",
  last_name: "Hopper",
  email: " Grace@Example.test ",
  first_password: "set",
  password: PASSWORD,
  password_confirmation: PASSWORD,
  role: "user",
  status: "active",
};

describe("A new user", () => {
  const world = useWorld();
  let admin: User;
  let visitor: Visitor;
  beforeEach(async () => {
    ({ user: admin, visitor } = await world.signedIn(await world.make.user({ role: "admin" })));
  });

  const create = async (changes: Fields = {}, by = visitor): Promise<Response> => {
    await by.get("/admin/users/create");
    return by.submit("/admin/users", { ...GRACE, ...changes });
  };
  const grace = async (): Promise<User | undefined> =>
    (await world.services.knex("users").where({ email: "grace@example.test" }).first()) as User | undefined;
  const roles = async (): Promise<string[]> =>
    (await world.services
      .knex("role_user")
      .join("roles", "roles.id", "role_user.role_id")
      .where({ user_id: (await grace())!.id })
      .pluck("name")) as string[];
  const expectRejection = async (answer: Response, ...sentences: string[]): Promise<void> => {
    expect(answer.status).to.equal(422);
    for (const sentence of sentences) expect(textOf(answer)).to.contain(sentence);
    expect(answer.text).not.to.contain(PASSWORD);
    expect(await grace()).to.equal(undefined);
  };

  it("can be created often within a minute: new passwords don't count as attempts", async () => {
    for (let count = 1; count <= 8; count++)
      expect((await create({ email: `grace${count}@example.test` })).status).to.equal(303);
  });

  it("can sign in immediately, and the page of the account opens", async () => {
    const answer = await create();
    const user = (await grace())!;
    expect(answer.status).to.equal(303);
    expect(answer.headers["location"]).to.equal(`/admin/users/${user.id}`);
    expect(textOf(await visitor.get(answer.headers["location"]!))).to.contain(
      "The account of Grace Hopper was created.",
    );
    expect(user).to.include({ first_name: "Grace", status: "active", email_verified_at: null });
    expect(await roles()).to.deep.equal(["user"]);
    const signedIn = await world.visitor().signIn(user, { password: PASSWORD });
    expect(signedIn.headers["location"]).to.equal("/dashboard");
    expect(await queuedMails(world.services, "verify_email")).to.deep.equal([]);
  });

  it("is invited by default, chooses a password with the link, and signs in with it", async () => {
    expect((await visitor.get("/admin/users/create")).text).to.match(/value="invite" checked/);
    const { password: _, password_confirmation: __, ...person } = GRACE;
    await visitor.get("/admin/users/create");
    const made = await visitor.submit("/admin/users", { ...person, first_password: "invite" });
    const page = textOf(await visitor.get(made.headers["location"]!));
    expect(page)
      .to.contain("We've sent an invitation to grace@example.test.")
      .and.contain("Invited, no password yet");
    const [{ link }] = (await queuedMails(world.services, "invitation")) as [QueuedMail];
    const owner = world.visitor();
    expect(textOf(await owner.get(link)))
      .to.contain("Welcome")
      .and.contain("Choose a password for your new account, or create a passkey.");
    const chosen = await owner.submit("/reset-password", {
      token: link.split("/").at(-1)!,
      password: PASSWORD,
      password_confirmation: PASSWORD,
    });
    expect(textOf(await owner.get(chosen.headers["location"]!))).to.contain("Your account is ready.");
    expect((await owner.signIn(GRACE, { password: PASSWORD })).headers["location"]).to.equal("/dashboard");
  });

  it("is sent the invitation again from the page of the account, until there is a password", async () => {
    const { password: _, password_confirmation: __, ...person } = GRACE;
    await visitor.get("/admin/users/create");
    await visitor.submit("/admin/users", { ...person, first_password: "invite" });
    const at = `/admin/users/${(await grace())!.id}`;
    expect(textOf(await visitor.get(at))).to.contain("Resend invitation");
    world.advance(MINUTE);
    await visitor.submit(`${at}/invitation`, {});
    expect(textOf(await visitor.get(at))).to.contain("Invitation resent.");
    expect(await queuedMails(world.services, "invitation")).to.have.length(2);
    await world.services.knex("users").where({ email: "grace@example.test" }).update({ password: "x" });
    await visitor.submit(`${at}/invitation`, {});
    expect(textOf(await visitor.get(at)))
      .to.contain("No invitation is pending")
      .and.not.contain("Resend invitation");
  });

  it("is recorded with its creator", async () => {
    await create({ status: "inactive" });
    const row = await world.services.knex("activity_log").where({ event: "user_created" }).first();
    expect(row).to.include({ actor_id: admin.id, subject_id: (await grace())!.id });
    expect(JSON.parse(row.changes as string)).to.deep.equal({
      after: { email: "grace@example.test", status: "inactive", role: "user" },
    });
  });

  it("gets the chosen role and status, among those that the creator can assign", async () => {
    await world.make.role("janitor", 9, ["settings.update"]);
    const page = await visitor.get("/admin/users/create");
    expect(page.text)
      .to.match(/<option value="user" selected>/)
      .and.match(/<option value="active" selected>/);
    expect(page.text)
      .to.contain('value="admin"')
      .and.not.match(/value="(janitor|system_admin)"/);
    await create({ role: "admin", status: "inactive" });
    expect(await roles()).to.deep.equal(["admin"]);
    expect((await grace())!.status).to.equal("inactive");
  });

  it("gets the lowest assignable role when the default role isn't assignable", async () => {
    await world.make.role("greeter", 9, ["dashboard.read", "users.create"]);
    const greeter = await world.signedIn(await world.make.user({ role: "greeter" }));
    const page = await greeter.visitor.get("/admin/users/create");
    expect(page.text)
      .to.match(/<option value="greeter" selected>/)
      .and.not.match(/<option value="user"/);
    expect((await create({}, greeter.visitor)).status).to.equal(403);
    expect((await create({ role: "greeter" }, greeter.visitor)).status).to.equal(303);
    expect(await roles()).to.deep.equal(["greeter"]);
  });

  it("receives the verification mail while verification is on, as the form says", async () => {
    await world.services.settings.write({ "auth.email_verification": "1" });
    await world.services.knex("users").where({ id: admin.id }).update({ email_verified_at: Date.now() });
    expect(textOf(await visitor.get("/admin/users/create"))).to.contain(
      "We email a link to verify the address",
    );
    await create();
    expect((await queuedMails(world.services)).map(({ kind, to }) => [kind, to])).to.deep.equal([
      ["verify_email", "grace@example.test"],
    ]);
  });

  it("can be created without the permission to read, which returns to the form", async () => {
    await world.make.role("greeter", 3, ["dashboard.read", "users.create"]);
    const greeter = await world.signedIn(await world.make.user({ role: "greeter" }));
    const answer = await create({}, greeter.visitor);
    expect(answer.headers["location"]).to.equal("/admin/users/create");
    const page = await greeter.visitor.get("/admin/users/create");
    expect(textOf(page)).to.contain("The account of Grace Hopper was created.").and.not.contain("All users");
    expect(await grace()).not.to.equal(undefined);
  });

  it("H39: has a name that is shown as text everywhere", async () => {
    const name = `<img src=x onerror=alert(1)>"`;
    const again = await create({ first_name: name, email: "nowhere" });
    expect(again.status).to.equal(422);
    expect(again.text).not.to.contain("<img src=x");
    const answer = await create({ first_name: name });
    expect((await visitor.get(answer.headers["location"]!)).text).not.to.contain("<img src=x");
  });

  describe("is rejected", () => {
    it("when the form is empty, with an error for every field", async () => {
      const empty = Object.fromEntries(Object.keys(GRACE).map((name) => [name, ""]));
      const answer = await create({ ...empty, first_password: "set" });
      await expectRejection(answer, "Enter a first name.");
      for (const name of Object.keys(GRACE).filter((key) => key !== "first_password"))
        expect(answer.text, name).to.contain(`id="${name}-error"`);
    });

    const wrong: [title: string, fields: Fields, sentence: string][] = [
      ["a taken address", { email: "taken@example.test" }, "That email is already in use."],
      ["a short password", { password: "x", password_confirmation: "x" }, "at least 8 characters"],
      ["a different confirmation", { password_confirmation: "x" }, "does not match"],
      ["an unknown status", { status: "gone" }, "The selected status doesn't exist."],
      ["an unknown role", { role: "gone" }, "The selected role doesn't exist."],
    ];
    for (const [title, fields, sentence] of wrong)
      it(`with ${title}, next to the input`, async () => {
        await world.make.user({ email: "taken@example.test" });
        const answer = await create(fields);
        await expectRejection(answer, sentence);
        expect(answer.text).to.contain('value="Hopper"');
      });

    it("by the current password policy", async () => {
      await world.services.settings.write({ "auth.password_min_length": "30" });
      await expectRejection(await create(), "at least 30 characters");
    });

    it("C22: with a role above the creator's rank, or with a permission that the creator lacks", async () => {
      await world.make.role("janitor", 9, ["settings.update"]);
      for (const role of ["system_admin", "janitor"]) {
        expect((await create({ role })).status, role).to.equal(403);
        expect(await grace()).to.equal(undefined);
      }
    });

    it("C21: with other fields, which are ignored", async () => {
      const id = "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e";
      await create({
        id,
        user_id: admin.id,
        version: "9",
        email_verified_at: "1",
        two_factor_confirmed_at: "1",
        two_factor_secret: "x",
        password_changed_at: "1",
        created_at: "1",
        avatar: "x",
        permissions: "users.delete",
        roles: "system_admin",
      });
      const user = (await grace())!;
      expect(user.id).not.to.equal(id);
      expect(user).to.include({
        version: 1,
        email_verified_at: null,
        two_factor_confirmed_at: null,
        two_factor_secret: null,
        avatar: null,
      });
      expect(user.created_at).to.be.above(1);
      expect(await roles()).to.deep.equal(["user"]);
    });

    it("H34: without a recent password, which the form asks for", async () => {
      world.advance(16 * MINUTE);
      expect((await create()).headers["location"]).to.match(/^\/user\/confirm-password/);
      await expectRejection(await create({ current_password: "wrong" }));
      expect((await visitor.get("/admin/users/create")).text).to.contain('name="current_password"');
      await create({ current_password: PASSWORD_OF_ADMIN });
      expect(await grace()).to.include({ first_name: "Grace" });
    });

    it("without the permission, by guests, and without a CSRF token", async () => {
      const { visitor: member } = await world.signedIn();
      expect((await member.get("/admin/users/create")).status).to.equal(403);
      expect((await member.submit("/admin/users", GRACE)).status).to.equal(403);
      const guest = world.visitor();
      expect((await guest.get("/admin/users/create")).headers["location"]).to.match(/^\/login/);
      expect((await create({ _csrf: "stolen" })).status).to.equal(419);
      expect(await grace()).to.equal(undefined);
    });
  });
});
