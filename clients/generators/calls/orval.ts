import { definitionsIndex, usersIndex, usersPatch } from "../out/orval/client.js";
import { FILTERS, KEYS, TOKEN, USER } from "./expected.js";

const options = { headers: { Authorization: `Bearer ${TOKEN}` } };
await usersIndex({ ...FILTERS, per_page: 5 }, options);
await definitionsIndex({ keys: KEYS }, options);
await usersPatch(USER, { first_name: "Augusta" }, { "If-Match": '"3"' }, options);
