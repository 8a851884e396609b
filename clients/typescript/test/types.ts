/** Code that must not compile. `tsc` checks this file, which never runs. */
import { createAuthdockClient, unwrap, type AuthdockError } from "@authdock/client";

const authdock = createAuthdockClient({ baseUrl: "https://auth.example.com/api/v1" });

// @ts-expect-error the path doesn't exist
void authdock.GET("/people");
// @ts-expect-error the path has no PUT
void authdock.PUT("/users");
// @ts-expect-error a password is missing
void authdock.login({ email: "ada@example.com" });
// @ts-expect-error the body is missing
void authdock.POST("/users", {});
// @ts-expect-error a name is a string
void authdock.PATCH("/users/{user}", { params: { path: { user: "1" } }, body: { first_name: 7 } });
// @ts-expect-error the id is missing
void authdock.GET("/users/{user}", {});
// @ts-expect-error there is no filter by name
void authdock.GET("/users", { params: { query: { "filter[name]": "ada" } } });
// @ts-expect-error the filter has only one value
void authdock.GET("/users", { params: { query: { "filter[deleted]": "with" } } });
// @ts-expect-error there is no sorting by role
void authdock.GET("/users", { params: { query: { sort: "role" } } });

const login = await authdock.login({ email: "ada@example.com", password: "…" });
// @ts-expect-error both checks are missing
void login.token;
if (!login.requires_verification) {
  // @ts-expect-error the check for the second factor is missing
  void login.token;
  if (login.requires_two_factor) void login.challenge.length;
  else void login.token.length;
}

const { data: user, meta } = await unwrap(authdock.GET("/auth/me"));
void (user.email satisfies string);
// @ts-expect-error the field doesn't exist
void user.password;
// @ts-expect-error only lists have pagination
void meta.pagination;

const { meta: listMeta } = await unwrap(authdock.GET("/users"));
void (listMeta.pagination.next_cursor satisfies string | null);
// @ts-expect-error a page that is read by cursor has no number
void (listMeta.pagination.current_page satisfies number);

declare const error: AuthdockError;
// @ts-expect-error the contract has no such code
void (error.code === "invalid_password");
void (error.errors["email"]?.[0] satisfies string | undefined);
