import { expect } from "chai";
import { useWorld } from "../../support/app/world.js";

describe("POST /auth/logout", () => {
  const world = useWorld();

  it("revokes the presented token", async () => {
    const { token } = await world.make.userWithToken();
    const { body } = await world.api.as(token).post("/auth/logout").expect(200);
    expect(body.data).to.deep.equal({});
    const rejected = await world.api.as(token).get("/auth/me").expect(401);
    expect(rejected.body.data.code).to.equal("token_revoked");
  });

  it("doesn't revoke the account's other tokens", async () => {
    const { user, token } = await world.make.userWithToken();
    const other = await world.make.token(user);
    await world.api.as(token).post("/auth/logout").expect(200);
    await world.api.as(other).get("/auth/me").expect(200);
  });

  it("writes the event to the audit log", async () => {
    const { user, token } = await world.make.userWithToken();
    await world.api.as(token).post("/auth/logout").expect(200);
    const rows = await world.services.knex("activity_log").select("event", "actor_id");
    expect(rows).to.deep.equal([{ event: "logout", actor_id: user.id }]);
  });

  it("rejects a second logout with the same token", async () => {
    const { token } = await world.make.userWithToken();
    await world.api.as(token).post("/auth/logout").expect(200);
    await world.api.as(token).post("/auth/logout").expect(401);
  });

  it("rejects a request without a token", async () => {
    await world.api.post("/auth/logout").expect(401);
  });
});
