import { expect } from "chai";
import type { StarterKit } from "../../../src/config/starter-kit.js";
import { ROUTES } from "../../../src/web/routes.js";
import { PASSWORD } from "../../support/app/factories.js";
import { OAuthApi } from "../../support/oauth/oauth-api.js";
import { credentialsOf } from "../../support/oauth/oauth-grants.js";
import { makeClient } from "../../support/oauth/oauth.js";
import { useWorld } from "../../support/app/world.js";

const FILES: Record<string, Partial<StarterKit>> = {
  "that names only the api guard": {
    auth: { guards: { api: { driver: "token", provider: "users" } } },
  },
  "that names another guard": {
    auth: { guards: { kiosk: { driver: "session", provider: "users" } } },
  },
  "with an empty guards block": { auth: { guards: {} } },
  "with an empty auth block": { auth: {} },
};

for (const [title, published] of Object.entries(FILES))
  describe(`Signing in with an operator's file ${title}`, () => {
    const world = useWorld({}, published);

    it("opens a session that the next pages recognise", async () => {
      const user = await world.make.user();
      const visitor = world.visitor();
      const answer = await visitor.signIn(user);
      expect({ status: answer.status, to: answer.headers["location"] }).to.deep.equal({
        status: 303,
        to: "/dashboard",
      });
      expect((await visitor.get("/dashboard")).status).to.equal(200);
      expect((await visitor.get("/profile")).text).to.contain(user.email);
    });

    it("gives access to the API with a token", async () => {
      const { email } = await world.make.user();
      const { body } = await world.api.post("/auth/login", { email, password: PASSWORD }).expect(200);
      await world.api
        .as(body.data.token as string)
        .get("/auth/me")
        .expect(200);
    });
  });

describe("A service without screens, with web: null in the operator's file", () => {
  const world = useWorld({}, { auth: { guards: { web: null } } });

  it("serves no page with any method", async () => {
    const user = await world.make.user();
    const visitor = world.visitor();
    for (const { path } of ROUTES) {
      const address = path.replaceAll(/:\w+/g, user.id);
      expect((await visitor.get(address)).status, path).to.equal(404);
      expect((await visitor.submit(address)).status, path).to.equal(404);
    }
    expect(await world.services.knex("sessions")).to.deep.equal([]);
  });

  it("serves /up, /ready and the API", async () => {
    expect((await world.api.get("//up")).status).to.equal(200);
    expect((await world.api.get("//ready")).status).to.equal(200);
    const { email } = await world.make.user();
    const { body } = await world.api.post("/auth/login", { email, password: PASSWORD }).expect(200);
    await world.api
      .as(body.data.token as string)
      .get("/auth/me")
      .expect(200);
  });

  it("issues tokens that need no consent, and lists only those grants in its metadata", async () => {
    const made = await makeClient(world);
    const oauth = new OAuthApi(world.server);
    const { status } = await oauth.token({ grant_type: "client_credentials" }, credentialsOf(made));
    expect(status).to.equal(200);
    const { body } = await world.api.get("//.well-known/oauth-authorization-server").expect(200);
    expect(body).to.not.have.any.keys("authorization_endpoint", "device_authorization_endpoint");
    expect(body.grant_types_supported).to.deep.equal(["refresh_token", "client_credentials"]);
    expect(body.response_types_supported).to.deep.equal([]);
    expect((await world.api.send("post", "//oauth/device/code", {})).status).to.equal(404);
  });
});
