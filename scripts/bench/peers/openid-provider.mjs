// oidc-provider on SQLite with one signed-in user for each of the clients. Prints their credentials and tokens.
import { generateKeyPairSync } from "node:crypto";
import http from "node:http";
import Database from "libsql";
import { Provider } from "oidc-provider";

const { PORT, DB, CLIENTS } = process.env;
const database = new Database(DB);
database.exec("pragma journal_mode = wal");
database.exec("pragma synchronous = normal");
database.exec(`create table rows (model text, id text, payload text, expires_at integer, primary key (model, id))
  without rowid`);
const save = database.prepare("insert or replace into rows values (?, ?, ?, ?)");
const find = database.prepare("select payload from rows where model = ? and id = ?");
const remove = database.prepare("delete from rows where model = ? and id = ?");
const consume = database.prepare(
  "update rows set payload = json_set(payload, '$.consumed', unixepoch()) where model = ? and id = ?",
);

class Adapter {
  constructor(model) {
    this.model = model;
  }
  async upsert(id, payload, seconds) {
    save.run(this.model, id, JSON.stringify(payload), Math.floor(Date.now() / 1000) + (seconds ?? 0));
  }
  async find(id) {
    const row = find.get(this.model, id);
    return row && JSON.parse(row.payload);
  }
  async consume(id) {
    consume.run(this.model, id);
  }
  async destroy(id) {
    remove.run(this.model, id);
  }
  async revokeByGrantId() {}
}

const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });
const clients = Array.from({ length: Number(CLIENTS) }, (_, index) => ({
  client_id: `client-${index}`,
  client_secret: `secret-${index}`,
  grant_types: ["authorization_code", "refresh_token", "client_credentials"],
  redirect_uris: ["https://client.example.test/callback"],
}));
const person = {
  given_name: "Ada",
  family_name: "Lovelace",
  name: "Ada Lovelace",
  zoneinfo: "UTC",
  locale: "en",
};
const provider = new Provider(`http://127.0.0.1:${PORT}`, {
  adapter: Adapter,
  clients,
  claims: { email: ["email", "email_verified"], profile: [...Object.keys(person), "updated_at"] },
  conformIdTokenClaims: false,
  cookies: { keys: ["bench"] },
  findAccount: (_context, accountId) => ({
    accountId,
    claims: () => ({
      sub: accountId,
      ...person,
      updated_at: 1,
      email: "ada@example.test",
      email_verified: true,
    }),
  }),
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    introspection: { enabled: true },
  },
  jwks: { keys: [{ ...key, use: "sig", alg: "RS256", kid: "bench" }] },
  rotateRefreshToken: true,
  ttl: { AccessToken: 3600, Grant: 86_400, IdToken: 3600, RefreshToken: 86_400 },
});

const scope = "openid profile email";
const grants = [];
for (const { client_id: clientId, client_secret: secret } of clients) {
  const client = await provider.Client.find(clientId);
  const grant = new provider.Grant({ accountId: "ada", clientId });
  grant.addOIDCScope(scope);
  const grantId = await grant.save();
  const issued = {
    accountId: "ada",
    client,
    grantId,
    scope,
    gty: "authorization_code",
    authTime: 1,
    claims: {},
  };
  grants.push({
    authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}`,
    access: await new provider.AccessToken(issued).save(),
    refresh: await new provider.RefreshToken(issued).save(),
  });
}
const serve = provider.callback();
http.createServer(serve).listen(Number(PORT), "127.0.0.1", () => process.send(grants));
