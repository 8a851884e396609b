import { now } from "../../lib/clock.js";
import type { Encryption } from "../../lib/encryption.js";
import {
  ACCOUNT_FIELDS,
  eachPreference,
  eachText,
  type AccountFieldName,
  type PreferenceField,
} from "../../models/account-fields.js";
import { DEFAULT_ROLE } from "../../models/role.js";
import { normalizeEmail, User } from "../../models/user.js";
import { text } from "../../texts/translate.js";
import { ActionForbidden, ValidationFailed } from "../../lib/failures.js";
import { assignableRole } from "../access/assignable-roles.js";
import { RoleHolder, type Administrator } from "../access/actor.js";
import type { RoleView } from "../access/authority.js";
import { ACTIVE } from "../accounts/account-status.js";
import { personProblems } from "../accounts/person-checks.js";
import { MAX_REASON_LENGTH } from "../accounts/status-terms.js";
import { USER_STATUS } from "../definitions/definitions.js";
import type { Services } from "../services.js";
import { sealRecoveryCodes, sealTwoFactorSecret } from "../two-factor/two-factor.js";
import type { FormerPasskey } from "../passkeys/imported-passkeys.js";
import { losesFactor, type CarriedIdentity, type ImportedPerson } from "./sources/imported-person.js";
import { RowRejected } from "./sources/source-row.js";

const INACTIVE = "inactive";

/** What happens to rows with a password hash that nobody can verify: the account gets no password, or none is made. */
export const UNSUPPORTED = ["invite", "reject"] as const;
export type Unsupported = (typeof UNSUPPORTED)[number];

export interface RuleOptions {
  /** Who gives the roles and completes accounts. */
  actor: Administrator;
  /** The name of the role of accounts for which the file names none. */
  role?: string;
  /** Whether the file can name roles with more permissions than every user. */
  allowAdministrators: boolean;
  /** `reject` by default. */
  unsupported?: Unsupported;
}

/** What this service requires of an account, as of the start of an import. */
export class AccountRules {
  private constructor(
    private readonly statuses: ReadonlySet<string>,
    private readonly defaults: { role: RoleView } & Record<PreferenceField, string>,
    private readonly options: RuleOptions,
  ) {}

  /** @throws ValidationFailed on `role`; ActionForbidden when the actor can't assign it */
  static async open(services: Services, options: RuleOptions): Promise<AccountRules> {
    const { actor, role = DEFAULT_ROLE } = options;
    const settings = await services.settings.read();
    const statuses = (await services.definitions.list(USER_STATUS)).map(({ value }) => value);
    const defaults = {
      role: assignableRole(actor, role),
      ...eachPreference((name) => settings.get(ACCOUNT_FIELDS[name].preference.fallback)),
    };
    return new AccountRules(new Set(statuses), defaults, options);
  }

  /** @throws RowRejected */
  accountOf(person: ImportedPerson): NewRow {
    const { first_name, last_name, passwordHash, hashProblem } = person;
    const email = normalizeEmail(person.email);
    const [problem] = Object.entries(personProblems({ first_name, last_name, email }));
    if (problem) throw new RowRejected(problem[0], problem[1][0]!);
    if (hashProblem !== null && this.options.unsupported !== "invite") throw new RowRejected(hashProblem);
    const status = person.status ?? (person.isActive ? ACTIVE : INACTIVE);
    if (!this.statuses.has(status)) throw new RowRejected(text("import.row.status", { status }));
    const role = person.role === null ? this.defaults.role : this.roleNamed(person.role);
    const time = now();
    return {
      ...{ first_name, last_name, email, status, roleId: role.id, roleName: role.name },
      password: passwordHash,
      password_must_change: passwordHash !== null && person.mustChangePassword,
      id: person.id,
      ...this.termsOf(person, status),
      last_login_at: person.lastSignInAt === null ? null : Math.min(person.lastSignInAt, time),
      identities: person.identities,
      totpKey: person.totpKey,
      recoveryCodes: person.recoveryCodes,
      passkeys: person.passkeys,
      two_factor_lost: person.totpKey === null && person.passkeys.length === 0 && losesFactor(person.lost),
      email_verified_at: person.isEmailVerified ? time : null,
      // times of the future would break the order of the lists
      created_at: Math.min(person.createdAt ?? time, time),
      ...eachText((name) => (name === "external_id" ? (person.externalId ?? "") : "")),
      ...eachPreference((name) => {
        const value = person[name];
        const isKnown = value !== null && ACCOUNT_FIELDS[name].preference.isKnown(value);
        return isKnown ? value : this.defaults[name];
      }),
    };
  }

