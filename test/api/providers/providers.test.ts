import { expect } from "chai";
import { useWorld } from "../../support/app/world.js";
import { CraftedProvider } from "../../support/providers/crafted-provider.js";
import { CLIENT } from "../../support/providers/openid-provider.js";
import { FIRST, linkIdentity, makeProvider } from "../../support/providers/providers.js";

const PATH = "/settings/providers";

describe("Sign-in providers through the API", () => {
  const world = useWorld();
  const there = new CraftedProvider();
  before(() => there.start());
  after(() => there.server.stop());
  beforeEach(() => there.reset());

  const administrator = async () => {
    const { token } = await world.make.userWithToken({ role: "system_admin" });
    return world.api.as(token);
  };
  const body = (changes: object = {}) => ({
    kind: "oidc",
    name: "Example",
    issuer: there.issuer,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    ...changes,
  });

  it("are added, shown, changed, tested and deleted, without their secrets", async () => {
    const api = await administrator();
    const made = await api.post(PATH, body({ allowed_domains: ["Example.org"], role: "admin" })).expect(201);
    const { id, redirect_uri: address } = made.body.data;
    expect(made.headers["location"]).to.equal(`/api/v1${PATH}/${id}`);
    expect(address).to.match(new RegExp(`/auth/providers/${id}/callback$`));
    expect(made.body.data).to.deep.include({
      is_enabled: true,
      creates_accounts: false,
      emails_are_verified: false,
      allowed_domains: ["example.org"],
      role: "admin",
      scopes: "openid profile email",
    });
    const shown = await api.get(`${PATH}/${id}`).expect(200);
    const listed = await api.get(PATH).expect(200);
    expect(listed.body.data.items).to.deep.equal([shown.body.data]);
    const changed = await api.patch(`${PATH}/${id}`, { is_enabled: false, role: null }).expect(200);
    expect(changed.body.data).to.include({ is_enabled: false, role: null, name: "Example" });
    const marked = await api.patch(`${PATH}/${id}`, { emails_are_verified: true }).expect(200);
    expect(marked.body.data).to.include({ emails_are_verified: true, is_enabled: false });
    expect((await api.post(`${PATH}/${id}/test`).expect(200)).body.data).to.deep.equal({ result: "passed" });
    there.instead = (request) => Boolean(request.socket.destroy());
    expect((await api.post(`${PATH}/${id}/test`)).body.data).to.deep.equal({ result: "unreachable" });
    for (const answer of [made, shown, listed, changed])
      expect(JSON.stringify(answer.body)).not.to.contain(CLIENT.secret);
    await api.delete(`${PATH}/${id}`).expect(200);
    await api.get(`${PATH}/${id}`).expect(404);
  });

  it("are added once for one idempotency key, and shown again", async () => {
    const api = await administrator();
    const twice = [1, 2].map(() =>
      api.post(PATH, body()).set("Idempotency-Key", "adds-a-provider").expect(201),
    );
    const [first, second] = [await twice[0]!, await twice[1]!];
    expect(second.body.data.id).to.equal(first.body.data.id);
    expect(await world.services.knex("sign_in_providers").pluck("id")).to.have.length(1);
  });

  it("need no issuer for GitHub, which is never marked as one whose addresses are verified", async () => {
    const api = await administrator();
    const github = body({ kind: "github", issuer: undefined, emails_are_verified: true });
    const made = await api.post(PATH, github).expect(201);
    const expected = { issuer: null, scopes: "user:email", emails_are_verified: false };
    expect(made.body.data).to.include(expected);
  });

  it("are rejected with invalid fields, and for everyone without the permission", async () => {
    const api = await administrator();
    await makeProvider(world);
    const wrong = await api.post(PATH, body({ issuer: "http://issuer.example" })).expect(422);
    expect(wrong.body.data.errors).to.deep.equal({ issuer: ["The address must start with https."] });
    const taken = await api.post(PATH, body()).expect(422);
    expect(taken.body.data.errors).to.deep.equal({ name: ["Another provider has this name."] });
    await api.patch(`${PATH}/${FIRST}`, { issuer: "https://evil.example" }).expect(422);
    await api.post(PATH, body({ name: "Other", role: "nobody" })).expect(422);
    const { token } = await world.make.userWithToken({ role: "admin" });
    for (const answer of [
      world.api.as(token).get(PATH),
      world.api.as(token).post(PATH, body({ name: "Other" })),
      world.api.as(token).delete(`${PATH}/${FIRST}`),
    ])
      await answer.expect(403);
  });

  it("can't give a role that the caller can't assign", async () => {
    await world.make.role("configures", 5, ["settings.read", "settings.update"]);
    const { token } = await world.make.userWithToken({ role: "configures" });
    await world.api
      .as(token)
      .post(PATH, body({ role: "admin" }))
      .expect(403);
    expect(await world.services.knex("sign_in_providers").pluck("id")).to.be.empty;
  });
});

