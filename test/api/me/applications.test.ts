import { expect } from "chai";
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
});
