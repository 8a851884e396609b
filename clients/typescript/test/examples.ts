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
  const filters = { "filter[search]": search, "filter[status]": "active" };
  let cursor: string | undefined;
  do {
    const query = { ...filters, sort: "email", per_page, cursor } as const;
    const { data, meta } = await unwrap(authdock.GET("/users", { params: { query } }));
    yield* data.items;
    cursor = meta.pagination.next_cursor ?? undefined; // null on the last page
  } while (cursor !== undefined);
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
 * Creates a user once, even if an answer is lost and the request is repeated.
 * @param key identifies this creation; store it with your job if the job can be restarted
 */
export async function addUserOnce(
  authdock: AuthdockClient,
  body: NewUser,
  key: string = crypto.randomUUID(),
): Promise<User> {
  const params = { header: { "Idempotency-Key": key } };
  for (let attempt = 1; ; attempt++)
    try {
      return (await unwrap(authdock.POST("/users", { params, body }))).data;
    } catch (error) {
      if (!(error instanceof AuthdockError) || attempt === 5 || !mayBeCreated(error)) throw error;
      await new Promise((done) => setTimeout(done, (error.retryAfterSeconds ?? attempt) * 1000));
    }
}

const mayBeCreated = ({ code, status }: AuthdockError): boolean =>
  ["network_error", "unexpected_answer", "idempotency_in_progress"].includes(code) || status >= 500;
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
