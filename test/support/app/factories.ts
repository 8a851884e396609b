import { generate, generateSecret } from "otplib";
import { now, SECOND } from "../../../src/lib/clock.js";
import { generateToken, PERSONAL_TOKEN, sha256 } from "../../../src/lib/secrets.js";
import { PersonalAccessToken } from "../../../src/models/personal-access-token.js";
import { Role } from "../../../src/models/role.js";
import { AUTH_TOKEN_NAME, type TokenKind } from "../../../src/models/token-kind.js";
import { User, normalizeEmail } from "../../../src/models/user.js";
import { raiseAuthorityVersion } from "../../../src/domain/access/authority.js";
import { createAccount } from "../../../src/domain/accounts/accounts.js";
import { putDefinition, type DefinitionChange } from "../../../src/domain/definitions/definition-changes.js";
import { sealRecoveryCodes, sealTwoFactorSecret } from "../../../src/domain/two-factor/two-factor.js";
import type { Services } from "../../../src/domain/services.js";

export const PASSWORD = "correct-horse-battery";

export const OPERATOR = { ip: "cli", userAgent: null, traceId: "0b0e7c1a-6f55-4f0e-9a43-6d7a3c1f2b90" };

let serial = 0;
const hashes = new Map<string, string>();

export interface UserOptions {
  id?: string;
  first_name?: string;
  last_name?: string;
  email?: string;
  password?: string;
  status?: string;
  /** Name of the role; null for an account without a role. */
  role?: string | null;
  email_verified_at?: number | null;
  locale?: string;
}

/** The fields of the unchanged profile form. */
export const profileFields = ({ email }: { email: string }, changes: object = {}) => ({
  first_name: "Ada",
  last_name: "Lovelace",
  email,
  locale: "en",
  timezone: "UTC",
  ...changes,
});

/** Creates rows the way the product does. */
export class Factories {
  constructor(private readonly services: Services) {}

  async user(options: UserOptions = {}): Promise<User> {
    const { role = "user", password = PASSWORD, email_verified_at = null, ...columns } = options;
    const hash = hashes.get(password) ?? (await this.services.passwords.hash(password));
    hashes.set(password, hash);
    const { id: roleId } = await this.roleNamed(role ?? "user");
    return this.services.knex.transaction(async (trx) => {
      const user = await createAccount(trx, {
        first_name: "Ada",
        last_name: "Lovelace",
        email: `user${++serial}@example.test`,
        ...columns,
        password: hash,
        roleId,
      });
      if (role === null) await trx("role_user").where({ user_id: user.id }).del();
      if (email_verified_at !== null) await trx("users").where({ id: user.id }).update({ email_verified_at });
      return User.query(trx).findById(user.id).throwIfNotFound();
    });
  }

  /** Creates a token from signing in, or with a name, scopes or kind a personal access token. @returns its value */
  async token(
    user: { id: string },
    options: {
      scopes?: string[];
      expiresAt?: number;
      name?: string;
      kind?: TokenKind | null;
      selected?: boolean | null;
    } = {},
  ): Promise<string> {
    const token = generateToken(PERSONAL_TOKEN);
    const isPersonal = options.name !== undefined || options.scopes !== undefined;
    await PersonalAccessToken.issue(this.services.knex, {
      user_id: user.id,
      name: options.name ?? (isPersonal ? "test" : AUTH_TOKEN_NAME),
      kind: options.kind === undefined ? (isPersonal ? "personal" : "sign_in") : options.kind,
      scopes_selected: options.selected === undefined ? (options.scopes ?? []).length > 0 : options.selected,
      token_hash: sha256(token),
      scopes: options.scopes ?? [],
      expires_at: options.expiresAt ?? now() + 86_400 * SECOND,
    });
    return token;
  }

  async userWithToken(options: UserOptions = {}): Promise<{ user: User; token: string }> {
    const user = await this.user(options);
    return { user, token: await this.token(user) };
  }

  async role(
    name: string,
    rank: number,
    permissions: string[],
    columns: { id?: string; label?: string } = {},
  ): Promise<Role> {
    const { knex } = this.services;
    const role = await Role.query(knex).insertAndFetch({ name, label: name, sort_order: rank, ...columns });
    const rows = (await knex("permissions").whereIn("name", permissions).select("id")) as { id: string }[];
    if (rows.length > 0)
      await knex("permission_role").insert(rows.map(({ id }) => ({ role_id: role.id, permission_id: id })));
    await raiseAuthorityVersion(knex);
    return role;
  }

  /** Removes all roles of the account. */
  async withoutRoles(user: { id: string }): Promise<void> {
    const { knex } = this.services;
    await knex("role_user").where({ user_id: user.id }).del();
    await knex("users").where({ id: user.id }).increment("version", 1);
  }

  async giveRole(user: { id: string }, name: string): Promise<void> {
    const { knex } = this.services;
    await knex("role_user").insert({ user_id: user.id, role_id: (await this.roleNamed(name)).id });
    await knex("users").where({ id: user.id }).increment("version", 1);
  }

  /** Creates a definition as an operator does; by default a status. */
  async definition(change: Partial<DefinitionChange> & { value: string }): Promise<void> {
    const given = { key: "userStatus", label: change.value, ...change };
    await putDefinition(this.services.knex, given, OPERATOR);
  }

  /** Turns on two-factor authentication. `code()` returns a valid code for the current time. */
  async twoFactor(
    user: { id: string },
    recoveryCodes = ["aaaaa-bbbbb-ccccc", "ddddd-eeeee-fffff"],
  ): Promise<{ secret: string; code: () => Promise<string>; recoveryCodes: string[] }> {
    const { knex, encryption } = this.services;
    const secret = generateSecret();
    await knex("users")
      .where({ id: user.id })
      .update({
        two_factor_secret: sealTwoFactorSecret(encryption, user, secret),
        two_factor_recovery_codes: sealRecoveryCodes(encryption, user, recoveryCodes),
        two_factor_confirmed_at: now(),
      });
    return { secret, code: () => generate({ secret, epoch: Math.floor(now() / SECOND) }), recoveryCodes };
  }

  private async roleNamed(name: string): Promise<Role> {
    return Role.query(this.services.knex).findOne({ name }).throwIfNotFound();
  }
}

/** The body of a valid registration. */
export const registration = (overrides: object = {}): Record<string, unknown> => ({
  first_name: "Grace",
  last_name: "Hopper",
  email: normalizeEmail(`grace${++serial}@example.test`),
  password: PASSWORD,
  password_confirmation: PASSWORD,
  ...overrides,
});
