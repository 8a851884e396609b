import { text } from "../../../texts/translate.js";
import type { KeyScheme } from "../../../lib/passwords/keyed-hashes.js";
import { ACCOUNT_FIELDS, eachPreference } from "../../../models/account-fields.js";
import { namesOf, type ImportedPerson, type Kept } from "./imported-person.js";
import type { HashKey } from "./hash-key.js";
import { identitiesIn, textsIn, type Mappings } from "./roles-and-identities.js";
import { RowRejected, type SourceRow } from "./source-row.js";

/** An application whose accounts can be imported. */
export interface Source {
  /** Whether its export has the hashes of the passwords. */
  hasHashes: boolean;
  /** Fields that mean nothing to another service. */
  ignored: readonly string[];
  /** What makes hashes with a secret of its own there, and whether all of them need it. */
  key?: { scheme: KeyScheme; isRequired: boolean };
  /** The row of an account in a record with another form; null for a record that isn't an account. */
  rowOf?: (record: SourceRow) => SourceRow | null;
  /** The password hash that the row has, as the application stores it or in another known form. @throws RowRejected */
  hash?: (row: SourceRow, options: SourceOptions) => string | null;
  /** The account without its password. @throws RowRejected */
  person: (row: SourceRow, options: SourceOptions) => ImportedPerson;
}

/** What an import is told besides the file. */
export interface SourceOptions extends Mappings {
  /** The secrets under which the application encrypts second factors. */
  secrets?: readonly string[];
  /** The secret for the hashes, and its id. */
  key?: (HashKey & { id: string }) | null;
  /** Whether the ids of accounts there are those here, where they are UUIDs. */
  keepIds?: boolean;
  /** Whether passkeys are lost, because this service is in another domain than the application. */
  withoutPasskeys?: boolean;
}

/** The fields that most applications call by the same names. */
const FIELDS = {
  id: ["id"],
  email: ["email"],
  first: ["first_name", "given_name"],
  last: ["last_name", "family_name"],
  full: ["name"],
  created: ["created_at", "createdAt"],
  lastSignIn: ["last_login_at", "last_sign_in_at", "lastLoginAt"],
};

export const NO_EMAIL = text("import.row.no_email");

/** What every application has. @throws RowRejected */
export function personIn(row: SourceRow, fields: Partial<typeof FIELDS> = {}): ImportedPerson {
  const { id, email: emails, first, last, full, created, lastSignIn } = { ...FIELDS, ...fields };
  const names = { first: row.text(...first), last: row.text(...last), full: row.text(...full) };
  const email = row.text(...emails);
  if (email === null) throw new RowRejected(NO_EMAIL);
  return {
    formerId: row.text(...id),
    id: null,
    externalId: row.text("external_id"),
    ...namesOf(email, names),
    ...{ email, isEmailVerified: false, isActive: true, mustChangePassword: false },
    ...{ status: null, role: null, passwordHash: null, hashProblem: null },
    ...{ totpKey: null, recoveryCodes: [], passkeys: [], lost: [] },
    ...{ blockedBecause: null, blockedUntil: null, identities: [] },
    formerRoles: textsIn(row.value("roles")),
    formerIdentities: identitiesIn(row.value("identities")),
    createdAt: row.time(...created),
    lastSignInAt: row.time(...lastSignIn),
    ...eachPreference((name) => row.text(...ACCOUNT_FIELDS[name].preference.importedFrom)),
  };
}

/** The names of those that are true. */
export const lostOf = (found: Partial<Record<Kept, boolean>>): Kept[] =>
  Object.entries(found).flatMap(([name, isLost]) => (isLost ? [name as Kept] : []));
