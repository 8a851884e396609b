import { readConfig } from "./src/config/config.js";
import { knexConfig } from "./src/database/knex-config.js";

/** For knex's own command line: `npm run knex -- migrate:list`. The product migrates with `npm run migrate`. */
export default knexConfig(readConfig().env.DATABASE_URL);
