import { readConfig } from "./src/config/config.js";
import { knexConfig } from "./src/database/knex-config.js";

/** The configuration of knex's command line, as in `npm run knex -- migrate:list`. Use `npm run migrate` to migrate. */
export default knexConfig(readConfig().env.DATABASE_URL);
