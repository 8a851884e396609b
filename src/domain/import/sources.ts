import { ACCOUNT_FIELDS, eachPreference } from "../../models/account-fields.js";
import { phc } from "../../lib/passwords/imported-hashes.js";
import { namesOf, type ImportedPerson, type Kept } from "./imported-person.js";
import { keycloakPerson } from "./keycloak.js";
import { RowRejected, type SourceRow } from "./source-row.js";

/** An application whose accounts can be imported. */
interface Source {
  /** Whether its export has the hashes of the passwords. */
  hasHashes: boolean;
  /** Fields that mean nothing to another service. */
  ignored: readonly string[];
  /** @throws RowRejected */
  person: (row: SourceRow) => ImportedPerson;
}

/** The fields of the names and the id. */
const FIELDS = {
  id: ["id"],
  first: ["first_name", "given_name"],
  last: ["last_name", "family_name"],
  full: ["name"],
};

/** What most applications call by the same names. */
function personIn(row: SourceRow, fields: Partial<typeof FIELDS> = {}): ImportedPerson {
  const { id, first, last, full } = { ...FIELDS, ...fields };
  const names = { first: row.text(...first), last: row.text(...last), full: row.text(...full) };
  const email = row.text("email");
  if (email === null) throw new RowRejected("The row has no email.");
  return {
    formerId: row.text(...id),
    ...namesOf(email, names),
    ...{ email, isEmailVerified: false, isActive: true, mustChangePassword: false },
    ...{ status: null, role: null, passwordHash: null, lost: [] },
    createdAt: row.time("created_at", "createdAt"),
    ...eachPreference((name) => row.text(...ACCOUNT_FIELDS[name].preference.importedFrom)),
  };
}

/** The names of those that are true. */
export const lostOf = (found: Partial<Record<Kept, boolean>>): Kept[] =>
  Object.entries(found).flatMap(([name, isLost]) => (isLost ? [name as Kept] : []));

const SOURCES = {
  /** The columns of `export users`, and `password_hash`. */
  authdock: {
    hasHashes: true,
    ignored: [],
    person: (row) => ({
      ...personIn(row),
      isEmailVerified: row.time("email_verified_at") !== null,
      status: row.text("status"),
      role: row.text("role"),
      passwordHash: row.text("password_hash"),
    }),
  },
  /** The table `users`. */
  laravel: {
    hasHashes: true,
    ignored: ["remember_token", "updated_at", "two_factor_recovery_codes"],
    person: (row) => {
      // a setup in progress has no time; before Fortify 1.9 there was no column for it
      const isConfirmed =
        row.has("two_factor_confirmed_at") || !row.names.includes("two_factor_confirmed_at");
      return {
        ...personIn(row),
        isEmailVerified: row.time("email_verified_at") !== null,
        isActive: row.time("deleted_at") === null,
        passwordHash: row.text("password"),
        lost: lostOf({ "second factor": row.has("two_factor_secret") && isConfirmed }),
      };
    },
  },
  /** One line for each of `users` in the export of a realm. */
  keycloak: {
    hasHashes: true,
    ignored: ["totp", "disableableCredentialTypes", "notBefore", "access"],
    person: (row) => ({
      ...personIn(row, { first: ["firstName"], last: ["lastName"], full: ["username"] }),
      createdAt: row.time("createdTimestamp"),
      ...keycloakPerson(row),
    }),
  },
  /** The export of users, or the hashes that Auth0's support adds. */
  auth0: {
    hasHashes: false,
    ignored: ["_tmp_is_unique", "tenant", "connection", "updated_at", "picture", "last_ip", "logins_count"],
    person: (row) => ({
      ...personIn(row, { id: ["user_id", "_id", "Id"] }),
      isEmailVerified: row.isTrue("email_verified", "Email Verified"),
      isActive: !row.isTrue("blocked"),
      passwordHash: row.text("passwordHash", "password_hash"),
      lost: lostOf({
        "second factor": row.has("multifactor") || row.has("mfa_factors"),
        identities: JSON.stringify(row.value("identities") ?? []).includes('"isSocial":true'),
      }),
    }),
  },
  /** The table `user`, joined with `password` of the table `account`. */
  "better-auth": {
    hasHashes: true,
    ignored: ["updatedAt", "updated_at", "banExpires", "ban_expires"],
    person: (row) => ({
      ...personIn(row),
      isEmailVerified: row.isTrue("emailVerified", "email_verified"),
      isActive: !row.isTrue("banned"),
      passwordHash: betterAuthHash(row.text("password")),
      lost: lostOf({
        "second factor": row.isTrue("twoFactorEnabled", "two_factor_enabled"),
        roles: (row.text("role") ?? "user") !== "user",
      }),
    }),
  },
  /** The table of the model, without a pepper. */
  devise: {
    hasHashes: true,
    ignored: ["reset_password_token", "failed_attempts", "updated_at", "otp_secret", "unconfirmed_email"],
    person: (row) => ({
      ...personIn(row),
      isEmailVerified: row.time("confirmed_at") !== null,
      isActive: row.time("locked_at") === null,
      passwordHash: row.text("encrypted_password"),
      lost: lostOf({
        "second factor": row.isTrue("otp_required_for_login"),
        identities: row.has("provider") && row.has("uid"),
      }),
    }),
  },
} satisfies Record<string, Source>;

/** Django's mark of an account without a password. */
const UNUSABLE = /^!([A-Za-z0-9]{40})?$/;

export type SourceName = keyof typeof SOURCES;
export const SOURCE_NAMES = Object.keys(SOURCES) as SourceName[];

/** Whether a file of the application without any password is probably another file. */
export const shouldHavePasswords = (source: SourceName): boolean => SOURCES[source].hasHashes;

/** @returns the account, and the fields with values that have no place in it @throws RowRejected */
export function personOf(source: SourceName, row: SourceRow): { person: ImportedPerson; unread: string[] } {
  const { person: read, ignored }: Source = SOURCES[source];
  const person = read(row);
  if (person.passwordHash !== null && UNUSABLE.test(person.passwordHash)) person.passwordHash = null;
  return { person, unread: row.unread().filter((name) => !ignored.includes(name)) };
}

/** `salt:key`: scrypt of the NFKC form, whose salt is the text of the hexadecimal digits. */
function betterAuthHash(stored: string | null): string | null {
  const [, salt, key] = /^([0-9a-f]+):([0-9a-f]{128})$/.exec(stored ?? "") ?? [];
  if (salt === undefined || key === undefined) return stored;
  return phc(
    "scrypt-nfkc",
    { ln: 14, r: 16, p: 1 },
    { salt: Buffer.from(salt), hash: Buffer.from(key, "hex") },
  );
}
