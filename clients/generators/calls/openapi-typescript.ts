import createClient from "openapi-fetch";
import type { paths } from "../out/openapi-typescript/schema.js";
import { FILTERS, KEYS, ORIGIN, TOKEN, USER } from "./expected.js";

const client = createClient<paths>({
  baseUrl: ORIGIN,
  headers: { Authorization: `Bearer ${TOKEN}` },
  // the default is keys=a&keys=b
  querySerializer: { array: { style: "form", explode: false } },
});
await client.GET("/users", { params: { query: { ...FILTERS, per_page: 5 } } });
await client.GET("/definitions", { params: { query: { keys: KEYS } } });
await client.PATCH("/users/{user}", {
  params: { path: { user: USER }, header: { "If-Match": '"3"' } },
  body: { first_name: "Augusta" },
});
