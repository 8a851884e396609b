import { expect } from "chai";
import request, { type Response } from "supertest";
import { parse } from "yaml";
import { MINUTE } from "../../../src/lib/clock.js";
import { freshIp } from "../../support/app/client.js";
import { makeClient, makeClientToken, makeGrant } from "../../support/oauth/oauth.js";
import { useWorld } from "../../support/app/world.js";

/** What the test's client accepts by default; a tag belongs to one encoding. */
const GZIP = { "Accept-Encoding": "gzip, deflate" };
const DOCUMENTS = ["openapi.json", "openapi.yaml", "oauth.json", "oauth.yaml"].map(
  (name) => `/api-dock/${name}`,
);

describe("The documents of the contracts with a token", () => {
  const world = useWorld({ API_RATE_PER_MINUTE: "20" });
  const get = (path: string, token: string, headers: Record<string, string> = {}): Promise<Response> =>
    Promise.resolve(
      request(world.server)
        .get(path)
        .set({ "X-Forwarded-For": freshIp(), Authorization: `Bearer ${token}`, ...headers }),
    );
  async function tokenWith(...permissions: string[]): Promise<string> {
    await world.make.role("reader", 4, permissions);
    return world.make.token(await world.make.user({ role: "reader" }));
  }

  it("are those that a reader gets in the browser", async () => {
    const token = await tokenWith("api-docs.read");
    const { visitor } = await world.signedIn(await world.make.user({ role: "admin" }));
    for (const path of DOCUMENTS) {
      const [own, shown] = [await get(path, token), await visitor.get(path, GZIP)];
      expect(own.status, path).to.equal(200);
      expect(own.text ?? String(own.body)).to.equal(shown.text ?? String(shown.body));
      expect(own.headers["etag"]).to.equal(shown.headers["etag"]);
      expect(own.headers["cache-control"]).to.equal("no-store");
      expect(own.headers["vary"]).to.contain("Authorization");
      expect(own.headers).to.include.keys("x-request-id", "ratelimit");
      expect(own.headers).not.to.have.property("set-cookie");
      expect((await get(path, token, { "If-None-Match": own.headers["etag"]! })).status).to.equal(304);
    }
  });

  it("contain only what the account can call, if asked", async () => {
    const token = await tokenWith("api-docs.read", "users.read");
    const { body } = await get("/api-dock/openapi.json?only=callable", token);
    expect(body.paths["/users"]).to.have.property("get");
    expect(body.paths["/users"]).not.to.have.property("post");
    const yaml = await get("/api-dock/openapi.yaml?only=callable", token);
    expect(parse(yaml.text ?? String(yaml.body))).to.deep.equal(body);
    const rejected = await get("/api-dock/openapi.json?only=mine", token);
    expect({ status: rejected.status, code: rejected.body.data.code }).to.deep.equal({
      status: 422,
      code: "validation_failed",
    });
  });

  it("accept an application's token of such an account", async () => {
    const user = await world.make.user({ role: "admin" });
    const { client } = await makeClient(world);
    const { access } = await makeGrant(world, { user, client });
    expect((await get(DOCUMENTS[0]!, access)).status).to.equal(200);
    const { status, body } = await get(DOCUMENTS[0]!, await makeClientToken(world, { client }));
    expect({ status, code: body.data.code }).to.deep.equal({ status: 401, code: "unauthenticated" });
  });

  it("are rejected as by the API, with or without a session", async () => {
    const stranger = await tokenWith("users.read");
    const { visitor } = await world.signedIn(await world.make.user({ role: "admin" }));
    const cases: [string, number, string][] = [
      ["adk_pat_unknown", 401, "unauthenticated"],
      [stranger, 403, "forbidden"],
    ];
    for (const path of DOCUMENTS)
      for (const [token, status, code] of cases)
        for (const answer of [
          await get(path, token),
          await visitor.get(path, { Authorization: `Bearer ${token}`, "X-Forwarded-For": freshIp() }),
        ]) {
          expect({ status: answer.status, code: answer.body.data.code }).to.deep.equal({ status, code });
          expect(answer.body).to.have.all.keys("success", "status", "message", "data", "meta", "trace_id");
          if (status === 401) expect(answer.headers["www-authenticate"]).to.match(/^Bearer/);
        }
  });

  it("are denied to a banned account, and follow the general limit", async () => {
    world.freezeTime();
    const token = await tokenWith("api-docs.read");
    for (let times = 0; times < 20; times++) expect((await get(DOCUMENTS[0]!, token)).status).to.equal(200);
    expect((await get(DOCUMENTS[0]!, token)).status).to.equal(429);
    world.advance(MINUTE);
    await world.services.knex("users").update({ status: "banned" });
    expect((await get(DOCUMENTS[0]!, token)).status).to.be.within(401, 403);
  });

  it("are the only addresses below /api-dock that accept a token", async () => {
    const token = await tokenWith("api-docs.read");
    for (const path of ["/api-dock", "/api-dock/oauth"]) {
      const { status, headers } = await get(path, token, { Accept: "text/html" });
      expect(status, path).to.equal(302);
      expect(headers["location"]).to.match(/^\/login/);
    }
  });
});
