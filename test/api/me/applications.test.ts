import { expect } from "chai";
import { MINUTE } from "../../../src/lib/clock.js";
import { makeClient, makeGrant } from "../../support/oauth/oauth.js";
import { useWorld } from "../../support/app/world.js";

describe("The applications of /auth/me", () => {
  const world = useWorld();
  const PATH = "/auth/me/applications";

  it("are listed by name with the scopes of their tokens", async () => {
    const { user, token } = await world.make.userWithToken();
    const stranger = await world.make.user();
    const { client: mail } = await makeClient(world, { name: "Mail" });
    const { client: calendar } = await makeClient(world, { name: "Calendar" });
    await makeGrant(world, { user, client: mail, scopes: ["users.write", "users.read"] });
    await makeGrant(world, { user, client: calendar, scopes: [] });
    const { client: other } = await makeClient(world, { name: "Other" });
    await makeGrant(world, { user: stranger, client: other, scopes: [] });
    const { body } = await world.api.as(token).get(PATH).expect(200);
    const shown = body.data.items.map(({ id, name, scopes }: Record<string, unknown>) => ({
      id,
      name,
      scopes,
    }));
    expect(shown).to.deep.equal([
      { id: calendar.id, name: "Calendar", scopes: [] },
      { id: mail.id, name: "Mail", scopes: ["users.read", "users.write"] },
    ]);
  });

  it("lose their access, recorded like on the screen", async () => {
    const { user, token } = await world.make.userWithToken();
    const { client } = await makeClient(world);
    const { access } = await makeGrant(world, { user, client, scopes: [] });
    await world.api.as(access).get("/auth/me").expect(200);
    for (let time = 0; time < 2; time++) {
      const { body } = await world.api.as(token).delete(`${PATH}/${client.id}`).expect(200);
      expect(body.data).to.deep.equal({});
    }
    await world.api.as(access).get("/auth/me").expect(401);
    const rows = await world.services.knex("activity_log").where({ event: "application_revoked" });
    expect(rows.map(({ actor_id, subject_id }) => ({ actor_id, subject_id }))).to.deep.equal([
      { actor_id: user.id, subject_id: client.id },
    ]);
    const { body } = await world.api.as(token).get(PATH).expect(200);
    expect(body.data.items).to.deep.equal([]);
  });

  it("that never had access aren't found", async () => {
    const { token } = await world.make.userWithToken();
    const { client } = await makeClient(world);
    const { access } = await makeGrant(world, { user: await world.make.user(), client, scopes: [] });
    await world.api.as(token).delete(`${PATH}/${client.id}`).expect(404);
    await world.api.as(access).get("/auth/me").expect(200);
  });

  describe("lose their access together", () => {
    it("by DELETE /auth/me/applications, recorded like on the screen", async () => {
      const { user, token } = await world.make.userWithToken();
      const stranger = await world.make.user();
      const grants = [];
      for (const name of ["Calendar", "Mail"]) {
        const { client } = await makeClient(world, { name });
        grants.push({ client, ...(await makeGrant(world, { user, client, scopes: [] })) });
      }
      const { client } = grants[0]!;
      const other = await makeGrant(world, { user: stranger, client, scopes: [] });
      const { body } = await world.api.as(token).delete(PATH).expect(200);
      expect(body.data).to.deep.equal({});
      for (const { access } of grants) await world.api.as(access).get("/auth/me").expect(401);
      for (const kept of [token, other.access]) await world.api.as(kept).get("/auth/me").expect(200);
      await world.api.as(token).delete(PATH).expect(200);
      const rows = await world.services.knex("activity_log").where({ event: "application_revoked" });
      expect(rows.map(({ subject_id }) => subject_id as string)).to.have.members(
        grants.map((grant) => grant.client.id),
      );
      expect(new Set(rows.map(({ actor_id }) => actor_id as string))).to.deep.equal(new Set([user.id]));
    });

    it("only with a recent password", async () => {
      world.freezeTime();
      const { token } = await world.make.userWithToken();
      world.advance(16 * MINUTE);
      await world.api.as(token).delete(PATH).expect(423);
    });
  });
});
