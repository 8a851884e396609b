// Adds clients with a signed-in user each to the database of the environment, and prints their credentials and tokens as a
// JSON list. Run it with `--import tsx/esm`.
import { readConfig } from "../../src/config/config.js";
import { saveLogin } from "../../src/domain/oauth/grants/logins.js";
import { closeServices, createServices } from "../../src/domain/services.js";
import { now } from "../../src/lib/clock.js";
import { makeClient, makeGrant } from "../../test/support/oauth/oauth.js";

const GRANT_TYPES = ["authorization_code", "refresh_token", "client_credentials"];
const services = createServices(readConfig());
const user = await services.knex("users").first("id");
const grants = [];
await services.knex.transaction(async (knex) => {
  const world = { services: { ...services, knex } };
  for (let i = 0; i < Number(process.argv[2]); i++) {
    const { client, secret } = await makeClient(world, { grant_types: GRANT_TYPES });
    const scopes = ["openid", "profile", "email"];
    const { access, refresh, familyId } = await makeGrant(world, { user, client, scopes });
    await saveLogin(knex, {
      familyId,
      clientId: client.id,
      userId: user.id,
      sessionId: familyId,
      nonce: null,
      claims: null,
      authenticatedAt: now(),
      method: "password",
    });
    const basic = Buffer.from(`${client.id}:${secret}`).toString("base64");
    grants.push({ authorization: `Basic ${basic}`, access, refresh });
  }
});
await closeServices(services);
console.log(JSON.stringify(grants));
