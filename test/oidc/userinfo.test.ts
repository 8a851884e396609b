import { expect } from "chai";
import supertest, { type Response } from "supertest";
import { HOUR } from "../../src/lib/clock.js";
import { freshIp } from "../support/app/client.js";
import { makeClientToken } from "../support/oauth/oauth.js";
import { useRelyingParty } from "../support/oauth/relying-party.js";

describe("The userinfo endpoint", () => {
  const { world, rp } = useRelyingParty();

  const request = (method: "get" | "post") =>
    supertest(world.server)[method]("/oauth/userinfo").set("X-Forwarded-For", freshIp());
  const get = async (token: string): Promise<Response> =>
    request("get").set("Authorization", `Bearer ${token}`);

  it("tells the claims of the token's scopes", async () => {
    const { user } = rp;
    const { access_token } = await rp.signIn({ scope: "openid email" });
    const { status, body, headers } = await get(access_token);
    expect([status, body]).to.deep.equal([
      200,
      { sub: user.id, email: user.email, email_verified: false, preferred_username: user.email },
    ]);
    expect(headers["cache-control"]).to.equal("no-store");
  });

  it("tells the same by POST, with the token in the header or in the form", async () => {
    const { access_token } = await rp.signIn({ scope: "openid profile" });
    const { body } = await get(access_token);
    expect(body).to.include({ sub: rp.user.id, given_name: rp.user.first_name });
    const inHeader = await request("post").set("Authorization", `Bearer ${access_token}`);
    const inForm = await request("post").type("form").send({ access_token });
    expect([inHeader.body, inForm.body]).to.deep.equal([body, body]);
  });

  it("tells present values", async () => {
    const { access_token } = await rp.signIn({ scope: "openid profile" });
    await world.services.knex("users").where({ id: rp.user.id }).update({ first_name: "Grace" });
    expect((await get(access_token)).body.given_name).to.equal("Grace");
  });

  describe("rejects", () => {
    const expectInvalid = ({ status, body, headers }: Response): void => {
      expect([status, body.error]).to.deep.equal([401, "invalid_token"]);
      expect(headers["www-authenticate"]).to.match(/^Bearer error="invalid_token"/);
    };

    it("a request without a token, without an error code in the challenge", async () => {
      const { status, headers } = await request("get");
      expect([status, headers["www-authenticate"]]).to.deep.equal([401, "Bearer"]);
    });

    it("unknown, expired and revoked tokens", async () => {
      const { access_token } = await rp.signIn();
      expectInvalid(await get("adk_at_unknown"));
      expectInvalid(await request("post").type("form").send({ access_token: "adk_at_unknown" }));
      world.advance(HOUR);
      expectInvalid(await get(access_token));
      const { access_token: next } = await rp.signIn();
      await world.services.knex("oauth_access_tokens").update({ revoked_at: 1 });
      expectInvalid(await get(next));
    });

    it("the token of a banned user", async () => {
      const { access_token } = await rp.signIn();
      await world.services.knex("users").where({ id: rp.user.id }).update({ status: "banned" });
      expectInvalid(await get(access_token));
    });

    it("personal access tokens", async () => {
      expectInvalid(await get((await world.make.userWithToken()).token));
    });

    it("tokens without the scope openid, and those of clients for themselves", async () => {
      const { access_token } = await rp.signIn({ scope: "users.read email" });
      const own = await makeClientToken(world, { client: rp.made.client });
      for (const token of [access_token, own]) {
        const { status, body, headers } = await get(token);
        expect([status, body.error]).to.deep.equal([403, "insufficient_scope"]);
        expect(headers["www-authenticate"]).to.contain('scope="openid"');
      }
    });

    it("a token in the header and in the form", async () => {
      const { access_token } = await rp.signIn();
      const { status, body } = await request("post")
        .set("Authorization", `Bearer ${access_token}`)
        .type("form")
        .send({ access_token });
      expect([status, body.error]).to.deep.equal([400, "invalid_request"]);
    });

    it("a token in the query", async () => {
      const { access_token } = await rp.signIn();
      const { status } = await supertest(world.server).get(`/oauth/userinfo?access_token=${access_token}`);
      expect(status).to.equal(401);
    });

    it("other methods", async () => {
      const { status, headers } = await supertest(world.server).put("/oauth/userinfo");
      expect([status, headers["allow"]]).to.deep.equal([405, "GET, HEAD, POST, OPTIONS"]);
    });
  });
});