describe("Linked accounts through the API", () => {
  const world = useWorld();
  const linked = async (options: object = {}) => {
    await makeProvider(world, { issuer: "https://accounts.example.test" });
    const { user, token } = await world.make.userWithToken(options);
    return { user, api: world.api.as(token), identity: await linkIdentity(world, user) };
  };

  it("are listed and removed by their owner", async () => {
    const { api, identity } = await linked();
    const listed = await api.get("/auth/me/identities").expect(200);
    expect(listed.body.data.items[0]).to.include({
      id: identity.id,
      provider: FIRST,
      provider_name: "Example",
      email: "ada@example.test",
      is_enabled: true,
    });
    await api.delete(`/auth/me/identities/${identity.id}`).expect(200);
    expect((await api.get("/auth/me/identities")).body.data.items).to.deep.equal([]);
  });

  it("are listed and removed by administrators, and the owner gets a mail", async () => {
    const { user, identity } = await linked();
    const { token } = await world.make.userWithToken({ role: "admin" });
    const api = world.api.as(token);
    expect((await api.get(`/users/${user.id}/identities`).expect(200)).body.data.items).to.have.length(1);
    await api.delete(`/users/${user.id}/identities/${identity.id}`).expect(200);
    expect(await world.services.knex("mails").pluck("kind")).to.deep.equal([
      "identity_removed_by_administrator",
    ]);
    expect(await world.services.knex("users").where({ id: user.id }).pluck("identity_count")).to.deep.equal([
      0,
    ]);
  });

  it("keep accounts without a password from counting as invited", async () => {
    const { user } = await linked();
    await world.services.knex("users").where({ id: user.id }).update({ password: null });
    const { token } = await world.make.userWithToken({ role: "admin" });
    const shown = await world.api.as(token).get(`/users/${user.id}`).expect(200);
    expect(shown.body.meta).to.deep.equal({});
  });

  it("can't be removed when nothing else signs in, by anyone", async () => {
    const { user, api, identity } = await linked();
    await world.services.knex("users").where({ id: user.id }).update({ password: null });
    const own = await api.delete(`/auth/me/identities/${identity.id}`).expect(422);
    expect(own.body.data.errors.identity[0]).to.contain("only way to sign in");
    const { token } = await world.make.userWithToken({ role: "admin" });
    await world.api.as(token).delete(`/users/${user.id}/identities/${identity.id}`).expect(422);
  });

  it("can't be removed by strangers, or by administrators of a lower rank", async () => {
    const { user, identity } = await linked({ role: "system_admin" });
    const { token: stranger } = await world.make.userWithToken();
    await world.api.as(stranger).delete(`/auth/me/identities/${identity.id}`).expect(404);
    const { token: admin } = await world.make.userWithToken({ role: "admin" });
    await world.api.as(admin).get(`/users/${user.id}/identities`).expect(404);
    await world.api.as(admin).delete(`/users/${user.id}/identities/${identity.id}`).expect(404);
    await world.api.as(admin).delete(`/users/${user.id}/identities/%C3%A4`).expect(422);
  });
});
