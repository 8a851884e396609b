import { client } from "../out/hey-api/client.gen.js";
import { definitionsIndex, usersIndex, usersPatch } from "../out/hey-api/index.js";
import { FILTERS, KEYS, ORIGIN, TOKEN, USER } from "./expected.js";

client.setConfig({ baseUrl: ORIGIN, auth: () => TOKEN, throwOnError: true });
await usersIndex({ query: { ...FILTERS, per_page: 5 } });
await definitionsIndex({ query: { keys: KEYS } });
await usersPatch({ path: { user: USER }, headers: { "If-Match": '"3"' }, body: { first_name: "Augusta" } });
