import { expect } from "chai";
import { changeOwnPassword } from "../../../src/domain/passwords/own-password.js";
import { MINUTE, now } from "../../../src/lib/clock.js";
import { SignedOut } from "../../../src/lib/failures.js";
import type { User } from "../../../src/models/user.js";
import { tokenCaller } from "../../support/app/caller.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { useWorld, type World } from "../../support/app/world.js";

const NEW = "another-horse-battery";
const CHANGE = { current_password: PASSWORD, password: NEW, password_confirmation: NEW };

type Surface = (world: World, user: User, change: object) => Promise<number>;
/** Both surfaces call the same function. Each returns the status of its response. */
const SURFACES: Record<string, Surface> = {
  "the screen": async (world, user, change) => {
    const { visitor } = await world.signedIn(user);
    const { status } = await visitor.put("/user/password", change as Record<string, string>);
    return status;
  },
  "the API": async (world, user, change) => {
    const token = await world.make.token(user);
    return (await world.api.as(token).put("/auth/me/password", change)).status;
  },
};

for (const [surface, change] of Object.entries(SURFACES))
  describe(`Changing one's own password with ${surface}`, () => {
    const world = useWorld();
    const sessions = ({ id }: User) => world.services.knex("sessions").where({ user_id: id });

    it("ends other sessions, reset links, challenges and a pending email change", async () => {
      const user = await world.make.user();
      const { visitor } = await world.signedIn(user);
      const { knex } = world.services;
      const times = { user_id: user.id, created_at: now(), expires_at: now() + MINUTE };
      await knex("password_resets").insert({ token_hash: Buffer.alloc(32, 1), ...times });
      await knex("two_factor_challenges").insert({ challenge_hash: Buffer.alloc(32, 1), ...times });
      await knex("users").where({ id: user.id }).update({ pending_email: "thief@example.test" });
      expect(await change(world, user, CHANGE)).to.be.oneOf([200, 303]);
      expect((await visitor.get("/profile")).status).to.equal(302);
      expect(await knex("password_resets")).to.deep.equal([]);
      expect(await knex("two_factor_challenges")).to.deep.equal([]);
      expect((await knex("users").where({ id: user.id }).first()).pending_email).to.equal(null);
    });

    it("notifies the owner and records how many sessions ended", async () => {
      const user = await world.make.user();
      await world.signedIn(user);
      await change(world, user, CHANGE);
      const mails = await queuedMails(world.services, "password_changed");
      expect(mails.map(({ to }) => to)).to.deep.equal([user.email]);
      const [row] = await world.services.knex("activity_log").where({ event: "password_changed" });
      expect(row).to.include({ actor_id: user.id, subject_id: user.id });
      expect(JSON.parse(row.changes as string)).to.deep.equal({ sessions_ended: 1 });
    });

    it("changes nothing with a wrong, weak or unchanged password", async () => {
      const user = await world.make.user();
      for (const wrong of [
        { current_password: "wrong-password" },
        { password: "password1", password_confirmation: "password1" },
        { password_confirmation: "different-battery" },
        { password: PASSWORD, password_confirmation: PASSWORD },
      ])
        expect(await change(world, user, { ...CHANGE, ...wrong })).to.equal(422);
      expect(await world.services.knex("activity_log").where({ event: "password_changed" })).to.deep.equal(
        [],
      );
      expect((await world.services.knex("users").where({ id: user.id }).first()).password).to.equal(
        user.password,
      );
    });

    it("keeps personal access tokens", async () => {
      const user = await world.make.user();
      const token = await world.make.token(user, { name: "deploy" });
      await change(world, user, CHANGE);
      await world.api.as(token).get("/auth/me").expect(200);
      expect(await sessions(user)).to.have.length(surface === "the API" ? 0 : 1);
    });
  });

describe("PUT /auth/me/password", () => {
  const world = useWorld();

  it("answers nothing, keeps the token and counts as a confirmation", async () => {
    world.freezeTime();
    const { user, token } = await world.make.userWithToken();
    world.advance(16 * MINUTE);
    const { body } = await world.api.as(token).put("/auth/me/password", CHANGE).expect(200);
    expect(body.data).to.deep.equal({});
    const row = await world.services.knex("personal_access_tokens").where({ user_id: user.id }).first();
    expect(row.confirmed_at).to.equal(now());
    await world.api.post("/auth/login", { email: user.email, password: NEW }).expect(200);
  });

  it("satisfies the owner of a password that someone else chose", async () => {
    const { user, token } = await world.make.userWithToken();
    await world.services.knex("users").where({ id: user.id }).update({ password_must_change: true });
    await world.api.as(token).put("/auth/me/password", CHANGE).expect(200);
    const { body } = await world.api.as(token).get("/auth/me").expect(200);
    expect(body.meta).to.deep.equal({});
  });

  it("names the field of each problem", async () => {
    const { token } = await world.make.userWithToken();
    const wrong = { ...CHANGE, current_password: "wrong-password" };
    const { body } = await world.api.as(token).put("/auth/me/password", wrong).expect(422);
    expect(body.data.errors).to.deep.equal({ current_password: ["This isn't your current password."] });
  });

  it("changes nothing once the token was revoked", async () => {
    const user = await world.make.user();
    await world.make.token(user);
    const call = await tokenCaller(world.services, user);
    await world.services.knex("personal_access_tokens").update({ revoked_at: now() });
    const failure: unknown = await changeOwnPassword(call, null, CHANGE).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(SignedOut);
    expect(await queuedMails(world.services)).to.deep.equal([]);
  });

  it("shares its limit of six attempts a minute with the screens", async () => {
    const { user, token } = await world.make.userWithToken();
    const { visitor } = await world.signedIn(user);
    await visitor.put("/user/password", { ...CHANGE, current_password: "wrong-password" });
    for (let attempt = 0; attempt < 5; attempt++)
      await world.api
        .as(token)
        .put("/auth/me/password", { ...CHANGE, current_password: "wrong-password" })
        .expect(422);
    await world.api.as(token).put("/auth/me/password", CHANGE).expect(429);
  });
});
