import { Api, type QueryParamsType } from "../out/swagger-typescript-api/client.js";
import { queryOf } from "../runtime/query.js";
import { FILTER, KEYS, ORIGIN, TOKEN, USER } from "./expected.js";

/** Replaces the serialisation of the query, which would send `filter=[object Object]`. */
class Client extends Api<string> {
  protected override toQueryString(query?: QueryParamsType): string {
    return queryOf(query);
  }
}

const client = new Client({
  baseUrl: ORIGIN,
  securityWorker: (token) => ({ headers: { Authorization: `Bearer ${token}` } }),
});
client.setSecurityData(TOKEN);
await client.users.usersIndex({ filter: FILTER, per_page: 5 });
await client.definitions.definitionsIndex({ keys: KEYS });
await client.users.usersPatch(USER, { first_name: "Augusta" }, { headers: { "If-Match": '"3"' } });
