import { expect } from "chai";
import { DAY, MINUTE } from "../../src/lib/clock.js";
import { useWorld } from "../support/app/world.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf } from "../support/oauth/oauth-grants.js";
import { makeClient, makeGrant } from "../support/oauth/oauth.js";

const CLIENT = { name: "Backdoor", type: "confidential", grant_types: ["client_credentials"] };
const PROVIDER = { kind: "github", name: "GitHub", client_id: "id", client_secret: "secret" };
const NEW = "a-new-and-long-password";
const PERSON = { first_name: "Eve", last_name: "Jones", email: "eve@example.test" };

describe("A token that its scopes limit", () => {
  const world = useWorld({}, { oauth: { enforce_scopes: true } });
  let admin: Awaited<ReturnType<typeof world.make.user>>;
  beforeEach(async () => {
    world.freezeTime();
    admin = await world.make.user({ role: "system_admin" });
  });

  const SCOPES = ["admin", "users.read", "users.write"];
  const ofApplication = async () => {
    const { client } = await makeClient(world);
    const { access } = await makeGrant(world, { user: admin, client, scopes: SCOPES });
    return access;
  };
  const ofOwner = () => world.make.token(admin, { scopes: SCOPES, selected: true });
  const LIMITED: Record<string, () => Promise<string>> = {
    "of an application": ofApplication,
    "of its owner, with oauth.enforce_scopes,": ofOwner,
  };

  interface Issued {
    id: string;
    token: string;
    scopes: string[];
    expires_at: string;
  }
  async function create(token: string, fields: object = {}): Promise<Issued> {
    const { body } = await world.api
      .as(token)
      .post("/api-tokens", { name: "Job", ...fields })
      .expect(201);
    return body.data as Issued;
  }
  const statusOf = async (token: string, path = "/auth/me"): Promise<number> =>
    (await world.api.as(token).get(path)).status;

  for (const [title, make] of Object.entries(LIMITED))
    describe(title, () => {
      it("gives a new token all of its scopes, or some of them", async () => {
        const token = await make();
        expect((await create(token)).scopes).to.have.members(SCOPES);
        expect((await create(token, { scopes: ["users.read"] })).scopes).to.deep.equal(["users.read"]);
      });

      it("limits the new token to its scopes", async () => {
        const { token } = await create(await make(), { scopes: ["users.read"] });
        expect(await statusOf(token, "/users")).to.equal(200);
        expect(await statusOf(token, "/roles")).to.equal(403);
      });

      it("ends with what it created", async () => {
        const token = await make();
        const first = await create(token);
        const second = await create(first.token);
        expect(await statusOf(second.token)).to.equal(200);
        await world.api.as(token).post("/auth/logout").expect(200);
        for (const ended of [first, second]) expect(await statusOf(ended.token)).to.equal(401);
      });

      it("ends with what it created for introspection, too", async () => {
        const asking = await makeClient(world, { may_introspect: true });
        const isActive = async (issued: Issued): Promise<boolean> => {
          const parameters = { token: issued.token };
          const { body } = await new OAuthApi(world.server).post(
            "/oauth/introspect",
            parameters,
            credentialsOf(asking),
          );
          return body.active as boolean;
        };
        const token = await make();
        const first = await create(token);
        const second = await create(first.token);
        for (const issued of [first, second]) expect(await isActive(issued)).to.equal(true);
        await world.api.as(token).post("/auth/logout").expect(200);
        for (const issued of [first, second]) expect(await isActive(issued)).to.equal(false);
      });

      it("can't give a scope that it lacks", async () => {
        const { body } = await world.api
          .as(await make())
          .post("/api-tokens", { name: "Job", scopes: ["files.write"] })
          .expect(422);
        expect(body.data.errors).to.deep.equal({
          scopes: ["Choose only scopes that the token of this request has."],
        });
      });

      it("can't create an application or a secret, or change how one authenticates", async () => {
        const api = world.api.as(await make());
        const { client } = await makeClient(world);
        for (const [path, body] of [
          ["/api-clients", CLIENT],
          [`/api-clients/${client.id}/secret`, undefined],
        ] as const) {
          const response = await api.post(path, body).expect(403);
          expect(response.body.data.code, path).to.equal("first_party_only");
        }
        await api.patch(`/api-clients/${client.id}`, { name: "Renamed" }).expect(200);
        const jwks = {
          keys: [{ kty: "EC", crv: "P-256", kid: "1", use: "sig", alg: "ES256", x: X, y: Y }],
        };
        await api
          .patch(`/api-clients/${client.id}`, { token_endpoint_auth_method: "private_key_jwt", jwks })
          .expect(403);
        await api.patch(`/api-clients/${client.id}`, { may_introspect: true }).expect(403);
      });

      it("can't give a role that is more than every user has", async () => {
        const api = world.api.as(await make());
        const other = await world.make.user();
        const { client } = await makeClient(world);
        for (const role of ["system_admin", "admin"]) {
          await api.post("/users", { ...PERSON, role }).expect(403);
          await api.patch(`/users/${other.id}`, { role }).expect(403);
          await api.patch(`/api-clients/${client.id}`, { role }).expect(403);
          await api.post("/settings/providers", { ...PROVIDER, role }).expect(403);
        }
        await api.post("/users", { ...PERSON, role: "user" }).expect(201);
        await api.patch(`/api-clients/${client.id}`, { role: "user" }).expect(200);
      });

      it("can't take over an account that has more", async () => {
        const api = world.api.as(await make());
        const changes = [{ password: NEW, password_confirmation: NEW }, { email: "mine@example.test" }];
        const above = await world.make.user({ role: "admin" });
        const other = await world.make.user();
        for (const change of changes) await api.patch(`/users/${above.id}`, change).expect(403);
        for (const account of [above, other]) await world.make.twoFactor(account);
        await api.delete(`/users/${above.id}/two-factor`).expect(403);
        await api.delete(`/users/${other.id}/two-factor`).expect(200);
        await api.patch(`/users/${above.id}`, { first_name: "Ada" }).expect(200);
        const user = await world.make.user();
        for (const change of changes) await api.patch(`/users/${user.id}`, change).expect(200);
      });
    });

  it("of an application gives no longer lifetime than its own", async () => {
    const parent = await ofApplication();
    const { token, expires_at } = await create(parent, { expires_in_days: 30 });
    const { expires_at: end } = await world.services.knex("oauth_access_tokens").first("expires_at");
    expect(Date.parse(expires_at)).to.equal(Number(end));
    world.advance(60 * MINUTE);
    expect(await statusOf(token)).to.equal(401);
  });

  it("ends what it created when its application is deleted", async () => {
    const { client } = await makeClient(world);
    const { access } = await makeGrant(world, { user: admin, client, scopes: SCOPES });
    const { token } = await create(access);
    const { token: signedIn } = await world.make.userWithToken({ role: "system_admin" });
    await world.api.as(signedIn).delete(`/api-clients/${client.id}`).expect(200);
    expect(await statusOf(token)).to.equal(401);
  });

  it("that its owner revokes takes what it created out of the list", async () => {
    const token = await ofOwner();
    const { id } = await create(token);
    const { parent_token_id } = await world.services
      .knex("personal_access_tokens")
      .where({ id })
      .first("parent_token_id");
    const { token: signedIn } = await world.make.userWithToken({ role: "system_admin" });
    await world.api.as(signedIn).delete(`/api-tokens/${parent_token_id}`).expect(200);
    const { body } = await world.api.as(signedIn).get("/api-tokens").expect(200);
    expect((body.data.items as Issued[]).map((row) => row.id)).not.to.include(id);
  });
});

describe("A token that no scope limits", () => {
  const world = useWorld();
  const creators: Record<string, () => Promise<string>> = {
    "from signing in": async () => (await world.make.userWithToken({ role: "system_admin" })).token,
    "of its owner": async () => {
      const user = await world.make.user({ role: "system_admin" });
      return world.make.token(user, { scopes: ["users.read"], selected: true });
    },
  };
  for (const [title, make] of Object.entries(creators))
    it(`${title} creates tokens and applications without its limits`, async () => {
      world.freezeTime();
      const api = world.api.as(await make());
      const { body } = await api
        .post("/api-tokens", { name: "Job", scopes: ["users.write"], expires_in_days: 30 })
        .expect(201);
      expect(Date.parse(body.data.expires_at as string) - Date.now()).to.be.greaterThan(29 * DAY);
      await api.post("/auth/logout").expect(200);
      await world.api
        .as(body.data.token as string)
        .get("/auth/me")
        .expect(200);
      const another = world.api.as(await make());
      await another.post("/api-clients", CLIENT).expect(201);
    });
});

// the public key of RFC 7517, appendix A.1
const X = "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4";
const Y = "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM";
