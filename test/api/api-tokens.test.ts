import { expect } from "chai";
import { HOUR } from "../../src/lib/clock.js";
import { useWorld } from "../support/app/world.js";

describe("The access tokens of all accounts on the API", () => {
  const world = useWorld({}, { oauth: { scopes: ["users.read"] } });
  let admin: { user: { id: string }; token: string };
  beforeEach(async () => {
    await world.make.role("token_keeper", 2, [
      ...["api-tokens.read", "api-tokens.create", "api-tokens.delete", "dashboard.read"],
    ]);
    admin = await world.make.userWithToken({ role: "token_keeper" });
  });
  const api = () => world.api.as(admin.token);
  const names = async (query = ""): Promise<string[]> => {
    const { body } = await api().get(`/api-tokens${query}`).expect(200);
    return body.data.items.map(({ name }: { name: string }) => name);
  };

  it("are listed with their owners, searched, sorted and read by cursor", async () => {
    const grace = await world.make.user({ first_name: "Grace", email: "grace@example.test" });
    for (const name of ["Beta", "alpha", "Gamma"]) await world.make.token(grace, { name });
    expect(await names("?filter[search]=grace&sort=name")).to.deep.equal(["alpha", "Beta", "Gamma"]);
    const { body } = await api().get("/api-tokens?filter[search]=grace&sort=-name&per_page=2").expect(200);
    expect(body.data.items[0].owner).to.deep.equal({
      id: grace.id,
      full_name: "Grace Lovelace",
      email: "grace@example.test",
    });
    const cursor = body.meta.pagination.next_cursor as string;
    expect(await names(`?filter[search]=grace&sort=-name&per_page=2&cursor=${cursor}`)).to.deep.equal([
      "alpha",
    ]);
  });

  it("of accounts above one's rank are neither listed nor counted", async () => {
    const root = await world.make.user({ role: "system_admin" });
    await world.make.token(root, { name: "Root's" });
    const { body } = await api().get("/api-tokens").expect(200);
    expect(body.meta.pagination.total).to.equal(1);
  });

  it("are created for oneself, with the value in this answer only", async () => {
    const { body, headers } = await api()
      .post("/api-tokens", { name: "Deployment", scopes: ["users.read"], expires_in_days: 7 })
      .expect(201);
    expect(headers["location"]).to.equal(`/api/v1/api-tokens/${body.data.id}`);
    await world.api
      .as(body.data.token as string)
      .get("/auth/me")
      .expect(200);
    expect(JSON.stringify(await names())).not.to.include("adk_pat_");
    expect(await world.services.knex("mails").where({ kind: "token_created" })).to.have.length(1);
  });

  it("are created once per Idempotency-Key; the repeat has no secret", async () => {
    const create = () => api().post("/api-tokens", { name: "Once" }).set("Idempotency-Key", "one");
    const { body } = await create().expect(201);
    const again = await create().expect(409);
    expect(again.body.data.code).to.equal("already_created");
    expect(again.headers["location"]).to.equal(`/api/v1/api-tokens/${body.data.id}`);
    expect(await names()).to.have.length(2);
  });

  it("can be revoked, and the owner is told", async () => {
    const user = await world.make.user();
    const token = await world.make.token(user, { name: "Theirs" });
    const { body } = await api().get("/api-tokens?filter[search]=theirs").expect(200);
    await api().delete(`/api-tokens/${body.data.items[0].id}`).expect(200);
    await world.api.as(token).get("/auth/me").expect(401);
    expect(await world.services.knex("mails").where({ kind: "token_revoked" })).to.have.length(1);
  });

  it("need a recent password to be created with a token from signing in", async () => {
    world.freezeTime();
    const { token } = await world.make.userWithToken({ role: "token_keeper" });
    world.advance(HOUR);
    const { body } = await world.api.as(token).post("/api-tokens", { name: "Late" }).expect(423);
    expect(body.data.code).to.equal("password_confirmation_required");
  });

  it("of an account with more permissions can't be revoked, and of a higher rank don't exist", async () => {
    await world.make.role("auditor", 3, ["settings.update"]);
    const ids: Record<string, string> = {};
    for (const role of ["auditor", "system_admin"]) {
      const user = await world.make.user({ role });
      await world.make.token(user, { name: role });
      ids[role] = (
        await world.services.knex("personal_access_tokens").where({ user_id: user.id }).first("id")
      ).id;
    }
    await api().delete(`/api-tokens/${ids["auditor"]}`).expect(403);
    const { status } = await api().delete(`/api-tokens/${ids["system_admin"]}`);
    expect(status).to.be.oneOf([403, 404]);
  });
});
