import { readConfig } from "./src/config/config.js";
import { knexConfig } from "./src/database/knex-config.js";

/** For the knex command line, e.g. `npx knex migrate:make`; the product itself uses `npm run migrate`. */
export default knexConfig(readConfig().env.DATABASE_URL);
