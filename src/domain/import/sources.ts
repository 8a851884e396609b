import { ACCOUNT_FIELDS, eachPreference } from "../../models/account-fields.js";
import { phc } from "../../lib/passwords/imported-hashes.js";
import {
  isTrue,
  namesOf,
  RowRejected,
  textIn,
  timeIn,
  type ImportedPerson,
  type ImportedRow,
} from "./imported-person.js";
import { keycloakHash } from "./keycloak.js";

/** How a row of an application's export becomes an account. */
type Source = (row: ImportedRow) => ImportedPerson;

const NAMES = { first: ["first_name", "given_name"], last: ["last_name", "family_name"], full: ["name"] };

function personIn(row: ImportedRow, names = NAMES): ImportedPerson {
  const email = textIn(row, "email");
  if (email === null) throw new RowRejected("The row has no email.");
  const [first, last, full] = [names.first, names.last, names.full].map((fields) => textIn(row, ...fields));
  return {
    ...namesOf(email, { first: first!, last: last!, full: full! }),
    ...{ email, isEmailVerified: false, isActive: true },
    ...{ status: null, role: null, passwordHash: null },
    createdAt: timeIn(row, "created_at", "createdAt"),
    ...eachPreference((name) => textIn(row, ...ACCOUNT_FIELDS[name].preference.importedFrom)),
  };
}

const SOURCES = {
  /** The columns of `export users`, and `password_hash`. */
  authdock: (row) => ({
    ...personIn(row),
    isEmailVerified: timeIn(row, "email_verified_at") !== null,
    status: textIn(row, "status"),
    role: textIn(row, "role"),
    passwordHash: textIn(row, "password_hash"),
  }),
  /** The table `users`. */
  laravel: (row) => ({
    ...personIn(row),
    isEmailVerified: timeIn(row, "email_verified_at") !== null,
    isActive: timeIn(row, "deleted_at") === null,
    passwordHash: textIn(row, "password"),
  }),
  /** One line for each of `users` in the export of a realm. */
  keycloak: (row) => ({
    ...personIn(row, { first: ["firstName"], last: ["lastName"], full: ["username"] }),
    isEmailVerified: isTrue(row, "emailVerified"),
    createdAt: timeIn(row, "createdTimestamp"),
    isActive: row["enabled"] === undefined || isTrue(row, "enabled"),
    passwordHash: keycloakHash(row["credentials"]),
  }),
  /** The export of users with the hashes that Auth0's support adds. */
  auth0: (row) => ({
    ...personIn(row),
    isEmailVerified: isTrue(row, "email_verified", "Email Verified"),
    isActive: !isTrue(row, "blocked"),
    passwordHash: textIn(row, "passwordHash", "password_hash"),
  }),
  /** The table `user`, joined with `password` of the table `account`. */
  "better-auth": (row) => ({
    ...personIn(row),
    isEmailVerified: isTrue(row, "emailVerified", "email_verified"),
    isActive: !isTrue(row, "banned"),
    passwordHash: betterAuthHash(textIn(row, "password")),
  }),
  /** The table of the model, without a pepper. */
  devise: (row) => ({
    ...personIn(row),
    isEmailVerified: timeIn(row, "confirmed_at") !== null,
    isActive: timeIn(row, "locked_at") === null,
    passwordHash: textIn(row, "encrypted_password"),
  }),
} satisfies Record<string, Source>;

export type SourceName = keyof typeof SOURCES;
export const SOURCE_NAMES = Object.keys(SOURCES) as SourceName[];

/** @throws RowRejected */
export const personOf = (source: SourceName, row: ImportedRow): ImportedPerson => SOURCES[source](row);

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
