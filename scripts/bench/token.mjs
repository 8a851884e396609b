// Issues a personal access token for user1@example.test in a database of prepare.mjs and prints it as {"token": "…"}.
import Database from "libsql";
import { v7 as uuidv7 } from "uuid";
import { generateToken, PERSONAL_TOKEN, sha256 } from "../../src/lib/secrets.js";

const database = new Database(process.argv[2]);
const token = generateToken(PERSONAL_TOKEN);
const { id: user } = database.prepare("select id from users where email = ?").get("user1@example.test");
const now = Date.now();
database
  .prepare(
    `insert into personal_access_tokens (id, user_id, name, search_key, kind, token_hash, scopes, created_at, expires_at)
     values (?, ?, 'bench', 'bench', 'personal', ?, '["*"]', ?, ?)`,
  )
  .run(uuidv7(), user, sha256(token), now, now + 86_400_000);
database.close();
console.log(JSON.stringify({ token }));
