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
  user: variable("USER_EMAIL"),
  unverified: variable("UNVERIFIED_EMAIL"),
};
export const PASSWORD = variable("PASSWORD");
export const TOTP_SECRET = variable("ADMIN_TOTP_SECRET");

let clients = 0;

type Fetch = (request: Request) => Promise<Response>;

/** A client with its own IP address, because logins are limited by address and this service trusts the header. */
export function newClient(token?: string, send: Fetch = fetch): AuthdockClient {
  const address = `2001:db8:${(++clients).toString(16)}::1`;
  return createAuthdockClient({
    baseUrl: URL_OF_API,
    token,
    fetch: (request) => {
      request.headers.set("X-Forwarded-For", address);
      return send(request);
    },
  });
}
