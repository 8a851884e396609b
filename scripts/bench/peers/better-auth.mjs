// better-auth with its plugins for administration and OAuth on Express and SQLite, with PEOPLE accounts, of which GRANTS have a
// refresh token of a client. Sends `{ sessions, grants }` to its parent process.
import { createHash } from "node:crypto";
import { oauthProvider } from "@better-auth/oauth-provider";
import bcrypt from "bcryptjs";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import { admin, bearer, jwt } from "better-auth/plugins";
import express from "express";
import { SqliteDialect } from "kysely";
import Database from "libsql";

const { PORT, DB, PEOPLE, GRANTS, PASSWORD, COST } = process.env;
const FIRST = ["Ada", "Grace", "Edsger", "Barbara", "Şule", "Alan", "Margaret", "Linus"];
const LAST = ["Lovelace", "Hopper", "Dijkstra", "Liskov", "Yılmaz", "Turing", "Hamilton", "Torvalds"];
const CALLBACK = "https://client.example.test/callback";
const VERIFIER = "0123456789".repeat(5);
const baseURL = `http://127.0.0.1:${PORT}`;

const database = new Database(DB);
database.exec("pragma journal_mode = wal; pragma synchronous = normal");
const auth = betterAuth({
  database: { dialect: new SqliteDialect({ database }), type: "sqlite" },
  baseURL,
  secret: "a secret for measurements, 0123456789",
  trustedOrigins: ["http://127.0.0.1"],
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: "error" },
  disabledPaths: ["/token"],
  emailAndPassword: {
    enabled: true,
    password: {
      hash: (password) => bcrypt.hash(password, Number(COST)),
      verify: ({ hash, password }) => bcrypt.compare(password, hash),
    },
  },
  plugins: [
    bearer(),
    admin(),
    jwt({ jwks: { keyPairConfig: { alg: "RS256", modulusLength: 2048 } } }),
    oauthProvider({
      loginPage: "/login",
      consentPage: "/consent",
      scopes: ["openid", "email", "offline_access"],
    }),
  ],
});
await (await getMigrations(auth.options)).runMigrations();
const { adapter, internalAdapter } = await auth.$context;

const hash = await bcrypt.hash(PASSWORD, Number(COST));
const people = [];
database.exec("begin");
for (let number = 1; number <= Number(PEOPLE); number++) {
  const name = `${FIRST[number % FIRST.length]} ${LAST[(number * 7) % LAST.length]} ${number}`;
  const user = await internalAdapter.createUser({
    ...{ name, email: `user${number}@example.test`, emailVerified: true },
    role: number === 1 ? "admin" : "user",
  });
  await internalAdapter.linkAccount({
    ...{ userId: user.id, accountId: user.id, providerId: "credential", password: hash },
  });
  people.push({ ...user, session: (await internalAdapter.createSession(user.id)).token });
}
database.exec("commit");

const client = await auth.api.adminCreateOAuthClient({
  body: { redirect_uris: [CALLBACK], skip_consent: true, scope: "openid email offline_access" },
  headers: new Headers({ authorization: `Bearer ${people[0].session}` }),
});
const authorization = `Basic ${Buffer.from(`${client.client_id}:${client.client_secret}`).toString("base64")}`;
const grants = [];
for (const { session } of people.slice(0, Number(GRANTS))) grants.push(await grantOf(session));

const app = express();
app.get("/ready", (_request, response) => response.end("ok"));
app.all("/api/auth/{*any}", toNodeHandler(auth));
app.listen(Number(PORT), "127.0.0.1", () =>
  process.send({ sessions: people.map(({ session }) => session), grants }),
);

/** The tokens of the flow with a code. */
async function grantOf(session) {
  const query = new URLSearchParams({
    ...{ client_id: client.client_id, redirect_uri: CALLBACK, response_type: "code", state: "state" },
    ...{ scope: "openid email offline_access", code_challenge_method: "S256" },
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
  });
  const asked = await auth.handler(
    new Request(`${baseURL}/api/auth/oauth2/authorize?${query}`, {
      headers: { authorization: `Bearer ${session}` },
    }),
  );
  const code = new URL(asked.headers.get("location")).searchParams.get("code");
  const answer = await auth.handler(
    new Request(`${baseURL}/api/auth/oauth2/token`, {
      method: "POST",
      headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        ...{ grant_type: "authorization_code", code, redirect_uri: CALLBACK, code_verifier: VERIFIER },
      }),
    }),
  );
  const tokens = await answer.json();
  if (!tokens.refresh_token) throw new Error(JSON.stringify(tokens));
  return { authorization, refresh: tokens.refresh_token, access: tokens.access_token };
}
