// Issues N tokens, as a sign-in does, to active users of the database of DATABASE_URL, the first to user1@example.test, and prints them
// as a JSON list. Run it with `--import tsx/esm`.
import { v7 as uuidv7 } from "uuid";
import { readConfig } from "../../src/config/config.js";
import { closeServices, createServices } from "../../src/domain/services.js";
import { generateToken, PERSONAL_TOKEN, sha256 } from "../../src/lib/secrets.js";

const HOUR = 3_600_000;
const services = createServices(readConfig());
const { knex } = services;
const users = await knex("users")
  .where({ status: "active" })
  .whereNull("deleted_at")
  .orderBy("id")
  .pluck("id");
const administrator = await knex("users").where({ email: "user1@example.test" }).first("id");
const tokens = Array.from({ length: Number(process.argv[2]) }, () => generateToken(PERSONAL_TOKEN));
const now = Date.now();
const rows = tokens.map((token, index) => ({
  id: uuidv7(),
  user_id: index === 0 ? administrator.id : users[index % users.length],
  ...{ name: "bench", search_key: "bench", kind: "sign_in", scopes: '["*"]' },
  token_hash: sha256(token),
  created_at: now,
  expires_at: now + 24 * HOUR,
  // later than the run, so that no use is recorded in it
  last_used_at: now + HOUR,
}));
await knex.transaction((trx) => trx.batchInsert("personal_access_tokens", rows, 50));
await closeServices(services);
console.log(JSON.stringify(tokens));
