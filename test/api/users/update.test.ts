import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { issueEveryCredential, countActiveCredentials, ofEach } from "../../support/app/credentials.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { useWorld } from "../../support/app/world.js";

const NEW_PASSWORD = "another-horse-battery";
const newPassword = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };

for (const method of ["put", "patch"] as const)
  describe(`${method.toUpperCase()} /users/{user}`, () => {
    const world = useWorld();
    let token: string;
    let user: User;
    beforeEach(async () => {
      ({ token } = await world.make.userWithToken({ role: "system_admin" }));
      user = await world.make.user({ email: "ada@example.test" });
    });

    const row = async (id = user.id) => (await world.services.knex("users").where({ id }).first()) as User;
    const update = (body?: object | string, id = user.id) =>
      world.api.as(token)[method](`/users/${id}`, body);
    const rejected = async (body: object | string, id = user.id): Promise<string[]> => {
      const before = await row(id);
      const { body: answer } = await update(body, id).expect(422);
      expect(await row(id)).to.deep.equal(before);
      return Object.keys(answer.data.errors as object);
    };

    it("keeps the values of absent fields", async () => {
      const { body } = await update({ last_name: "King" }).expect(200);
      expect(body.data).to.include({
        id: user.id,
        first_name: "Ada",
        last_name: "King",
        full_name: "Ada King",
        email: "ada@example.test",
        status: "active",
        role: "user",
      });
    });

    it("changes all fields together", async () => {
      const { body } = await update({
        first_name: "Augusta",
        last_name: "King",
        email: " Augusta@Example.test ",
        status: "inactive",
        role: "admin",
        ...newPassword,
      }).expect(200);
      expect(body.data).to.include({
        full_name: "Augusta King",
        email: "augusta@example.test",
        status: "inactive",
        role: "admin",
      });
    });

    for (const [name, body] of [
      ["an empty object", {}],
      ["no body", undefined],
      ["the current values", { first_name: "Ada", email: "ADA@example.test", role: "user" }],
    ] as const)
      it(`changes nothing with ${name}`, async () => {
        const before = await row();
        world.advance(60_000);
        const { body: answer, headers } = await update(body).expect(200);
        expect(answer.data.id).to.equal(user.id);
        expect(headers["etag"]).to.equal('"1"');
        expect(await row()).to.deep.equal(before);
        expect(await world.services.knex("activity_log").where({ event: "user_updated" })).to.deep.equal([]);
      });

    it("sets updated_at and increases the version with each changed field", async () => {
      let version = 1;
      for (const change of [
        { first_name: "Augusta" },
        { last_name: "King" },
        { email: "king@example.test" },
        { status: "inactive" },
        { role: "admin" },
      ]) {
        world.advance(1000);
        const { headers, body } = await update(change).expect(200);
        expect(headers["etag"], JSON.stringify(change)).to.equal(`"${++version}"`);
        expect(Date.parse(body.data.updated_at as string)).to.equal((await row()).updated_at);
      }
      const { created_at, updated_at } = await row();
      expect(updated_at - created_at).to.be.at.least(5000);
    });

    it("leaves version and updated_at unchanged when the account signs in", async () => {
      await world.api.post("/auth/login", { email: user.email, password: PASSWORD }).expect(200);
      const after = await row();
      expect(after.last_login_at).to.be.a("number");
      expect(after).to.include({ version: 1, updated_at: user.updated_at });
    });

    it("records the actor and the changes, without the password", async () => {
      await update({ first_name: "Augusta", role: "admin", ...newPassword }).expect(200);
      const { subject_id, changes } = (await world.services
        .knex("activity_log")
        .where({ event: "user_updated" })
        .first()) as { subject_id: string; changes: string };
      expect(subject_id).to.equal(user.id);
      expect(JSON.parse(changes)).to.deep.equal({
        before: { first_name: "Ada", role: "user" },
        after: { first_name: "Augusta", role: "admin", password: "changed" },
      });
      expect(JSON.stringify(world.logs)).not.to.contain(NEW_PASSWORD);
    });

    describe("the role", () => {
      it("replaces all roles of the account", async () => {
        await world.make.giveRole(user, "admin");
        const { body } = await update({ role: "user" }).expect(200);
        expect(body.data.role).to.equal("user");
        expect(await world.services.knex("role_user").where({ user_id: user.id })).to.have.length(1);
      });

      it("can be given to an account without a role", async () => {
        const none = await world.make.user({ role: null });
        const { body } = await update({ role: "user" }, none.id).expect(200);
        expect(body.data.role).to.equal("user");
      });

      it("takes effect in the holder's next request", async () => {
        const holder = world.api.as(await world.make.token(user));
        await holder.get("/users").expect(403);
        await update({ role: "admin" }).expect(200);
        await holder.get("/users").expect(200);
        await update({ role: "user" }).expect(200);
        await holder.get("/users").expect(403);
      });
    });

    describe("the email", () => {
      it("clears the verification and a pending address, and invalidates links to the old one", async () => {
        await issueEveryCredential(world.services.knex, user);
        await world.services
          .knex("users")
          .where({ id: user.id })
          .update({ email_verified_at: Date.now(), pending_email: "soon@example.test" });
        const { body } = await update({ email: "new@example.test" }).expect(200);
        expect(body.data).to.include({ email: "new@example.test", email_verified_at: null });
        expect(await row()).to.include({ email_verified_at: null, pending_email: null });
        expect(await countActiveCredentials(world.services.knex, user)).to.deep.equal({
          ...ofEach(1),
          password_resets: 0,
        });
      });

      it("stays verified when only its case changes", async () => {
        await world.services.knex("users").where({ id: user.id }).update({ email_verified_at: 1000 });
        await update({ email: " ADA@EXAMPLE.TEST" }).expect(200);
        expect(await row()).to.include({ email_verified_at: 1000, version: 1 });
      });

      it("receives the mail while verification is on", async () => {
        await world.services.settings.write({ "auth.email_verification": "1" });
        await update({ email: "new@example.test" }).expect(200);
        const mails = await queuedMails(world.services);
        expect(mails.map(({ kind, to }) => [kind, to])).to.deep.equal([
          ["email_changed", "ada@example.test"],
          ["verify_email", "new@example.test"],
        ]);
      });

      it("frees the old address", async () => {
        await update({ email: "new@example.test" }).expect(200);
        const other = await world.make.user();
        await update({ email: "ada@example.test" }, other.id).expect(200);
      });
    });

    describe("the password", () => {
      it("revokes every credential of the account and works for signing in", async () => {
        const holder = world.api.as(await world.make.token(user));
        await holder.get("/auth/me").expect(200);
        await issueEveryCredential(world.services.knex, user);
        await update(newPassword).expect(200);
        expect(await countActiveCredentials(world.services.knex, user)).to.deep.equal(ofEach(0));
        await holder.get("/auth/me").expect(401);
        await world.api.post("/auth/login", { email: user.email, password: PASSWORD }).expect(401);
        await world.api.post("/auth/login", { email: user.email, password: NEW_PASSWORD }).expect(200);
      });

      it("doesn't revoke the credentials of other accounts", async () => {
        const other = await world.make.user();
        await issueEveryCredential(world.services.knex, other);
        await update(newPassword).expect(200);
        expect(await countActiveCredentials(world.services.knex, other)).to.deep.equal(ofEach(1));
      });

      it("updates password_changed_at, which no other change does", async () => {
        const { password_changed_at: before } = await row();
        world.advance(5000);
        await update({ first_name: "Augusta", status: "inactive" }).expect(200);
        expect((await row()).password_changed_at).to.equal(before);
        await update(newPassword).expect(200);
        expect((await row()).password_changed_at).to.be.at.least(before! + 5000);
      });

      it("resets the count of failed attempts", async () => {
        for (let tries = 0; tries < 20; tries++)
          await world.api.post("/auth/login", { email: user.email, password: "wrong" }).expect(401);
        await update(newPassword).expect(200);
        await world.api.post("/auth/login", { email: user.email, password: NEW_PASSWORD }).expect(200);
      });
    });

    describe("rejects", () => {
      it("a password without a confirmation, with a different one, or against the policy", async () => {
        expect(await rejected({ password: NEW_PASSWORD })).to.deep.equal(["password_confirmation"]);
        expect(await rejected({ ...newPassword, password_confirmation: PASSWORD })).to.deep.equal([
          "password_confirmation",
        ]);
        await world.services.settings.write({ "auth.password_require_numbers": "1" });
        expect(await rejected(newPassword)).to.deep.equal(["password"]);
      });

      it("a taken address", async () => {
        await world.make.user({ email: "taken@example.test" });
        expect(await rejected({ email: "TAKEN@example.test" })).to.deep.equal(["email"]);
      });

      it("an unknown status or role", async () => {
        for (const status of ["unknown", "Banned", "banned ", "0"])
          expect(await rejected({ status })).to.deep.equal(["status"]);
        expect(await rejected({ role: "unknown" })).to.deep.equal(["role"]);
      });

      it("null and other types for every field", async () => {
        for (const value of [null, 1, true, [], {}])
          for (const field of ["first_name", "last_name", "email", "password", "status", "role"])
            expect(await rejected({ [field]: value }), field).to.include(field);
      });

      it("a body that isn't an object", async () => {
        for (const body of ["[]", "null", '"x"', "1", "false"]) await rejected(body);
      });

      it("a body that isn't JSON or has another media type", async () => {
        await update("{").expect(400);
        await world.api
          .as(token)
          [method](`/users/${user.id}`, "first_name=x")
          .set("Content-Type", "application/x-www-form-urlencoded")
          .expect(415);
      });

      it("an unknown or deleted account", async () => {
        await update({ first_name: "X" }, "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e").expect(404);
        await world.api.as(token).delete(`/users/${user.id}`).expect(200);
        await update({ first_name: "X" }).expect(404);
      });

      it("an invalid id", async () => {
        for (const id of ["1", "null", `${user.id}x`, "019a8f3c"]) {
          const { body } = await update({ first_name: "X" }, id).expect(422);
          expect(Object.keys(body.data.errors as object)).to.deep.equal(["user"]);
        }
      });

      it("a caller without users.update", async () => {
        await world.make.role("reader", 2, ["users.read", "users.create", "users.delete", "dashboard.read"]);
        const reader = await world.make.userWithToken({ role: "reader" });
        const { body } = await world.api
          .as(reader.token)
          [method](`/users/${user.id}`, { first_name: "X" })
          .expect(403);
        expect(body.data.code).to.equal("forbidden");
        expect((await row()).first_name).to.equal("Ada");
      });
    });
  });
