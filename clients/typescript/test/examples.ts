/** The examples of docs/clients.md. journey.test.ts runs them. */
import {
  AuthdockError,
  items,
  unwrap,
  unwrapText,
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
export function usersMatching(
  authdock: AuthdockClient,
  search: string,
  per_page = 100,
): AsyncGenerator<User> {
  const filters = { "filter[search]": search, "filter[status]": "active" };
  return items((cursor) => {
    const query = { ...filters, sort: "email", per_page, cursor } as const;
    return unwrap(authdock.GET("/users", { params: { query } }));
  });
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

// #region idempotency-key
/**
 * Creates a user once, even if an answer is lost and the client, which has `retries`, repeats the request.
 * @param key identifies this creation; store it with your job if the job can be restarted
 */
export async function addUserOnce(
  authdock: AuthdockClient,
  body: NewUser,
  key: string = crypto.randomUUID(),
): Promise<User> {
  const params = { header: { "Idempotency-Key": key } };
  return (await unwrap(authdock.POST("/users", { params, body }))).data;
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

// #region upload
/** @returns the address of the new picture */
export async function changePicture(authdock: AuthdockClient, avatar: Blob): Promise<string | null> {
  return (await unwrap(authdock.PUT("/auth/me/avatar", { body: { avatar } }))).data.avatar_url;
}
// #endregion

// #region export
export async function usersAsCsv(authdock: AuthdockClient, search: string): Promise<string> {
  const params = { query: { "filter[search]": search } };
  return (await unwrapText(authdock.GET("/users/export", { params, parseAs: "text" }))).text;
}
// #endregion
