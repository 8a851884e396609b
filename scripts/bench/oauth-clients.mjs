// Registers confidential clients in the database of the environment and prints their Basic credentials as a JSON
// list. Run it with `--import tsx/esm`.
import { readConfig } from "../../src/config/config.js";
import { closeServices, createServices } from "../../src/domain/services.js";
import { generateToken, sha256 } from "../../src/lib/secrets.js";
import { OAuthClient } from "../../src/models/oauth-client.js";

const services = createServices(readConfig());
const credentials = [];
await services.knex.transaction(async (trx) => {
  for (let i = 0; i < Number(process.argv[2]); i++) {
    const secret = generateToken("adk_cs_");
    const grants = { grant_types: ["client_credentials"], redirect_uris: [], may_introspect: false };
    const { id } = await OAuthClient.query(trx).insert({
      name: `Bench ${i}`,
      type: "confidential",
      secret_hash: sha256(secret),
      ...grants,
    });
    credentials.push(Buffer.from(`${id}:${secret}`).toString("base64"));
  }
});
await closeServices(services);
console.log(JSON.stringify(credentials));
