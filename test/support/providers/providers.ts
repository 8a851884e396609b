import { v7 as uuidv7 } from "uuid";
import type { Response } from "supertest";
import { now } from "../../../src/lib/clock.js";
import { secretCell } from "../../../src/domain/providers/connection.js";
import { recomputeProviders } from "../../../src/domain/settings/enabled-providers.js";
import { SignInProvider } from "../../../src/models/sign-in-provider.js";
import { UserIdentity } from "../../../src/models/user-identity.js";
import type { User } from "../../../src/models/user.js";
import type { Visitor } from "../app/web.js";
import { textOf } from "../app/web.js";
import type { World } from "../app/world.js";
import { CLIENT } from "./openid-provider.js";

/** The ids of providers in tests, which loopback providers know as redirect addresses. */
export const FIRST = "019b0000-0000-7000-8000-000000000001";
export const SECOND = "019b0000-0000-7000-8000-000000000002";

export const callbackOf = ({ services }: Pick<World, "services">, id: string): string =>
  new URL(`/auth/providers/${id}/callback`, services.config.env.APP_URL).href;

/** Adds an enabled OpenID provider that creates accounts. */
export async function makeProvider(
  { services }: Pick<World, "services">,
  columns: Partial<SignInProvider> = {},
): Promise<SignInProvider> {
  const id = columns.id ?? FIRST;
  return services.knex.transaction(async (trx) => {
    await recomputeProviders(trx);
    return SignInProvider.query(trx).insertAndFetch({
      id,
      kind: "oidc",
      name: "Example",
      issuer: null,
      client_id: CLIENT.id,
      client_secret: services.encryption.encrypt(CLIENT.secret, secretCell(id)),
      scopes: "openid profile email",
      is_enabled: true,
      allowed_domains: [],
      creates_accounts: true,
      emails_are_verified: false,
      role_id: null,
      ...columns,
    });
  });
}

/** Links an account at the provider to an account here. */
export async function linkIdentity(
  { services: { knex } }: Pick<World, "services">,
  user: Pick<User, "id">,
  { provider = FIRST, subject = "ada", email = "ada@example.test" } = {},
): Promise<UserIdentity> {
  await knex("users").where({ id: user.id }).increment("identity_count", 1);
  const columns = {
    id: uuidv7(),
    user_id: user.id,
    provider_id: provider,
    subject,
    email,
    last_used_at: null,
  };
  return UserIdentity.query(knex).insertAndFetch(columns);
}

/** Removes the password of an account, as if a provider had created it. */
export const withoutPassword = async (
  { services: { knex } }: Pick<World, "services">,
  { id }: Pick<User, "id">,
): Promise<void> => {
  await knex("users").where({ id }).update({ password: null, password_changed_at: null, updated_at: now() });
};

/** Begins a sign-in. @returns the address of the provider that the browser is led to */
export async function begin(visitor: Visitor, path = `/auth/providers/${FIRST}`): Promise<string> {
  const answer = await visitor.get(path);
  if (answer.status !== 302) throw new Error(`the sign-in began with ${answer.status}: ${textOf(answer)}`);
  return answer.headers["location"] as string;
}

/** The browser comes back to the service. */
export const comeBack = (visitor: Visitor, address: URL): Promise<Response> =>
  visitor.get(address.pathname + address.search);

/** The page that a redirect leads to, and its message. */
export async function follow(visitor: Visitor, answer: Response): Promise<{ path: string; text: string }> {
  const path = answer.headers["location"] as string;
  return { path: path.split(/[?#]/)[0]!, text: textOf(await visitor.get(path.split("#")[0]!)) };
}

/** The claims of a verified account at a provider. */
export const ADA = {
  sub: "ada",
  email: "ada@example.test",
  email_verified: true,
  given_name: "Ada",
  family_name: "Lovelace",
};

/** The events of the audit log, oldest first. */
export const eventsOf = async ({ services: { knex } }: Pick<World, "services">): Promise<string[]> =>
  (await knex("activity_log").orderBy("id").pluck("event")) as string[];
