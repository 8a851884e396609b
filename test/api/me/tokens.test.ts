import { expect } from "chai";
import { createPersonalToken } from "../../../src/domain/tokens/personal-tokens.js";
import { DAY, MINUTE, now, toRfc3339 } from "../../../src/lib/clock.js";
import { SignedOut } from "../../../src/lib/failures.js";
import { tokenCaller } from "../../support/app/caller.js";
import { queuedMails } from "../../support/app/mails.js";
import { useWorld } from "../../support/app/world.js";

describe("The access tokens of /auth/me", () => {
  const world = useWorld();
  const rows = () => world.services.knex("personal_access_tokens").orderBy("id");
  const PATH = "/auth/me/tokens";

  it("are listed, newest first, without values, revoked ones and those of others", async () => {
    world.freezeTime();
    const { user, token } = await world.make.userWithToken();
    const revoked = await world.make.token(user, { name: "revoked" });
    await world.api.as(revoked).post("/auth/logout").expect(200);
    await world.make.token(await world.make.user(), { name: "strange" });
    world.advance(MINUTE);
    await world.make.token(user, { name: "deploy", scopes: ["users.read"] });
    const { body, text } = await world.api.as(token).get(PATH).expect(200);
    const shown = body.data.items.map(({ name, scopes, is_current }: Record<string, unknown>) => ({
      name,
      scopes,
      is_current,
    }));
    expect(shown).to.deep.equal([
      { name: "deploy", scopes: ["users.read"], is_current: false },
      { name: "auth-token", scopes: [], is_current: true },
    ]);
    expect(text).not.to.contain("adk_pat_");
  });

  it("are created with the chosen scopes and lifetime, and work", async () => {
    world.freezeTime();
    const { user, token } = await world.make.userWithToken();
    const { body, headers } = await world.api
      .as(token)
      .post(PATH, { name: "Deployment", scopes: ["users.read"], expires_in_days: 7 })
      .expect(201);
    expect(body.data).to.deep.include({
      name: "Deployment",
      scopes: ["users.read"],
      expires_at: toRfc3339(now() + 7 * DAY),
    });
    expect(headers["location"]).to.equal(`/api/v1${PATH}/${body.data.id}`);
    const me = await world.api.as(body.data.token).get("/auth/me").expect(200);
    expect(me.body.data.id).to.equal(user.id);
    await world.api.as(body.data.token).get(PATH).expect(403);
  });

  it("are created with the longest lifetime by default, recorded and mailed to the owner", async () => {
    world.freezeTime();
    const { user, token } = await world.make.userWithToken();
    const { body } = await world.api.as(token).post(PATH, { name: "Deployment" }).expect(201);
    expect(body.data.expires_at).to.equal(toRfc3339(now() + 30 * DAY));
    const mails = await queuedMails(world.services, "token_created");
    expect(mails.map(({ to }) => to)).to.deep.equal([user.email]);
    const [row] = await world.services.knex("activity_log").where({ event: "token_created" });
    expect(row).to.include({ actor_id: user.id, subject_id: body.data.id });
    expect(JSON.stringify(row)).not.to.contain(body.data.token);
  });

  it("are revoked immediately, including the one of the request", async () => {
    const { user, token } = await world.make.userWithToken();
    const other = await world.make.token(user, { name: "deploy" });
    const [own, personal] = await rows();
    await world.api.as(token).delete(`${PATH}/${personal.id}`).expect(200);
    await world.api.as(other).get("/auth/me").expect(401);
    await world.api.as(token).delete(`${PATH}/${personal.id}`).expect(200);
    const revoked = await world.services.knex("activity_log").where({ event: "token_revoked" });
    expect(revoked.map(({ subject_id }) => subject_id as string)).to.deep.equal([personal.id]);
    await world.api.as(token).delete(`${PATH}/${own.id}`).expect(200);
    await world.api.as(token).get("/auth/me").expect(401);
  });

  it("are rejected with unknown scopes, a reserved name and a lifetime beyond the limit", async () => {
    const { token } = await world.make.userWithToken();
    const before = (await rows()).length;
    for (const [field, wrong] of Object.entries({
      scopes: { scopes: ["everything"] },
      name: { name: "auth-token" },
      expires_in_days: { expires_in_days: 31 },
    })) {
      const { body } = await world.api
        .as(token)
        .post(PATH, { name: "Deployment", ...wrong })
        .expect(422);
      expect(body.data.errors, field).to.have.all.keys(field);
    }
    for (const scopes of [["*"], ["users.read", "users.read"], ["openid"], ["users.read", "offline_access"]])
      await world.api.as(token).post(PATH, { name: "Deployment", scopes }).expect(422);
    expect(await rows()).to.have.length(before);
  });

  it("aren't created for another account", async () => {
    const { token } = await world.make.userWithToken();
    const other = await world.make.user();
    const { body } = await world.api.as(token).post(PATH, { name: "x", user_id: other.id }).expect(422);
    expect(body.data.errors).to.have.all.keys("user_id");
  });

  it("are created only with a recent password", async () => {
    world.freezeTime();
    const { token } = await world.make.userWithToken();
    world.advance(16 * MINUTE);
    await world.api.as(token).post(PATH, { name: "Deployment" }).expect(423);
  });

  it("aren't created once the token of the request was revoked", async () => {
    const { user } = await world.make.userWithToken();
    const call = await tokenCaller(world.services, user);
    await world.services.knex("personal_access_tokens").update({ revoked_at: now() });
    const failure: unknown = await createPersonalToken(call, { name: "late", scopes: [] }).catch(
      (error: unknown) => error,
    );
    expect(failure).to.be.instanceOf(SignedOut);
    expect(await rows()).to.have.length(1);
  });

  it("of other accounts aren't found", async () => {
    const { token } = await world.make.userWithToken();
    const other = await world.make.userWithToken();
    const row = await world.services
      .knex("personal_access_tokens")
      .where({ user_id: other.user.id })
      .first("id");
    await world.api.as(token).delete(`${PATH}/${row.id}`).expect(404);
    await world.api.as(other.token).get("/auth/me").expect(200);
  });

  describe("DELETE /auth/me/tokens", () => {
    it("revokes all but the one of the request, recorded like on the screen", async () => {
      const { user, token } = await world.make.userWithToken();
      const [deploy, second] = [
        await world.make.token(user, { name: "deploy" }),
        await world.make.token(user, { name: "auth-token" }),
      ];
      const { token: strange } = await world.make.userWithToken();
      const { visitor } = await world.signedIn(user);
      for (let time = 0; time < 2; time++) {
        const { body } = await world.api.as(token).delete(PATH).expect(200);
        expect(body.data).to.deep.equal({});
      }
      for (const ended of [deploy, second]) await world.api.as(ended).get("/auth/me").expect(401);
      for (const kept of [token, strange]) await world.api.as(kept).get("/auth/me").expect(200);
      expect((await visitor.get("/profile")).status).to.equal(200);
      const recorded = await world.services.knex("activity_log").where({ event: "tokens_revoked" });
      expect(recorded.map(({ actor_id, changes }) => [actor_id, changes])).to.deep.equal([
        [user.id, JSON.stringify({ revoked: 2 })],
      ]);
    });

    it("asks for a recent password", async () => {
      world.freezeTime();
      const { user, token } = await world.make.userWithToken();
      const other = await world.make.token(user, { name: "deploy" });
      world.advance(16 * MINUTE);
      await world.api.as(token).delete(PATH).expect(423);
      await world.api.as(other).get("/auth/me").expect(200);
    });
  });
});
