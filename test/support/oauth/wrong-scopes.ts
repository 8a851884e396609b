/** Invalid values of `scopes` for any catalogue: description → value. */
export const WRONG_SCOPES: Record<string, string | string[]> = {
  "the wildcard": "*",
  "the wildcard behind a blank": " *",
  "the wildcard in brackets": '["*"]',
  "the wildcard beside a scope": ["users.read", "*"],
  "two words in one": "users.read *",
  "a scope twice": ["users.read", "users.read"],
  "an unknown scope": "users.delete",
  "a scope of OpenID Connect": "openid",
  "a scope of OpenID Connect beside another": ["users.read", "offline_access"],
  "another case": "Users.Read",
  "a blank behind": "users.read ",
  "a list in one word": "users.read,admin",
  nothing: "",
  "a name of every object": "constructor",
};
