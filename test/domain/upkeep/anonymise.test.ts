import { expect } from "chai";
import { rememberTool } from "../../../src/domain/oauth/grants/agent-tools.js";
import { prune } from "../../../src/domain/upkeep/prune.js";
import { DAY } from "../../../src/lib/clock.js";
import { makeClient } from "../../support/oauth/oauth.js";
import { useWorld } from "../../support/app/world.js";

describe("Deleted accounts", () => {
  const world = useWorld();
  const row = (id: string) => world.services.knex("users").where({ id }).first();

  it("keep their personal data for thirty days, then lose it once", async () => {
    const admin = await world.make.userWithToken({ role: "system_admin" });
    const user = await world.make.user({ first_name: "Grace", email: "grace@example.test" });
    const signIns = { last_login_ip: "192.0.2.7", previous_login_ip: "192.0.2.8" };
    await world.services.knex("users").where({ id: user.id }).update(signIns);
    const { client } = await makeClient(world);
    world.freezeTime();
    await rememberTool(world.services.knex, { user_id: user.id, client_id: client.id, tool: "users.index" });
    await world.api.as(admin.token).delete(`/users/${user.id}`).expect(200);

    world.advance(30 * DAY);
    expect((await prune(world.services))["users (anonymised)"]).to.equal(0);
    expect((await row(user.id)).email).to.equal("grace@example.test");

    world.advance(1);
    expect((await prune(world.services))["users (anonymised)"]).to.equal(1);
    const left = await row(user.id);
    expect(JSON.stringify(left)).not.to.match(/grace/i);
    expect(left).to.include({ password: "", two_factor_secret: null, avatar: null });
    expect(left).to.include({ last_login_ip: null, previous_login_ip: null });
    expect(await world.services.knex("agent_tools")).to.deep.equal([]);
    expect((await prune(world.services))["users (anonymised)"]).to.equal(0);
  });

  it("are the only ones that are anonymised", async () => {
    const user = await world.make.user();
    world.advance(400 * DAY);
    await prune(world.services);
    expect((await row(user.id)).email).to.equal(user.email);
  });
});
