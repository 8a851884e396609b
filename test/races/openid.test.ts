import { createServer } from "node:http";
import { expect } from "chai";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { v7 as uuidv7 } from "uuid";
import { now, SECOND } from "../../src/lib/clock.js";
import { DEFAULT_OPTIONS } from "../../src/models/client-options.js";
import { addressOf } from "../support/browser/running-product.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { makeClient } from "../support/oauth/oauth.js";
import { together, until, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

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
