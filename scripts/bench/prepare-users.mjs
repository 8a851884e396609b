// Fills the database of DATABASE_URL for users.mjs with user1@example.test (system_admin), user2@example.test (admin)
// and N-2 other accounts. ALL EXISTING DATA IS DELETED. Run it with `--import tsx/esm`.
import { v7 as uuidv7 } from "uuid";

const COUNT = Number(process.argv[2]);
const BATCH = 500;
const YEAR_MS = 365 * 86_400_000;
const FIRST = ["Ada", "Grace", "Edsger", "Barbara", "Şule", "Alan", "Margaret", "Linus"];
const LAST = ["Lovelace", "Hopper", "Dijkstra", "Liskov", "Yılmaz", "Turing", "Hamilton", "Torvalds"];

const { readConfig } = await import("../../src/config/config.js");
const { createServices, closeServices } = await import("../../src/domain/services.js");
const { seedBasics, seedAdministrator } = await import("../../src/domain/upkeep/seed.js");
const { searchKey } = await import("../../src/models/user.js");
const { keepCounts } = await import("../../src/domain/upkeep/lists.js");
const { completeWords } = await import("../../src/models/lists/word-check.js");

const services = createServices(readConfig());
const { knex } = services;
await knex.migrate.rollback(undefined, true);
await knex.migrate.latest();
await seedBasics(knex);
await seedAdministrator(services);
// the first sign-in would otherwise require a new password
await services.knex("users").update({ password_must_change: false });
const { password } = await knex("users").first("password");
const roles = Object.fromEntries(
  (await knex("roles").select("name", "id")).map(({ name, id }) => [name, id]),
);
for (let start = 2; start <= COUNT; start += BATCH) {
  const numbers = Array.from({ length: Math.min(BATCH, COUNT - start + 1) }, (_, index) => start + index);
  const users = numbers.map(userOf);
  await knex.transaction(async (trx) => {
    await trx.batchInsert("users", users, 50);
    const held = users.map(({ id }, index) => ({ user_id: id, role_id: roles[roleOf(numbers[index])] }));
    await trx.batchInsert("role_user", held, 250);
  });
}
await completeWords(knex);
await keepCounts(knex);
await closeServices(services);

/** One in 50 accounts is an `admin`, and one in 5,000 a `system_admin`. */
function roleOf(number) {
  if (number === 2) return "admin";
  return number % 5000 === 0 ? "system_admin" : number % 50 === 0 ? "admin" : "user";
}

function userOf(number) {
  const name = {
    first_name: FIRST[number % FIRST.length],
    last_name: `${LAST[(number * 7) % LAST.length]} ${number}`,
    email: `user${number}@example.test`,
  };
  const id = uuidv7();
  const created = Date.now() - YEAR_MS + Math.floor((number * YEAR_MS) / (COUNT + 1));
  return {
    id,
    ...name,
    password,
    password_changed_at: created,
    status:
      number > 2 && number % 97 === 0 ? "banned" : number > 2 && number % 31 === 0 ? "inactive" : "active",
    search_key: searchKey({ id, ...name }),
    deleted_at: number > 2 && number % 100 === 99 ? created : null,
    created_at: created,
    updated_at: created,
  };
}
