import createClient, { type Client, type Middleware } from "openapi-fetch";
import { AuthdockError, unexpectedAnswer } from "./errors.js";
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
  /** Replaces the platform's `fetch`, for example to retry, log or test requests. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
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
export function createAuthdockClient({ baseUrl, token: initial, fetch }: AuthdockOptions): AuthdockClient {
  let token = validateToken(initial ?? null);
  const client = createClient<paths>({
    baseUrl,
    // the API never redirects, and another redirect would pass passwords and tokens to a third party
    redirect: "error",
    ...(fetch && { fetch }),
    // the style of lists in the contract: keys=a,b
    querySerializer: { array: { style: "form", explode: false } },
  });
  client.use(REQUIRE_JSON_RESPONSE, {
    onRequest({ request }) {
      if (token !== null && !request.headers.has("Authorization"))
        request.headers.set("Authorization", `Bearer ${token}`);
    },
  });
  const storeToken = <T extends SignedIn>(signedIn: T): T => {
    token = signedIn.token;
    return signedIn;
  };
  return Object.assign(client, {
    setToken(next: string | null): void {
      token = validateToken(next);
    },
    async login(credentials: Schemas["LoginRequest"]): Promise<LoginOutcome> {
      token = null;
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
      token = null;
    },
  });
}

/**
 * Checks the syntax of a token (RFC 6750, section 2.1). The platform's error for an invalid header would contain the
 * token.
 * @throws TypeError
 */
function validateToken(token: string | null): string | null {
  if (token !== null && !/^[\w.~+/-]+=*$/.test(token))
    throw new TypeError("Invalid token. Use only letters, digits and -._~+/, without `Bearer`.");
  return token;
}

/** Throws AuthdockError for a missing response and for one that isn't JSON, such as a proxy's error page. */
const REQUIRE_JSON_RESPONSE: Middleware = {
  onError({ request, error }) {
    if (request.signal.aborted) return; // the caller gets its own abort error
    return new AuthdockError(`${request.method} ${request.url}: no response.`, {
      status: 0,
      code: "network_error",
      cause: error,
    });
  },
  async onResponse({ request, response }) {
    if (response.status === 304 && request.headers.has("If-None-Match")) return; // has no body
    try {
      await response.clone().json();
    } catch (error) {
      if (request.signal.aborted) throw error;
      throw unexpectedAnswer(response, error);
    }
  },
};
