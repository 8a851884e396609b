import { randomBytes } from "node:crypto";
import type { Services } from "../../src/domain/services.js";
import { changeSettings } from "../../src/domain/administration/settings-changes.js";
import { now } from "../../src/lib/clock.js";
import { Factories, OPERATOR } from "../../test/support/app/factories.js";

/** The accounts for the tests of one client, as environment variables. */
export interface Accounts {
  OWNER_EMAIL: string;
  ADMIN_EMAIL: string;
  ADMIN_TOTP_SECRET: string;
  USER_EMAIL: string;
  UNVERIFIED_EMAIL: string;
  PASSWORD: string;
}

/**
 * Creates an administrator with a second factor, a user, and a user with an unverified address, so that the tests can
 * run every variant of a login, and a system administrator, who can call every operation. Each client has its own accounts, because a two-factor code is accepted only once.
 * Turns on email verification.
 */
export async function createAccounts(services: Services, clients: string[]): Promise<Map<string, Accounts>> {
  const make = new Factories(services);
  const accounts = new Map<string, Accounts>();
  for (const client of clients) accounts.set(client, await createAccountsFor(make, client));
  await changeSettings(
    { services, origin: OPERATOR, actor: null },
    { values: { "auth.email_verification": "1" } },
  );
  return accounts;
}

async function createAccountsFor(make: Factories, client: string): Promise<Accounts> {
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
  };
}
