import { randomBytes } from "node:crypto";
import type { Services } from "../../src/domain/services.js";
import { changeSettings } from "../../src/domain/administration/settings-changes.js";
import { MINUTE, now } from "../../src/lib/clock.js";
import { Factories, OPERATOR } from "../../test/support/app/factories.js";
import { makeClient, makeGrant } from "../../test/support/oauth/oauth.js";

/** The accounts for the tests of one client, as environment variables. */
export interface Accounts {
  OWNER_EMAIL: string;
  ADMIN_EMAIL: string;
  ADMIN_TOTP_SECRET: string;
  USER_EMAIL: string;
  UNVERIFIED_EMAIL: string;
  PASSWORD: string;
  OAUTH_CLIENT: string;
  OAUTH_EXPIRED_TOKEN: string;
  OAUTH_REFRESH_TOKEN: string;
}

/**
 * Creates an administrator with a second factor, a user, and a user with an unverified address, so that the tests can
 * run every variant of a login, and a system administrator, who can call every operation and has given an OAuth2 client
 * access. The client's access token has expired. Each client has its own accounts, because a two-factor code is accepted
 * only once.
 * Turns on email verification.
 */
export async function createAccounts(services: Services, clients: string[]): Promise<Map<string, Accounts>> {
  const make = new Factories(services);
  const accounts = new Map<string, Accounts>();
  for (const client of clients) accounts.set(client, await createAccountsFor(services, make, client));
  await changeSettings(
    { services, origin: OPERATOR, actor: null },
    { values: { "auth.email_verification": "1" } },
  );
  return accounts;
}

async function createAccountsFor(services: Services, make: Factories, client: string): Promise<Accounts> {
  const password = randomBytes(12).toString("base64url");
  const email = (name: string): string => `${name}.${client}@example.test`;
  const verified = { password, email_verified_at: now() };
  const admin = await make.user({ ...verified, email: email("admin"), role: "admin" });
  const user = await make.user({ ...verified, email: email("user") });
  // not among the accounts that the lists of the journeys find
  const owner = await make.user({ ...verified, email: `owner@${client}.test`, role: "system_admin" });
  const unverified = await make.user({ password, email: email("unverified") });
  return {
    ADMIN_EMAIL: admin.email,
    ADMIN_TOTP_SECRET: (await make.twoFactor(admin)).secret,
    OWNER_EMAIL: owner.email,
    USER_EMAIL: user.email,
    UNVERIFIED_EMAIL: unverified.email,
    PASSWORD: password,
    ...(await grantTo(services, owner)),
  };
}

/** Registers an OAuth2 client without a secret, and gives it an expired access token and a refresh token. */
async function grantTo(
  services: Services,
  user: { id: string },
): Promise<Pick<Accounts, "OAUTH_CLIENT" | "OAUTH_EXPIRED_TOKEN" | "OAUTH_REFRESH_TOKEN">> {
  const { client } = await makeClient({ services }, { type: "public" });
  const { access, refresh } = await makeGrant({ services }, { user, client });
  await services
    .knex("oauth_access_tokens")
    .where({ client_id: client.id })
    .update({ expires_at: now() - MINUTE });
  return { OAUTH_CLIENT: client.id, OAUTH_EXPIRED_TOKEN: access, OAUTH_REFRESH_TOKEN: refresh };
}
