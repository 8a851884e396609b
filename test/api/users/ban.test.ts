import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { isErrorLine } from "../../support/app/log.js";
import { issueEveryCredential, countActiveCredentials, ofEach } from "../../support/app/credentials.js";
import { PASSWORD } from "../../support/app/factories.js";
import { useWorld, type World } from "../../support/app/world.js";

/** An administrator, and an account with an active credential of every kind. */
async function prepare(world: World, status = "active") {
  const { token } = await world.make.userWithToken({ role: "admin" });
  const user = await world.make.user({ status });
  const holder = world.api.as(await world.make.token(user));
  await issueEveryCredential(world.services.knex, user);
  const { knex } = world.services;
  return {
    user,
    holder,
    change: (body: object) => world.api.as(token).patch(`/users/${user.id}`, body),
    status: async () => ((await knex("users").where({ id: user.id }).first()) as User).status,
    live: () => countActiveCredentials(knex, user),
    cutOffs: () => knex("activity_log").where({ event: "account_cut_off" }) as unknown as Promise<object[]>,
  };
}
const UNTOUCHED = { ...ofEach(1), personal_access_tokens: 2 };

describe("C20: A status on the deny-list", () => {
  const world = useWorld();

  for (const denied of ["banned", "inactive"])
    it(`C20: setting ${denied} revokes every credential of the account, and no others`, async () => {
      const { user, change, live, status, cutOffs } = await prepare(world);
      const other = await world.make.user();
      await issueEveryCredential(world.services.knex, other);
      await change({ status: denied }).expect(200);
      expect(await status()).to.equal(denied);
      expect(await live()).to.deep.equal(ofEach(0));
      expect(await countActiveCredentials(world.services.knex, other)).to.deep.equal(ofEach(1));
      expect(await cutOffs()).to.have.length(1);
      expect((await cutOffs())[0]).to.include({ subject_id: user.id });
    });

  it("C20: rejects the account from the next request", async () => {
    const { holder, change, user } = await prepare(world);
    await holder.get("/auth/me").expect(200);
    await change({ status: "banned" }).expect(200);
    const { body } = await holder.get("/auth/me").expect(401);
    expect(body.data.code).to.equal("token_revoked");
    await world.api.post("/auth/login", { email: user.email, password: PASSWORD }).expect(401);
  });

  it("C20: revokes OAuth2 access tokens", async () => {
    const { change, user } = await prepare(world);
    await change({ status: "banned" }).expect(200);
    const rows: unknown[] = await world.services
      .knex("oauth_access_tokens")
      .where({ user_id: user.id, revoked_at: null });
    expect(rows).to.deep.equal([]);
  });

  it("C20: revokes access when other fields change in the same request", async () => {
    const { change, live } = await prepare(world);
    await change({ status: "banned", first_name: "Augusta", role: "admin" }).expect(200);
    expect(await live()).to.deep.equal(ofEach(0));
  });

  for (const [name, from, body] of [
    ["changing the name of a banned account", "banned", { first_name: "Augusta" }],
    ["setting the same status", "banned", { status: "banned", first_name: "Augusta" }],
    ["changing banned to inactive", "banned", { status: "inactive" }],
    ["changing inactive to banned", "inactive", { status: "banned" }],
    ["reactivating an account", "banned", { status: "active" }],
    ["changing the name of an active account", "active", { first_name: "Augusta" }],
    ["changing the role", "active", { role: "admin" }],
  ] as const)
    it(`C20: ${name} revokes nothing`, async () => {
      const { change, live, cutOffs } = await prepare(world, from);
      await change(body).expect(200);
      expect(await live()).to.deep.equal(UNTOUCHED);
      expect(await cutOffs()).to.deep.equal([]);
    });

  it("C20: doesn't include an unlisted status", async () => {
    await world.make.definition({ value: "on_leave" });
    const { change, live, holder } = await prepare(world);
    await change({ status: "on_leave" }).expect(200);
    expect(await live()).to.deep.equal(UNTOUCHED);
    await holder.get("/auth/me").expect(200);
    await change({ status: "banned" }).expect(200);
    expect(await live()).to.deep.equal(ofEach(0));
  });

  it("C20: revokes access again when the account is banned again", async () => {
    const { change, live, user, cutOffs } = await prepare(world);
    await change({ status: "banned" }).expect(200);
    await change({ status: "active" }).expect(200);
    await issueEveryCredential(world.services.knex, user);
    await change({ status: "banned" }).expect(200);
    expect(await live()).to.deep.equal(ofEach(0));
    expect(await cutOffs()).to.have.length(2);
  });

  it("C20: returns 403 on the next request when it was written directly to the database", async () => {
    const { holder, user } = await prepare(world);
    for (const status of ["banned", " Banned ", "INACTIVE"]) {
      await world.services.knex("users").where({ id: user.id }).update({ status });
      const { body } = await holder.get("/auth/me").expect(403);
      expect(body.data, status).to.deep.equal({ code: "account_denied" });
    }
    for (const status of ["active", "unknown", null]) {
      await world.services.knex("users").where({ id: user.id }).update({ status });
      await holder.get("/auth/me").expect(200);
    }
  });

  describe("when the revocation fails", () => {
    // the third table, so that there is something to roll back
    const BROKEN = "oauth_refresh_tokens";
    const damage = () => world.services.knex.schema.renameTable(BROKEN, "mislaid");
    const repair = async () => {
      const { schema } = world.services.knex;
      if (await schema.hasTable("mislaid")) await schema.renameTable("mislaid", BROKEN);
    };
    afterEach(repair);

    it("C20: is written nevertheless, and the failure is only logged", async () => {
      const { change, user, status, holder, live, cutOffs } = await prepare(world);
      await damage();
      await change({ status: "banned", first_name: "Augusta" }).expect(200);
      expect(await status()).to.equal("banned");
      const logged = world.logs.filter(isErrorLine);
      expect(logged).to.have.length(1);
      expect(logged[0]).to.include({ user_id: user.id });
      await repair();
      expect(await live()).to.deep.equal(UNTOUCHED); // all or nothing
      expect(await cutOffs()).to.deep.equal([]);
      const { body } = await holder.get("/auth/me").expect(401);
      expect(body.data.code).to.equal("token_revoked");
    });

    it("keeps a new password from being set", async () => {
      const { change, user, live } = await prepare(world);
      await damage();
      const body = { password: "another-horse-battery", password_confirmation: "another-horse-battery" };
      await change(body).expect(503);
      await repair();
      expect(await live()).to.deep.equal(UNTOUCHED);
      await world.api.post("/auth/login", { email: user.email, password: PASSWORD }).expect(200);
    });
  });
});

describe("C20: A denied status with the kill switch off", () => {
  const world = useWorld({}, { security: { enforce_active_status: false } });

  it("C20: revokes nothing and rejects no request", async () => {
    const { change, live, holder, status } = await prepare(world);
    await change({ status: "banned" }).expect(200);
    expect(await status()).to.equal("banned");
    expect(await live()).to.deep.equal(UNTOUCHED);
    await holder.get("/auth/me").expect(200);
  });

  it("C20: still prevents new tokens", async () => {
    const { change, user } = await prepare(world);
    await change({ status: "banned" }).expect(200);
    await world.api.post("/auth/login", { email: user.email, password: PASSWORD }).expect(401);
  });
});

describe("C20: A custom deny-list", () => {
  const world = useWorld({}, { security: { active_status_denied: [" INACTIVE "] } });

  it("C20: denies only the statuses it names, with defaults for the rest of the block", async () => {
    const { change, live } = await prepare(world);
    await change({ status: "banned" }).expect(200);
    expect(await live()).to.deep.equal(UNTOUCHED);
    await change({ status: "inactive" }).expect(200);
    expect(await live()).to.deep.equal(ofEach(0));
  });
});
