// Changes an account of the database of DATABASE_URL this many times a second until it is ended. Run it with `--import tsx/esm`.
import { setInterval as each } from "node:timers/promises";
import { readConfig } from "../../src/config/config.js";
import { createServices } from "../../src/domain/services.js";

const { knex } = createServices(readConfig());
const ids = await knex("users").limit(300).pluck("id");
let turn = 0;
for await (const _ of each(1000 / Number(process.argv[2])))
  await knex("users")
    .where({ id: ids[turn++ % ids.length] })
    .update({ last_login_at: Date.now() });
