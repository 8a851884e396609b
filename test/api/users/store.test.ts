import { expect } from "chai";
import { deactivateDefinition } from "../../../src/domain/definitions/definition-changes.js";
import { OPERATOR, PASSWORD, registration } from "../../support/app/factories.js";
import { useWorld } from "../../support/app/world.js";

const MANAGE = ["dashboard.read", "users.read", "users.create", "users.update", "users.delete"];

describe("POST /users", () => {
  const world = useWorld();
  let token: string;
  beforeEach(async () => {
    ({ token } = await world.make.userWithToken({ role: "system_admin" }));
  });

  const row = (email: string) => world.services.knex("users").where({ email }).first();
  const count = async (table: string): Promise<number> =>
    ((await world.services.knex(table).select()) as unknown[]).length;
  const settings = (values: Record<string, string>) => world.services.settings.write(values);

  /** Checks that exactly these fields are rejected and nothing is written. */
  const rejected = async (body: object, as = token): Promise<string[]> => {
    const before = await count("users");
    const { body: answer } = await world.api.as(as).post("/users", body).expect(422);
    expect(await count("users")).to.equal(before);
    return Object.keys(answer.data.errors as object);
  };
  const forbidden = async (body: object, as: string) => {
    const before = await count("users");
    const { body: answer } = await world.api.as(as).post("/users", body).expect(403);
    expect(answer.data.code).to.equal("forbidden");
    expect(await count("users")).to.equal(before);
  };

  it("creates an active account with the role user", async () => {
    const body = registration({ first_name: "Ada", last_name: "Lovelace", email: " ADA@Example.test " });
    const { body: answer, headers } = await world.api.as(token).post("/users", body).expect(201);
    expect(answer).to.include({ success: true, status: 201 });
    expect(answer.data).to.include({
      first_name: "Ada",
      last_name: "Lovelace",
      full_name: "Ada Lovelace",
      initials: "AL",
      email: "ada@example.test",
      status: "active",
      role: "user",
      avatar_url: null,
      timezone: "UTC",
      email_verified_at: null,
    });
    expect(headers["etag"]).to.equal('"1"');
    const { body: shown } = await world.api.as(token).get(`/users/${answer.data.id}`).expect(200);
    expect(shown.data).to.deep.equal(answer.data);
  });

  it("lets the account sign in with its password", async () => {
    const body = registration();
    await world.api.as(token).post("/users", body).expect(201);
    const { body: answer } = await world.api
      .post("/auth/login", { email: body["email"], password: PASSWORD })
      .expect(200);
    expect(answer.data.token).to.be.a("string");
  });

  it("stores only a hash of the password, and records the event without it", async () => {
    const body = registration({ password: "a-Very-1-secret", password_confirmation: "a-Very-1-secret" });
    await world.api.as(token).post("/users", body).expect(201);
    const { password, password_changed_at } = (await row(body["email"] as string)) as {
      password: string;
      password_changed_at: number;
    };
    expect(password).to.match(/^\$2b\$/);
    expect(password_changed_at).to.be.closeTo(Date.now(), 20_000);
    const activity = (await world.services
      .knex("activity_log")
      .where({ event: "user_created" })
      .first()) as object;
    expect(JSON.stringify([activity, world.logs])).not.to.contain("a-Very-1-secret");
  });

  it("sets the requested role and status", async () => {
    const { body } = await world.api
      .as(token)
      .post("/users", registration({ role: "admin", status: "inactive" }))
      .expect(201);
    expect(body.data).to.include({ role: "admin", status: "inactive" });
    const { body: root } = await world.api
      .as(token)
      .post("/users", registration({ role: "system_admin" }))
      .expect(201);
    expect(root.data.role).to.equal("system_admin");
  });

  it("accepts a status that an administrator has defined", async () => {
    await world.make.definition({ value: "on_leave" });
    const { body } = await world.api
      .as(token)
      .post("/users", registration({ status: "on_leave" }))
      .expect(201);
    expect(body.data.status).to.equal("on_leave");
  });

  it("leaves the account unverified and sends the mail while verification is on", async () => {
    await settings({ "auth.email_verification": "1" });
    const body = registration();
    const { body: answer } = await world.api.as(token).post("/users", body).expect(201);
    expect(answer.data.email_verified_at).to.equal(null);
    const mails = (await world.services.knex("mails").select("kind", "user_id")) as object[];
    expect(mails).to.deep.equal([{ kind: "verify_email", user_id: answer.data.id }]);
    const { body: login } = await world.api
      .post("/auth/login", { email: body["email"], password: PASSWORD })
      .expect(200);
    expect(login.data).to.deep.equal({ requires_verification: true });
  });

  it("sends no mail while verification is off", async () => {
    await world.api.as(token).post("/users", registration()).expect(201);
    expect(await count("mails")).to.equal(0);
  });

  it("works while registration is off", async () => {
    await settings({ "auth.registration": "0" });
    await world.api.as(token).post("/users", registration()).expect(201);
  });

  it("accepts the address of a deleted account", async () => {
    const body = registration();
    const { body: first } = await world.api.as(token).post("/users", body).expect(201);
    await world.api.as(token).delete(`/users/${first.data.id}`).expect(200);
    const { body: second } = await world.api.as(token).post("/users", body).expect(201);
    expect(second.data.id).not.to.equal(first.data.id);
  });

  describe("with a role", () => {
    it("allows roles of the administrator's own rank and below", async () => {
      await world.make.role("desk", 3, ["dashboard.read", "users.read"]);
      const { token: admin } = await world.make.userWithToken({ role: "admin" });
      for (const role of ["admin", "user", "desk"]) {
        const { body } = await world.api.as(admin).post("/users", registration({ role })).expect(201);
        expect(body.data.role).to.equal(role);
      }
    });

    it("C22: rejects a role above the caller's rank", async () => {
      await world.make.role("manager", 3, MANAGE);
      const manager = await world.make.userWithToken({ role: "manager" });
      await forbidden(registration({ role: "admin" }), manager.token);
      await forbidden(registration({ role: "system_admin" }), manager.token);
      const admin = await world.make.userWithToken({ role: "admin" });
      await forbidden(registration({ role: "system_admin" }), admin.token);
    });

    it("C22: rejects a lower role with a permission that the caller lacks", async () => {
      await world.make.role("janitor", 9, ["settings.update"]);
      const { token: admin } = await world.make.userWithToken({ role: "admin" });
      await forbidden(registration({ role: "janitor" }), admin);
      await world.make.role("maker", 2, ["users.create"]);
      const maker = await world.make.userWithToken({ role: "maker" });
      await forbidden(registration(), maker.token); // the default role can see the dashboard, the creator can't
    });

    it("compares with the permissions of all the caller's roles", async () => {
      await world.make.role("janitor", 9, ["settings.update"]);
      await world.make.role("maker", 8, ["users.create"]);
      const { user, token: several } = await world.make.userWithToken({ role: "maker" });
      await world.make.giveRole(user, "janitor");
      await world.api
        .as(several)
        .post("/users", registration({ role: "janitor" }))
        .expect(201);
    });
  });

  describe("rejects", () => {
    it("an unknown status or role", async () => {
      for (const status of ["unknown", "ACTIVE", "active ", " active", "1", "active\0"])
        expect(await rejected(registration({ status })), JSON.stringify(status)).to.deep.equal(["status"]);
      for (const role of ["unknown", "USER", "user ", "user,admin", "%"])
        expect(await rejected(registration({ role })), role).to.deep.equal(["role"]);
    });

    it("a status that was removed from the definition", async () => {
      const choice = { key: "userStatus", value: "inactive" };
      await deactivateDefinition(world.services.knex, choice, OPERATOR);
      expect(await rejected(registration({ status: "inactive" }))).to.deep.equal(["status"]);
      expect(await rejected(registration({ status: "yesNo" }))).to.deep.equal(["status"]);
      expect(await rejected(registration({ status: "0" }))).to.deep.equal(["status"]);
    });

    it("missing fields, naming each", async () => {
      expect(await rejected({})).to.have.members(["first_name", "last_name", "email"]);
    });

    it("a missing body and one that isn't an object", async () => {
      await world.api.as(token).post("/users").expect(422);
      for (const body of ["[]", "null", '"text"', "1"])
        await world.api.as(token).post("/users", body).expect(422);
    });

    it("a password that violates the policy, and a confirmation that differs", async () => {
      await settings({
        "auth.password_min_length": "12",
        "auth.password_require_mixed_case": "1",
        "auth.password_require_numbers": "1",
        "auth.password_require_symbols": "1",
      });
      const weak = (password: string) => registration({ password, password_confirmation: password });
      for (const password of [
        "Short-1ab",
        "no-upper-case-1",
        "NO-LOWER-CASE-1",
        "No-Number-At-All",
        "NoSymbolAtAll123",
      ])
        expect(await rejected(weak(password)), password).to.deep.equal(["password"]);
      expect(
        await rejected(registration({ ...weak("Very-Good-Pass-1"), password_confirmation: PASSWORD })),
      ).to.deep.equal(["password_confirmation"]);
      await world.api.as(token).post("/users", weak("Very-Good-Pass-1")).expect(201);
    });

    it("a taken address, in any case", async () => {
      await world.make.user({ email: "taken@example.test" });
      for (const email of ["taken@example.test", "TAKEN@Example.TEST", "  taken@example.test "])
        expect(await rejected(registration({ email }))).to.deep.equal(["email"]);
    });

    it("an address that becomes too long in lower case", async () => {
      expect(await rejected(registration({ email: `${"İ".repeat(200)}@example.test` }))).to.deep.equal([
        "email",
      ]);
    });

    it("values of other types", async () => {
      for (const value of [1, true, null, [], {}, ["active"]])
        for (const field of ["first_name", "email", "password", "status", "role"])
          expect(await rejected(registration({ [field]: value })), field).to.include(field);
    });

    it("a caller without users.create", async () => {
      await world.make.role("reader", 2, ["users.read", "users.update", "users.delete", "dashboard.read"]);
      const { token: reader } = await world.make.userWithToken({ role: "reader" });
      await forbidden(registration(), reader);
    });
  });
});
