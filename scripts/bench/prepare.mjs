// Creates a database for the benchmarks with the administrator user1@example.test and N-1 users. Run it with
// `--import tsx/esm`.
import { rmSync } from "node:fs";
import { v7 as uuidv7 } from "uuid";

const [file, count] = process.argv.slice(2);
for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
process.env.DATABASE_URL = `sqlite:${file}`;
process.env.ADMIN_EMAIL = "user1@example.test";
process.env.ADMIN_PASSWORD = "Secret-pass-1";

const { readConfig } = await import("../../src/config/config.js");
const { createServices, closeServices } = await import("../../src/domain/services.js");
const { seedBasics, seedAdministrator } = await import("../../src/domain/upkeep/seed.js");
const { User } = await import("../../src/models/user.js");

const services = createServices(readConfig());
await services.knex.migrate.latest();
await seedBasics(services.knex);
await seedAdministrator(services);
// the first sign-in would otherwise require a new password
await services.knex("users").update({ password_must_change: false });
const { id: roleId } = await services.knex("roles").where({ name: "user" }).first("id");
await services.knex.transaction(async (trx) => {
  for (let i = 2; i <= Number(count); i++) {
    const name = { first_name: "Ada", last_name: `Example${i}`, email: `user${i}@example.test` };
    await User.query(trx).insert({ id: uuidv7(), ...name, password: "x" });
  }
  const users = await trx("users").whereNotIn("id", trx("role_user").select("user_id")).select("id");
  for (const { id } of users) await trx("role_user").insert({ user_id: id, role_id: roleId });
});
await closeServices(services);
