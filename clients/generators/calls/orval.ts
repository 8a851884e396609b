import { definitionsIndex, usersIndex, usersPatch } from "../out/orval/client.js";
import { settings } from "../runtime/request.js";
import { FILTER, KEYS, ORIGIN, TOKEN, USER } from "./expected.js";

Object.assign(settings, { baseURL: ORIGIN, token: TOKEN });
await usersIndex({ filter: FILTER, per_page: 5 });
await definitionsIndex({ keys: KEYS });
await usersPatch(USER, { first_name: "Augusta" }, { "If-Match": '"3"' });
