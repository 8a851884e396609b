import { expect } from "chai";
import supertest, { type Response } from "supertest";
import { freshIp } from "../support/app/client.js";
import { connectionRejected, whileQueriesFail } from "../support/database/faults.js";
import { makeClientToken } from "../support/oauth/oauth.js";
import { useRelyingParty } from "../support/oauth/relying-party.js";

const USERINFO = "/oauth/userinfo";

describe("The endpoints of OpenID Connect", () => {
  const { world, rp } = useRelyingParty();
  const defect = (): Error => Object.assign(new Error("Unknown column"), { code: "ER_BAD_FIELD_ERROR" });

  const send = (method: "get" | "post", path: string, token?: string, ip = freshIp()): supertest.Test => {
    const request = supertest(world.server)[method](path).set("X-Forwarded-For", ip);
    return token === undefined ? request : request.set("Authorization", `Bearer ${token}`);
  };
  const during = (error: () => Error, table: RegExp, work: () => Promise<Response>): Promise<Response> =>
    whileQueriesFail(world.services.knex, (sql) => (table.test(sql) ? error() : null), work);
  const codeOf = ({ status, body }: Response) => [status, (body as { error?: string }).error];

  it("publish the configuration", async () => {
    const { body, headers } = await send("get", "/.well-known/openid-configuration").expect(200);
    expect(headers["cache-control"]).to.equal("public, max-age=300");
    expect(body.issuer).to.equal(world.services.config.env.APP_URL.origin);
  });

  describe("reject", () => {
    it("a token in the header and in the form", async () => {
      const { access_token } = await rp.signIn();
      const answer = await send("post", USERINFO, access_token).type("form").send({ access_token });
      expect(codeOf(answer)).to.deep.equal([400, "invalid_request"]);
    });

    it("a request that says twice who sends it", async () => {
      const { access_token } = await rp.signIn();
      const form = `access_token=${access_token}&access_token=${access_token}`;
      expect(codeOf(await send("post", USERINFO).type("form").send(form))).to.deep.equal([
        400,
        "invalid_request",
      ]);
    });

    it("a GET with a body that has a token and a header without one", async () => {
      expect((await send("get", USERINFO).send("access_token=x")).status).to.equal(401);
    });

    it("a POST without a token, and with the token of a client", async () => {
      expect((await send("post", USERINFO)).status).to.equal(401);
      const token = await makeClientToken(world, { client: rp.made.client });
      expect(codeOf(await send("post", USERINFO, token))).to.deep.equal([403, "insufficient_scope"]);
    });

    it("a form that is too long", async () => {
      const form = { access_token: "x".repeat(17_000) };
      expect(codeOf(await send("post", USERINFO).type("form").send(form))).to.deep.equal([
        413,
        "invalid_request",
      ]);
    });

    for (const method of ["get", "post"] as const)
      it(`the 61st ${method.toUpperCase()} of an address without a valid token within a minute`, async () => {
        const ip = freshIp();
        for (let n = 0; n < 60; n++) expect((await send(method, USERINFO, "wrong", ip)).status).to.equal(401);
        const answer = await send(method, USERINFO, "wrong", ip);
        expect(codeOf(answer)).to.deep.equal([429, "temporarily_unavailable"]);
        expect(answer.headers["retry-after"]).to.match(/^\d+$/);
      });
  });

  describe("while the database fails", () => {
    for (const method of ["get", "post"] as const)
      it(`answer ${method.toUpperCase()} ${USERINFO} with an error that reveals nothing`, async () => {
        const { access_token } = await rp.signIn();
        const read = async () => send(method, USERINFO, access_token);
        const broken = await during(defect, /oauth_access_tokens/, read);
        expect(codeOf(broken)).to.deep.equal([500, "server_error"]);
        expect(broken.text).not.to.match(/column|select/i);
        const down = await during(connectionRejected, /oauth_access_tokens/, read);
        expect(codeOf(down)).to.deep.equal([503, "temporarily_unavailable"]);
        expect((await read()).status).to.equal(200);
      });

    it("answer /oauth/jwks with an error", async () => {
      const read = async () => send("get", "/oauth/jwks");
      expect(codeOf(await during(defect, /oauth_signing_keys/, read))).to.deep.equal([500, "server_error"]);
      const down = await during(connectionRejected, /oauth_signing_keys/, read);
      expect(codeOf(down)).to.deep.equal([503, "temporarily_unavailable"]);
    });

    it("show a page on which a client signs its user out", async () => {
      const read = () => rp.visitor.get(`/oauth/logout?client_id=${rp.made.client.id}`);
      expect((await during(defect, /from .?oauth_clients/, read)).status).to.equal(500);
      expect((await during(connectionRejected, /from .?oauth_clients/, read)).status).to.equal(503);
    });
  });
});
