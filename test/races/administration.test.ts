import { expect } from "chai";
import { PASSWORD } from "../support/app/factories.js";
import { ROUNDS, runProduct, tally, together, useFleet, type Answer } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

const NEW_PASSWORD = "another-horse-battery";

describeWith("MariaDB", "Administration on two processes", function () {
  this.timeout(20_000 + ROUNDS * 10_000);
  const fleet = useFleet(2);

  const liveTokens = async ({ id }: { id: string }): Promise<number> => {
    const { knex } = fleet.services;
    const rows: unknown[] = await knex("personal_access_tokens").where({ user_id: id, revoked_at: null });
    return rows.length;
  };
  const activeSystemAdmins = async (): Promise<string[]> => {
    const rows = (await fleet.services
      .knex("users")
      .join("role_user", "role_user.user_id", "users.id")
      .join("roles", "roles.id", "role_user.role_id")
      .where({ "roles.name": "system_admin", "users.status": "active" })
      .whereNull("users.deleted_at")
      .select("users.id")) as { id: string }[];
    return rows.map(({ id }) => id);
  };
  const admin = () => fleet.make.userWithToken({ role: "system_admin" });
  const onlyTwoSystemAdmins = async () => {
    await fleet.services.knex("users").update({ status: "inactive" });
    return [await admin(), await admin()] as const;
  };

  const ACTS: Record<string, (api: ReturnType<typeof fleet.api>, id: string) => Promise<Answer>> = {
    demote: (api, id) => api.patch(`/users/${id}`, { role: "user" }),
    ban: (api, id) => api.patch(`/users/${id}`, { status: "banned" }),
    delete: (api, id) => api.delete(`/users/${id}`),
  };
  for (const [name, act] of Object.entries(ACTS))
    it(`leaves one of two system administrators who ${name} each other`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const [one, two] = await onlyTwoSystemAdmins();
        const answers = await Promise.all([
          act(fleet.api(0).as(one.token), two.user.id),
          act(fleet.api(1).as(two.token), one.user.id),
        ]);
        expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
        for (const { status } of answers) expect(status).to.be.oneOf([200, 401, 403, 404]);
        expect(await activeSystemAdmins()).to.have.length(1);
      }
    });

  it("leaves one of two system administrators who remove each other in different ways", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, two] = await onlyTwoSystemAdmins();
      const { demote, ban, delete: remove } = ACTS;
      const [left, right] = [demote!, ban!, remove!, demote!].slice(round % 3);
      const answers = await Promise.all([
        left!(fleet.api(0).as(one.token), two.user.id),
        right!(fleet.api(1).as(two.token), one.user.id),
      ]);
      expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
      expect(await activeSystemAdmins()).to.have.length(1);
    }
  });

  it("accepts one of many changes to the same version", async () => {
    const { token } = await admin();
    for (let round = 0; round < ROUNDS; round++) {
      const user = await fleet.make.user();
      const answers = await together(20, (n) =>
        fleet
          .api(n)
          .as(token)
          .patch(`/users/${user.id}`, { first_name: `Name ${n}` }, { "If-Match": '"1"' }),
      );
      expect(tally(answers)).to.deep.equal({ 200: 1, 412: 19 });
      expect((await fleet.services.knex("users").where({ id: user.id }).first("version")).version).to.equal(
        2,
      );
    }
  });

  it("issues no credential after a ban", async () => {
    const { token } = await admin();
    for (let round = 0; round < ROUNDS; round++) {
      const user = await fleet.make.user();
      const logins = together(8, (n) =>
        fleet.api(n).post("/auth/login", { email: user.email, password: PASSWORD }),
      );
      const ban = await fleet.api(round).as(token).patch(`/users/${user.id}`, { status: "banned" });
      expect(ban.status).to.equal(200);
      expect(await liveTokens(user)).to.equal(0);
      await expectNothingOf(await logins, user);
    }
  });

  it("issues no credential for the old password after an administrator has set a new one", async () => {
    const { token } = await admin();
    for (let round = 0; round < ROUNDS; round++) {
      const user = await fleet.make.user();
      const logins = together(8, (n) =>
        fleet.api(n).post("/auth/login", { email: user.email, password: PASSWORD }),
      );
      const change = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
      const { status } = await fleet.api(round).as(token).patch(`/users/${user.id}`, change);
      expect(status).to.equal(200);
      expect(await liveTokens(user)).to.equal(0);
      await expectNothingOf(await logins, user);
      const again = await fleet.api(round).post("/auth/login", { email: user.email, password: NEW_PASSWORD });
      expect(again.status).to.equal(200);
    }
  });

  async function expectNothingOf(logins: Answer[], user: { id: string }): Promise<void> {
    for (const { status } of logins) expect(status).to.be.oneOf([200, 401]);
    expect(await liveTokens(user)).to.equal(0);
    const tokens = logins.flatMap(({ body }) => (body.data.token as string | undefined) ?? []);
    const later = await Promise.all(tokens.map((token, n) => fleet.api(n).as(token).get("/auth/me")));
    for (const { status } of later) expect(status).to.be.oneOf([401, 403]);
  }

  it("applies a change of role and status to the next request of the other process", async () => {
    const { token } = await admin();
    for (let round = 0; round < ROUNDS; round++) {
      const { user, token: own } = await fleet.make.userWithToken();
      const [here, there] = [fleet.api(round).as(token), fleet.api(round + 1).as(own)];
      expect((await there.get("/users")).status).to.equal(403);
      await here.patch(`/users/${user.id}`, { role: "admin" });
      expect((await there.get("/users")).status).to.equal(200);
      await here.patch(`/users/${user.id}`, { role: "user" });
      expect((await there.get("/users")).status).to.equal(403);
      await here.patch(`/users/${user.id}`, { status: "banned" });
      expect((await there.get("/auth/me")).status).to.equal(401);
    }
  });

  it("seeds one administrator when two processes seed an empty database", async () => {
    const { knex } = fleet.services;
    for (let round = 0; round < ROUNDS; round++) {
      for (const table of ["users", "roles", "permissions", "definitions", "settings"])
        await knex(table).del();
      const seeds = [runProduct("cli", fleet.variables, "seed"), runProduct("cli", fleet.variables, "seed")];
      const exits = await Promise.all(seeds.map((seed) => seed.exited));
      expect(
        exits.map(({ code }) => code),
        seeds.map((seed) => seed.errors).join(""),
      ).to.deep.equal([0, 0]);
      const told = seeds.filter((seed) => seed.output.includes("One-time password"));
      expect(told).to.have.length(1);
      expect(await knex("users").count({ n: "*" }).first()).to.deep.equal({ n: 1 });
      expect(await activeSystemAdmins()).to.have.length(1);
      expect(await knex("roles").count({ n: "*" }).first()).to.deep.equal({ n: 3 });
    }
  });
});
