/** Signs in and manages a user with the client of openapi-generator's typescript-fetch generator. */
import { deepStrictEqual, ok, strictEqual } from "node:assert";
import { randomUUID } from "node:crypto";
import { AuthenticationApi, Configuration, DefinitionsApi, ResponseError, UsersApi } from "./client/index.js";

const variable = (name: string): string => process.env[`AUTHDOCK_${name}`]!;

async function failureOf(
  call: Promise<unknown>,
): Promise<{ status: number; data: { code: string; errors?: Record<string, string[]> } }> {
  const reason: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(reason instanceof ResponseError))
    throw new Error("The call must fail with a ResponseError.", { cause: reason });
  // failures aren't typed
  return (await reason.response.json()) as Awaited<ReturnType<typeof failureOf>>;
}

const basePath = variable("URL");
const { data: login } = await new AuthenticationApi(new Configuration({ basePath })).authLogin({
  loginRequest: { email: variable("OWNER_EMAIL"), password: variable("PASSWORD") },
});
if (!("token" in login)) throw new Error("The login returned no token.");
const configuration = new Configuration({ basePath, accessToken: login.token });
const authentication = new AuthenticationApi(configuration);
const users = new UsersApi(configuration);

const definitions = await new DefinitionsApi(configuration).definitionsIndex({
  keys: ["userStatus", "yesNo"],
});
deepStrictEqual(Object.keys(definitions.data).sort(), ["userStatus", "yesNo"]);

const emails: string[] = [];
let cursor: string | null | undefined;
do {
  const page = await users.usersIndex({
    filterSearch: "typescript-fetch@example",
    sort: "email",
    perPage: 2,
    ...(cursor ? { cursor } : {}),
  });
  emails.push(...page.data.items.map(({ email }) => email));
  cursor = page.meta.pagination.nextCursor;
} while (cursor !== null);
deepStrictEqual([emails.length, emails[2]], [3, variable("USER_EMAIL")]);

const grace = { firstName: "Grace", lastName: "Hopper" };
const refused = await failureOf(
  users.usersStore({ storeUserRequest: { ...grace, email: "not an address" } }),
);
deepStrictEqual([refused.status, refused.data.errors?.["email"]?.length], [422, 1]);

const creation = {
  storeUserRequest: { ...grace, email: "grace.typescript-fetch@test.example" },
  idempotencyKey: randomUUID(),
};
const created = await users.usersStoreRaw(creation);
const { data: user } = await created.value();
strictEqual(user.avatarUrl, null);
ok(user.createdAt instanceof Date);
strictEqual((await users.usersStore(creation)).data.id, user.id);

const ifMatch = created.raw.headers.get("ETag")!;
const rename = (firstName: string) =>
  users.usersPatch({ user: user.id, ifMatch, updateUserRequest: { firstName } });
strictEqual((await rename("Faster")).data.fullName, "Faster Hopper");
const stale = await failureOf(rename("Slower"));
deepStrictEqual([stale.status, stale.data.code], [412, "stale"]);

await authentication.authLogout();
const revoked = await failureOf(authentication.authMe());
deepStrictEqual([revoked.status, revoked.data.code], [401, "token_revoked"]);
