/** Signs in and out with the client of openapi-generator's typescript-axios generator. */
import { deepStrictEqual, ok, strictEqual } from "node:assert";
import { AuthenticationApi, Configuration, DefinitionsApi, UsersApi } from "./client/index.js";

const variable = (name: string): string => process.env[`AUTHDOCK_${name}`]!;
// otherwise a failure is an exception without types
const options = { validateStatus: () => true };

const basePath = variable("URL");
const { data: signedIn } = await new AuthenticationApi(new Configuration({ basePath })).authLogin({
  email: variable("OWNER_EMAIL"),
  password: variable("PASSWORD"),
});
if (!("token" in signedIn.data)) throw new Error("The login returned no token.");
const configuration = new Configuration({ basePath, accessToken: signedIn.data.token });

const definitions = await new DefinitionsApi(configuration).definitionsIndex(["userStatus", "yesNo"]);
deepStrictEqual(Object.keys(definitions.data.data).sort(), ["userStatus", "yesNo"]);

const users = await new UsersApi(configuration).usersIndex("typescript-axios@example");
strictEqual(users.data.data.items.length, 3);

const authentication = new AuthenticationApi(configuration);
ok((await authentication.authLogout()).data.success);
strictEqual((await authentication.authMe(undefined, options)).status, 401);
console.log("  ✓ signs in, reads definitions and users, and signs out");
