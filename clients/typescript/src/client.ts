import createClient, { type Client, type Middleware } from "openapi-fetch";
import { multipartOrJson } from "./body.js";
import { AuthdockError, unexpectedAnswer } from "./errors.js";
import { TokenHolder, withFreshToken } from "./refresh.js";
import { withRetries } from "./retries.js";
import type { components, paths } from "./schema.js";
import { unwrap } from "./unwrap.js";

type Schemas = components["schemas"];
export type SignedIn = Schemas["UserWithToken"];

/** The result of a login. TypeScript allows access to the token only after checking both `requires_` fields. */
export type LoginOutcome =
  | { requires_verification: true; requires_two_factor: false }
  | { requires_verification: false; requires_two_factor: true; challenge: string }
  | ({ requires_verification: false; requires_two_factor: false } & SignedIn);

export interface AuthdockOptions {
  /** The URL of the API with its version, such as `https://auth.example.com/api/v1`. */
  baseUrl: string;
  /** A personal access token or an OAuth2 access token. */
  token?: string | undefined;
  /** Replaces the platform's `fetch`, for example to log or test requests. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /**
   * How often to repeat a failed `GET`, and a failed request with an `Idempotency-Key`, when there is no response, or one
   * with the status 429 or 5xx. The default is 0.
   */
  retries?: number | undefined;
  /**
   * Returns a new access token when the current one has expired. The client then repeats the request. See
   * `refreshGrant`.
   */
  refresh?: (() => Promise<string>) | undefined;
}

/** Calls every operation of the contract by method and path, such as `client.GET("/users")`, and signs in and out. */
export interface AuthdockClient extends Client<paths> {
  /** Sets the token for the next calls; null removes it. @throws TypeError for an invalid token */
  setToken(token: string | null): void;
  /**
   * Logs in and uses the new token for the next calls. The previous token is removed in any case.
   * @throws AuthdockError
   */
  login(credentials: Schemas["LoginRequest"]): Promise<LoginOutcome>;
  /**
   * Completes a login with a two-factor code and uses the new token for the next calls. After a failure the challenge
   * is invalid.
   * @throws AuthdockError
   */
  answerChallenge(answer: Schemas["TwoFactorChallengeRequest"]): Promise<SignedIn>;
  /** Revokes the token and removes it from the client. @throws AuthdockError */
  logout(): Promise<void>;
}

/**
 * Creates a client for one API. Its calls throw AuthdockError when there is no response, or the response isn't JSON.
 * Use `unwrap` to turn the failures of the API into AuthdockError.
 * @throws TypeError for an invalid token
 */
export function createAuthdockClient({
  baseUrl,
  token: initial,
  fetch: send = (request) => fetch(request),
  retries = 0,
  refresh,
}: AuthdockOptions): AuthdockClient {
  const token = new TokenHolder(initial ?? null);
  const client = createClient<paths>({
    baseUrl,
    // the API never redirects, and another redirect would pass passwords and tokens to a third party
    redirect: "error",
    fetch: withFreshToken(withRetries(send, retries), token, refresh),
    bodySerializer: multipartOrJson,
    // the style of lists in the contract: keys=a,b
    querySerializer: { array: { style: "form", explode: false } },
  });
  client.use(REQUIRE_API_RESPONSE, {
    onRequest({ request }) {
      if (token.value !== null && !request.headers.has("Authorization"))
        request.headers.set("Authorization", `Bearer ${token.value}`);
    },
  });
  const storeToken = <T extends SignedIn>(signedIn: T): T => {
    token.set(signedIn.token);
    return signedIn;
  };
  return Object.assign(client, {
    setToken(next: string | null): void {
      token.set(next);
    },
    async login(credentials: Schemas["LoginRequest"]): Promise<LoginOutcome> {
      token.set(null);
      const { data } = await unwrap(client.POST("/auth/login", { body: credentials }));
      if ("requires_verification" in data) return { requires_verification: true, requires_two_factor: false };
      if ("requires_two_factor" in data)
        return { requires_verification: false, requires_two_factor: true, challenge: data.challenge };
      return { ...storeToken(data), requires_verification: false, requires_two_factor: false };
    },
    async answerChallenge(answer: Schemas["TwoFactorChallengeRequest"]): Promise<SignedIn> {
      return storeToken((await unwrap(client.POST("/auth/two-factor-challenge", { body: answer }))).data);
    },
    async logout(): Promise<void> {
      await unwrap(client.POST("/auth/logout"));
      token.set(null);
    },
  });
}

/**
 * Throws AuthdockError for a missing response, and for one that is neither JSON nor an export, such as a proxy's error
 * page.
 */
const REQUIRE_API_RESPONSE: Middleware = {
  onError({ request, error }) {
    if (request.signal.aborted || error instanceof AuthdockError) return; // the caller gets its own abort error
    return new AuthdockError(`${request.method} ${request.url}: no response.`, {
      status: 0,
      code: "network_error",
      cause: error,
    });
  },
  async onResponse({ request, response }) {
    if (response.status === 304 && request.headers.has("If-None-Match")) return; // has no body
    if (response.ok && response.headers.get("Content-Type")?.startsWith("text/csv")) return;
    try {
      await response.clone().json();
    } catch (error) {
      if (request.signal.aborted) throw error;
      throw unexpectedAnswer(response, error);
    }
  },
};