  /** Why and until when it isn't active. Its owner isn't told, because another service noted it. */
  private termsOf({ blockedBecause, blockedUntil }: ImportedPerson, status: string) {
    if (status === ACTIVE) return { status_reason: null, status_until: null };
    const isAhead = blockedUntil !== null && blockedUntil > now();
    const reason = blockedBecause === null ? null : [...blockedBecause].slice(0, MAX_REASON_LENGTH).join("");
    return { status_reason: reason, status_until: isAhead ? blockedUntil : null };
  }

  private roleNamed(name: string): RoleView {
    const role = this.assignable(name);
    if (this.isAdministrator(role) && !this.options.allowAdministrators)
      throw new RowRejected(text("import.row.administrator", { role: name }));
    return role;
  }

  private assignable(name: string): RoleView {
    try {
      return assignableRole(this.options.actor, name);
    } catch (error) {
      if (error instanceof ValidationFailed)
        throw new RowRejected(text("import.row.unknown_role", { role: name }));
      if (error instanceof ActionForbidden)
        throw new RowRejected(text("import.row.role", { role: name }), error.sentence);
      throw error;
    }
  }

  private isAdministrator(role: RoleView): boolean {
    return new RoleHolder([role], this.options.actor.allRoles).isAdministrator;
  }
}

/** Whether the owner has to choose a password before they can sign in, and may. */
export const canBeInvited = ({ password, identities, passkeys, status }: NewRow): boolean =>
  password === null && identities.length === 0 && passkeys.length === 0 && status === ACTIVE;

/** The columns of a new account, with its role. */
export interface NewRow extends Pick<
  User,
  | AccountFieldName
  | "password"
  | "password_must_change"
  | "two_factor_lost"
  | "email_verified_at"
  | "created_at"
  | "last_login_at"
  | "status_reason"
  | "status_until"
> {
  /** The id there, if it is kept. */
  id: string | null;
  status: string;
  identities: CarriedIdentity[];
  totpKey: string | null;
  recoveryCodes: string[];
  passkeys: FormerPasskey[];
  roleId: string;
  roleName: string;
}

/** The row of an account, with all columns that the model computes. */
export function userOf(row: NewRow, encryption: Encryption): User {
  const { created_at, ...columns } = columnsOf(row);
  const user = User.fromJson(
    { ...columns, ...(row.id !== null && { id: row.id }), password_imported: columns.password !== null },
    { skipValidation: true },
  );
  user.$beforeInsert();
  user.identity_count = row.identities.length;
  user.passkey_count = row.passkeys.length;
  Object.assign(user, WITHOUT_FACTOR, factorColumns(row, user, encryption));
  user.created_at = created_at;
  return user;
}

/** What the row has for an untouched account. What it lacks stays as another file gave it. */
export function completingColumns(row: NewRow, user: User, encryption: Encryption): Partial<User> {
  const {
    created_at: _created,
    email: _email,
    last_login_at,
    password,
    password_must_change,
    ...columns
  } = columnsOf(row);
  return {
    ...columns,
    ...(password !== null && { password, password_must_change, password_imported: true }),
    external_id: columns.external_id || user.external_id,
    last_login_at: last_login_at ?? user.last_login_at,
    email_verified_at: columns.email_verified_at ?? user.email_verified_at,
    two_factor_lost: !user.hasTwoFactor && (columns.two_factor_lost || user.two_factor_lost),
    ...factorColumns(row, user, encryption),
  };
}

const columnsOf = ({
  id: _id,
  roleId: _role,
  roleName: _name,
  identities: _identities,
  totpKey: _key,
  recoveryCodes: _codes,
  passkeys: _passkeys,
  ...columns
}: NewRow) => columns;

const WITHOUT_FACTOR = {
  two_factor_secret: null,
  two_factor_recovery_codes: null,
  two_factor_confirmed_at: null,
};

/** The columns of the second factor; none for an account without one. */
function factorColumns(
  { totpKey, recoveryCodes }: NewRow,
  user: { id: string },
  encryption: Encryption,
): Partial<User> {
  if (totpKey === null) return {};
  const hasCodes = recoveryCodes.length > 0;
  return {
    two_factor_secret: sealTwoFactorSecret(encryption, user, totpKey),
    two_factor_recovery_codes: hasCodes ? sealRecoveryCodes(encryption, user, recoveryCodes) : null,
    two_factor_confirmed_at: now(),
  };
}
