/**
 * Measures how many rows are inserted in a second by 16 callers at a time, each row in a transaction of its own, through the
 * functions of the service. ALL DATA IN THE DATABASE OF TEST_DATABASE_URL IS DELETED; without it, an SQLite file is used.
 *   node --import tsx/esm scripts/bench/inserts.ts
 *   node --import tsx/esm test/support/database/with-mariadb.ts node --import tsx/esm scripts/bench/inserts.ts
 * SECONDS is the time for each kind of row.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownOrigin } from "../../src/domain/audit/origin.js";
import { recordOwnActivity } from "../../src/domain/audit/record.js";
import { issueClientToken } from "../../src/domain/oauth/tokens/client-tokens.js";
import { createAccount } from "../../src/domain/accounts/accounts.js";
import { closeServices, createServices } from "../../src/domain/services.js";
import { openSession } from "../../src/domain/sessions/sessions.js";
import { inTransaction } from "../../src/database/transaction.js";
import { DAY, now } from "../../src/lib/clock.js";
import { generateToken, PERSONAL_TOKEN, sha256 } from "../../src/lib/secrets.js";
import { PersonalAccessToken } from "../../src/models/personal-access-token.js";
import { testConfig } from "../../test/support/app/config.js";
import { Factories } from "../../test/support/app/factories.js";
import { memoryLog } from "../../test/support/app/log.js";
import { freshDatabase } from "../../test/support/database/database.js";
import { makeClient } from "../../test/support/oauth/oauth.js";

const CALLERS = 16;
const SECONDS = Number(process.env["SECONDS"] ?? 5);

const folder = mkdtempSync(join(tmpdir(), "authdock-bench-"));
process.env["TEST_DATABASE_URL"] ??= `sqlite:${join(folder, "inserts.sqlite")}`;
const services = createServices(testConfig(), memoryLog().logger);
const { knex } = services;
await freshDatabase(knex);
const make = new Factories(services);
const { id: userId, password } = await make.user();
const { id: roleId } = await knex("roles").where({ name: "user" }).first<{ id: string }>("id");
let accounts = 0;
const someone = () => ({
  first_name: "Ada",
  last_name: "Lovelace",
  email: `someone${++accounts}@example.test`,
  password,
  roleId,
});
const { client } = await makeClient({ services }, { grant_types: ["client_credentials"] });
const origin = ownOrigin();

const KINDS: Record<string, () => Promise<unknown>> = {
  "an entry of the audit log": () => recordOwnActivity({ trx: knex, origin }, "login", userId),
  "a personal access token": () =>
    PersonalAccessToken.issue(knex, {
      user_id: userId,
      name: "Laptop",
      token_hash: sha256(generateToken(PERSONAL_TOKEN)),
      scopes: [],
      expires_at: now() + DAY,
    }),
  "a token of a client": () =>
    issueClientToken(services, client.id, { scopes: [], resources: null, keyThumbprint: null }, null),
  "a session": () =>
    inTransaction(knex, (trx) => openSession(trx, { userId, remember: false, method: "password" }, origin)),
  "an account with its role": () => inTransaction(knex, (trx) => createAccount(trx, someone())),
};

/** Rows per second. */
async function measure(insert: () => Promise<unknown>, seconds: number): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let rows = 0;
  const caller = async (): Promise<void> => {
    for (; performance.now() < end; rows++) await insert();
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return rows / ((performance.now() - start) / 1000);
}

console.log("| row | inserted per second |\n| --- | --- |");
for (const [kind, insert] of Object.entries(KINDS)) {
  await measure(insert, 1); // V8 optimises the code
  console.log(`| ${kind} | ${(await measure(insert, SECONDS)).toFixed(0)} |`);
}
await closeServices(services);
rmSync(folder, { recursive: true });
