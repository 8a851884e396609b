import { openSession } from "../../src/domain/sessions/sessions.js";
import type { Services } from "../../src/domain/services.js";
import type { User } from "../../src/models/user.js";
import { Factories, OPERATOR } from "../../test/support/app/factories.js";
import { makeOrganisation } from "../../test/support/organisations/organisations.js";
import { makeClient, makeGrant } from "../../test/support/oauth/oauth.js";
import { ADMINISTRATOR } from "../service/service.js";

/** Name of the role → address of the account that the contract is fuzzed with; an empty address is a guest. */
export const IDENTITIES = {
  guest: "",
  user: "user@example.test",
  admin: "role-admin@example.test",
  system_admin: ADMINISTRATOR,
} as const;

/**
 * Creates these accounts and ten others, each with a browser session and an application, which they can only end, and with
 * organisations that the account owns or is in. Everyone can create more.
 */
export async function prepareIdentities(services: Services, password: string): Promise<void> {
  const make = new Factories(services);
  const { knex } = services;
  for (const role of ["user", "admin"] as const) await make.user({ email: IDENTITIES[role], role, password });
  for (let count = 0; count < 10; count++) await make.user({ password });
  const { client } = await makeClient({ services });
  await services.settings.write({ "organisations.create": "everyone" });
  const accounts = await knex<User>("users").select();
  for (const [index, user] of accounts.entries()) {
    const [first, second] = [1, 2].map((step) => accounts[(index + step) % accounts.length]!);
    for (const slug of [`own-${index}`, `shared-${index}`])
      await makeOrganisation({ services }, user, { admin: first!, member: second! }, { name: slug, slug });
    await makeGrant({ services }, { user, client });
    await knex.transaction((trx) =>
      openSession(trx, { userId: user.id, remember: false, method: "password" }, OPERATOR),
    );
  }
}
