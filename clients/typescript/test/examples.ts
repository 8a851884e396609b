/** The examples of docs/clients.md. journey.test.ts runs them. */
import {
  AuthdockError,
  unwrap,
  type AuthdockClient,
  type FieldErrors,
  type NewUser,
  type User,
} from "@authdock/client";

// #region sign-in
export async function signIn(
  authdock: AuthdockClient,
  credentials: { email: string; password: string },
  askForCode: () => Promise<string>,
): Promise<string> {
  const login = await authdock.login(credentials);
  if (login.requires_verification) return "Follow the link in the mail, then sign in again.";
  if (!login.requires_two_factor) return `Hello ${login.user.first_name}.`;
  const answer = { challenge: login.challenge, code: await askForCode() };
  const { user } = await authdock.answerChallenge(answer); // a wrong code invalidates the challenge: sign in again
  return `Hello ${user.first_name}.`;
}
// #endregion

// #region list
export async function* usersMatching(
  authdock: AuthdockClient,
  search: string,
  per_page = 100,
): AsyncGenerator<User> {
  for (let page = 1, last = 1; page <= last; page++) {
    const query = { filter: { search, status: "active" }, sort: "email", page, per_page } as const;
    const { data, meta } = await unwrap(authdock.GET("/users", { params: { query } }));
    yield* data.items;
    last = meta.pagination.last_page;
  }
}
// #endregion

// #region errors
export async function addUser(authdock: AuthdockClient, body: NewUser): Promise<User | FieldErrors> {
  try {
    return (await unwrap(authdock.POST("/users", { body }))).data;
  } catch (error) {
    if (!(error instanceof AuthdockError)) throw error;
    if (error.code === "validation_failed") return error.errors; // { email: ["That email is already in use."] }
    if (error.code === "throttled") console.warn(`Wait ${error.retryAfterSeconds ?? 60} s.`);
    throw error; // give its traceId to the operator
  }
}
// #endregion

// #region if-match
/**
 * Renames a user.
 * @param etag the `etag` of the response that the user interface shows
 * @returns null when someone else has changed the user since then
 */
export async function rename(
  authdock: AuthdockClient,
  user: string,
  etag: string | undefined,
  first_name: string,
): Promise<User | null> {
  const params = { path: { user }, header: { "If-Match": etag } };
  try {
    return (await unwrap(authdock.PATCH("/users/{user}", { params, body: { first_name } }))).data;
  } catch (error) {
    if (error instanceof AuthdockError && error.code === "stale") return null;
    throw error;
  }
}
// #endregion
