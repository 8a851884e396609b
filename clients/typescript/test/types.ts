/** What must not compile. `tsc` reads this file; nobody runs it. */
import { createAuthdockClient, unwrap, type AuthdockError } from "@authdock/client";

const authdock = createAuthdockClient({ baseUrl: "https://auth.example.com/api/v1" });

// @ts-expect-error there is no such path
void authdock.GET("/people");
// @ts-expect-error users are not created by PUT
void authdock.PUT("/users");
// @ts-expect-error a password is missing
void authdock.login({ email: "ada@example.com" });
// @ts-expect-error the body is missing
void authdock.POST("/users", {});
// @ts-expect-error a name is text
void authdock.PATCH("/users/{user}", { params: { path: { user: "1" } }, body: { first_name: 7 } });
// @ts-expect-error the id is missing
void authdock.GET("/users/{user}", {});
// @ts-expect-error one cannot filter by email
void authdock.GET("/users", { params: { query: { filter: { email: "ada" } } } });
// @ts-expect-error one cannot sort by role
void authdock.GET("/users", { params: { query: { sort: "role" } } });

const login = await authdock.login({ email: "ada@example.com", password: "…" });
// @ts-expect-error there may be no token
void login.token;
if (!login.requires_verification) {
  // @ts-expect-error there may still be no token
  void login.token;
  if (login.requires_two_factor) void login.challenge.length;
  else void login.token.length;
}

const { data: user, meta } = await unwrap(authdock.GET("/auth/me"));
void (user.email satisfies string);
// @ts-expect-error it has no such field
void user.password;
// @ts-expect-error only lists have pages
void meta.pagination;

declare const error: AuthdockError;
// @ts-expect-error a code that the contract does not know
void (error.code === "invalid_password");
void (error.errors["email"]?.[0] satisfies string | undefined);
