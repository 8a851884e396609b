import { Api, type QueryParamsType } from "../out/swagger-typescript-api/client.js";
import { FILTERS, KEYS, ORIGIN, TOKEN, USER } from "./expected.js";

class Client extends Api<string> {
  /** Sends keys=a,b instead of keys=a&keys=b. */
  protected override addArrayQueryParam(query: QueryParamsType, key: string): string {
    return this.addQueryParam(query, key);
  }
}

const client = new Client({
  baseUrl: ORIGIN,
  securityWorker: (token) => ({ headers: { Authorization: `Bearer ${token}` } }),
});
client.setSecurityData(TOKEN);
await client.users.usersIndex({ ...FILTERS, per_page: 5 });
await client.definitions.definitionsIndex({ keys: KEYS });
await client.users.usersPatch(USER, { first_name: "Augusta" }, { headers: { "If-Match": '"3"' } });
