import createClient, { type Client, type Middleware } from "openapi-fetch";
import { AuthdockError, unexpectedAnswer } from "./errors.js";
import type { components, paths } from "./schema.js";
import { unwrap } from "./unwrap.js";

type Schemas = components["schemas"];
export type SignedIn = Schemas["UserWithToken"];

/** Ask both questions before the token: the compiler insists. */
export type LoginOutcome =
  | { requires_verification: true; requires_two_factor: false }
  | { requires_verification: false; requires_two_factor: true; challenge: string }
  | ({ requires_verification: false; requires_two_factor: false } & SignedIn);

export interface AuthdockOptions {
  /** Where the API is, with its version: `https://auth.example.com/api/v1`. */
  baseUrl: string;
  /** A personal access token or an OAuth2 access token. */
  token?: string | undefined;
  /** Instead of the platform's: to retry, to log, to test. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** Every operation of the contract by method and path (`client.GET("/users")`), and signing in and out. */
export interface AuthdockClient extends Client<paths> {
  /** The token of the calls that follow; null for none. @throws TypeError for what is no token */
  setToken(token: string | null): void;
  /** Forgets the former token and keeps the new one, when there is one. @throws AuthdockError */
  login(credentials: Schemas["LoginRequest"]): Promise<LoginOutcome>;
  /** The second step of a login; whatever is wrong, the challenge is gone. Keeps the token. @throws AuthdockError */
  answerChallenge(answer: Schemas["TwoFactorChallengeRequest"]): Promise<SignedIn>;
  /** Revokes the token and forgets it. @throws AuthdockError */
  logout(): Promise<void>;
}

/** A client of one API. It throws AuthdockError where nothing or something foreign answers; see `unwrap` for the rest. */
export function createAuthdockClient({ baseUrl, token: initial, fetch }: AuthdockOptions): AuthdockClient {
  let token = demandToken(initial ?? null);
  const client = createClient<paths>({
    baseUrl,
    // the API never moves a request on: whoever does would be told passwords
    redirect: "error",
    ...(fetch && { fetch }),
    // as the contract has it: keys=a,b and filter[search]=ada
    querySerializer: {
      array: { style: "form", explode: false },
      object: { style: "deepObject", explode: true },
    },
  });
  client.use(ANSWERED_BY_THE_SERVICE, {
    onRequest({ request }) {
      if (token !== null && !request.headers.has("Authorization"))
        request.headers.set("Authorization", `Bearer ${token}`);
    },
  });
  const keep = <T extends SignedIn>(signedIn: T): T => {
    token = signedIn.token;
    return signedIn;
  };
  return Object.assign(client, {
    setToken(next: string | null): void {
      token = demandToken(next);
    },
    async login(credentials: Schemas["LoginRequest"]): Promise<LoginOutcome> {
      token = null;
      const { data } = await unwrap(client.POST("/auth/login", { body: credentials }));
      if ("requires_verification" in data) return { ...data, requires_two_factor: false };
      if ("requires_two_factor" in data) return { ...data, requires_verification: false };
      return { ...keep(data), requires_verification: false, requires_two_factor: false };
    },
    async answerChallenge(answer: Schemas["TwoFactorChallengeRequest"]): Promise<SignedIn> {
      return keep((await unwrap(client.POST("/auth/two-factor-challenge", { body: answer }))).data);
    },
    async logout(): Promise<void> {
      await unwrap(client.POST("/auth/logout"));
      token = null;
    },
  });
}

/** What RFC 6750 allows; the platform's own error about anything else would say it. @throws TypeError */
function demandToken(token: string | null): string | null {
  if (token !== null && !/^[\w.~+/-]+=*$/.test(token))
    throw new TypeError("This is no token: letters, digits and -._~+/ alone, without `Bearer`.");
  return token;
}

/** Neither silence nor a proxy's page of HTML is to end in a SyntaxError. */
const ANSWERED_BY_THE_SERVICE: Middleware = {
  onError({ request, error }) {
    if (request.signal.aborted) return; // the caller's own doing stays what it is
    return new AuthdockError(`${request.method} ${request.url}: no answer.`, {
      status: 0,
      code: "network_error",
      cause: error,
    });
  },
  async onResponse({ request, response }) {
    try {
      await response.clone().json();
    } catch (error) {
      if (request.signal.aborted) throw error;
      throw unexpectedAnswer(response, error);
    }
  },
};
