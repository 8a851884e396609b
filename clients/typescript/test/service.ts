import { createAuthdockClient, type AuthdockClient } from "@authdock/client";

/** Reads a variable that `npm run clients` sets: the URL of the service or an account. */
function variable(name: string): string {
  const value = process.env[`AUTHDOCK_${name}`];
  if (value === undefined)
    throw new Error(`AUTHDOCK_${name} is not set. Run these tests with npm run clients.`);
  return value;
}

export const URL_OF_API = variable("URL");
export const ACCOUNTS = {
  admin: variable("ADMIN_EMAIL"),
  owner: variable("OWNER_EMAIL"),
  user: variable("USER_EMAIL"),
  unverified: variable("UNVERIFIED_EMAIL"),
};
export const DOCUMENT = variable("DOCUMENT");
export const PASSWORD = variable("PASSWORD");
/** The API through a proxy that cuts the connection after the first answer to each `Idempotency-Key`. */
export const CUT_URL = variable("CUT_URL");
export const OAUTH = {
  client: variable("OAUTH_CLIENT"),
  expiredToken: variable("OAUTH_EXPIRED_TOKEN"),
  refreshToken: variable("OAUTH_REFRESH_TOKEN"),
};
export const TOTP_SECRET = variable("ADMIN_TOTP_SECRET");

let clients = 0;

/** Called with each request of a client and its response. */
export const observers: ((request: Request, response: Response) => void)[] = [];

type Fetch = (request: Request) => Promise<Response>;

/** Signs in as the system administrator. @returns the token */
export async function tokenOfOwner(): Promise<string> {
  const login = await newClient().login({ email: ACCOUNTS.owner, password: PASSWORD });
  if (login.requires_verification || login.requires_two_factor)
    throw new Error("The login returned no token.");
  return login.token;
}

/** A client with its own IP address, because logins are limited by address and this service trusts the header. */
export function newClient(token?: string, send: Fetch = fetch, retries = 0): AuthdockClient {
  const address = `2001:db8:${(++clients).toString(16)}::1`;
  return createAuthdockClient({
    baseUrl: URL_OF_API,
    token,
    retries,
    fetch: async (request) => {
      request.headers.set("X-Forwarded-For", address);
      const response = await send(request);
      for (const observe of observers) observe(request, response);
      return response;
    },
  });
}
