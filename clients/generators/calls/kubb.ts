import { setConfig } from "@kubb/plugin-client/clients/fetch";
import { definitionsIndex, usersIndex, usersPatch } from "../out/kubb/client.js";
import { FILTERS, KEYS, ORIGIN, TOKEN, USER } from "./expected.js";

// Kubb's client sends JSON without its content type
const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
setConfig({ baseURL: ORIGIN, headers });
await usersIndex({ ...FILTERS, per_page: 5 });
await definitionsIndex({ keys: KEYS });
await usersPatch(USER, { first_name: "Augusta" }, { "If-Match": '"3"' });
