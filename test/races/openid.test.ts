import { createServer } from "node:http";
import { expect } from "chai";
import type { Response } from "supertest";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { v7 as uuidv7 } from "uuid";
import { now, SECOND } from "../../src/lib/clock.js";
import { DEFAULT_OPTIONS } from "../../src/models/client-options.js";
import { addressOf } from "../support/browser/running-product.js";
import {
  answer,
  authorizePath,
  redirectParameters,
  VERIFIER,
} from "../support/oauth/authorization-request.js";
import { lockWaits } from "../support/database/lock-waits.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf, redemption } from "../support/oauth/oauth-grants.js";
import { makeClient } from "../support/oauth/oauth.js";
import { together, until, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { Visitor } from "../support/app/web.js";

describeWith("MariaDB", "OpenID Connect on two processes", function () {
  this.timeout(60_000);
  const fleet = useFleet(2);
  const api = (n: number): OAuthApi => new OAuthApi(fleet.servers[n % 2]!.api.origin);

  it("has the same keys on both, although both have created them when they were first needed", async () => {
    const answers = await together(8, async (n) => {
      const response = await fetch(`${fleet.servers[n % 2]!.api.origin}/oauth/jwks`);
      return ((await response.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
    });
    expect(answers[0]).to.have.length(2);
    for (const kids of answers) expect(kids).to.have.members(answers[0]!);
    expect(await fleet.services.knex("oauth_signing_keys")).to.have.length(2);
  });

  it("accepts a JWT of a client once", async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), alg: "ES256" }] };
    const options = { ...DEFAULT_OPTIONS, token_endpoint_auth_method: "private_key_jwt" as const, jwks };
    const { client } = await makeClient(fleet, { options });
    for (let round = 0; round < 5; round++) {
      const assertion = await new SignJWT({ jti: `round-${round}` })
        .setProtectedHeader({ alg: "ES256" })
        .setIssuer(client.id)
        .setSubject(client.id)
        .setAudience(fleet.services.config.env.APP_URL.origin)
        .setExpirationTime(Math.floor(now() / SECOND) + 60)
        .sign(privateKey);
      const answers = await together(6, (n) =>
        api(n).token({
          grant_type: "client_credentials",
          client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
          client_assertion: assertion,
        }),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 401, 401, 401, 401, 401]);
    }
  });

  describe("a session that ends while it is granted to a client", () => {
    const ENDS: Record<string, (browser: Visitor, other: Visitor, session: string) => Promise<Response>> = {
      "by signing out": (browser) => browser.submit("/logout"),
      "from another browser": async (_browser, other, session) => {
        await other.get("/browser-sessions");
        return other.submit("/browser-sessions", { session, _method: "DELETE" });
      },
    };
    for (const [name, end] of Object.entries(ENDS))
      it(`is told to the client: ${name}`, async () => {
        const options = { ...DEFAULT_OPTIONS, backchannel_logout_uri: "http://127.0.0.1:9/" };
        const { client } = await makeClient(fleet, { options });
        const user = await fleet.make.user();
        const [browser, other] = fleet.servers.map(({ api }) => new Visitor(api.origin)) as [
          Visitor,
          Visitor,
        ];
        await browser.signIn(user);
        const { knex } = fleet.services;
        const [session] = (await knex("sessions").where({ user_id: user.id }).pluck("public_id")) as string[];
        await other.signIn(user);
        const page = await browser.get(authorizePath(client, { scope: "openid" }));
        const twin = new Visitor(fleet.servers[1]!.api.origin);
        for (const [cookie, value] of browser.cookies) twin.cookies.set(cookie, value);
        twin.csrfToken = browser.csrfToken;
        let [granted, ended]: Promise<Response | null>[] = [];
        // the grant has locked the account and waits for the client, so it has read the session already
        await knex.transaction(async (trx) => {
          await trx("oauth_clients").where({ id: client.id }).forUpdate();
          granted = answer(browser, page, "allow");
          await until("the grant waits", async () => (await lockWaits(knex)) >= 1);
          let isOver = false;
          ended = end(twin, other, session!).finally(() => (isOver = true));
          await until(
            "the end waits for the grant, or is over",
            async () => isOver || (await lockWaits(knex)) >= 2,
          );
        });
        expect((await granted!)!.status).to.equal(303);
        expect((await ended!)!.status).to.equal(303);
        const logins = (await knex("oauth_logins").where({ client_id: client.id })) as object[];
        expect(logins).to.have.length(1);
        expect(logins[0]).to.have.property("session_ended_at").that.is.a("number");
      });
  });

  it("grants a pushed request once, and the other page says that it was used", async () => {
    const made = await makeClient(fleet);
    const browsers = fleet.servers.map(({ api: { origin } }) => new Visitor(origin));
    const [browser, twin] = browsers as [Visitor, Visitor];
    await browser.signIn(await fleet.make.user());
    for (const [cookie, value] of browser.cookies) twin.cookies.set(cookie, value);
    twin.csrfToken = browser.csrfToken;
    const address = authorizePath(made.client, { scope: "openid" });
    const given = redirectParameters(await answer(browser, await browser.get(address), "allow"));
    await api(0).token(redemption({ code: given["code"]!, verifier: VERIFIER }), credentialsOf(made));
    const push = async (changes: object): Promise<string> => {
      const form = { ...Object.fromEntries(new URLSearchParams(address.split("?")[1])), ...changes };
      const { body } = await api(0).post("/oauth/par", form, credentialsOf(made));
      const request = {
        client_id: made.client.id,
        request_uri: (body as { request_uri: string }).request_uri,
      };
      return `/oauth/authorize?${new URLSearchParams(request).toString()}`;
    };
    const [silent, asking] = [await push({ prompt: "none" }), await push({ prompt: "consent" })];
    const question = await browser.get(asking);
    const again = await twin.get(asking);
    const pairs = [
      () => [browser.get(silent), twin.get(silent)],
      () => [answer(browser, question, "allow"), answer(twin, again, "allow")],
    ];
    for (const both of pairs) {
      let answers: Promise<Response>[] = [];
      // one has locked the account and waits for the client, and the other one waits for the account
      await fleet.services.knex.transaction(async (trx) => {
        await trx("oauth_clients").where({ id: made.client.id }).forUpdate();
        answers = both();
        await until("both wait", async () => (await lockWaits(fleet.services.knex)) >= 2);
      });
      const pages = await Promise.all(answers);
      const used = pages.filter(({ status }) => status === 400);
      expect(pages.map(({ status }) => status).sort()[0]).to.be.oneOf([302, 303]);
      expect(used).to.have.length(1);
      expect(used[0]!.text).to.contain("The sign-in request has expired or was already used");
    }
  });

  it("tells a client once that a session has ended", async () => {
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(request.url!);
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    try {
      const user = await fleet.make.user();
      const sessions = Array.from({ length: 10 }, (_, index) => ({ familyId: uuidv7(), path: `/${index}` }));
      for (const { familyId, path } of sessions) {
        const backchannel_logout_uri = addressOf(receiver) + path;
        const { client } = await makeClient(fleet, {
          options: { ...DEFAULT_OPTIONS, backchannel_logout_uri },
        });
        await fleet.services.knex("oauth_logins").insert({
          family_id: familyId,
          client_id: client.id,
          user_id: user.id,
          session_id: uuidv7(),
          authenticated_at: now(),
          created_at: now(),
          notifies_logout: true,
          session_ended_at: now(),
          logout_due_at: now(),
        });
      }
      await until(
        "all notices are done",
        async () => (await fleet.services.knex("oauth_logins").whereNotNull("logout_due_at")).length === 0,
      );
      expect(received.sort()).to.deep.equal(sessions.map(({ path }) => path).sort());
    } finally {
      receiver.close();
    }
  });
});
